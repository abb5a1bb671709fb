"""What a robot perceives where, identified from its own log (paper 3)."""
