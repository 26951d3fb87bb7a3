"""Living Forest. The rules are RULES.md; its ids (LF-4.2) stand at the code that does them."""
