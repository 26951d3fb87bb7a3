"""Log files, and the database that is made of them. Logs are the truth; the database can be rebuilt."""
