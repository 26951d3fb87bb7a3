"""Agents that know no game. They see a seat's observation only and draw from a stream of their own."""
