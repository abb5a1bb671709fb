"""The LEGO robot of paper 1: a playground, three cubes, calibrated sensors, and other people's programs."""
