"""What all games share: the protocol, chance, the log format, playing, replaying, scenarios."""
