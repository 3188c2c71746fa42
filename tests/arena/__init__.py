"""The arena: fairness, sameness, resumption, ratings that are true."""
