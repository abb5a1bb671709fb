"""Example programs: the paper's three solutions and others, in the vocabulary of the participants."""
