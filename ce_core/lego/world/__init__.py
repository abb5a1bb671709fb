"""What moves, touches and senses in a time step: plain Python that `ce_core.kernels` compiles."""
