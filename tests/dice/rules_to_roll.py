"""Rules of no game, for tests that need something to roll for."""

from service.dice.model import Deck, Rule

STRIKE = Rule("test/strike", "Strike", cites="Tests")
DAMAGE = Rule("test/damage", "Damage", cites="Tests")
INITIATIVE = Rule("test/initiative", "Initiative", cites="Tests")

ACES = Deck("aces", ("AC", "AD", "AH", "AS"))
