"""Forecasts: how fights without players end, how often, and with which losses; sampled or exact, for any family."""
