"""Set a Watch: rules, components, agent, words and scenarios of one co-operative game."""
