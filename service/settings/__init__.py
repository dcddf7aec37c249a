"""Settings of the service: the UMPIRE_* variables of the environment and of a settings file (`environment`)."""
