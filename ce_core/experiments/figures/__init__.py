"""Pictures of experiments, as the figures of paper 0; each function draws one and writes a PNG."""
