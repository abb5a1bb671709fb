"""Bounce: no look at the cubes at all; drive straight on and turn by 110 degrees at every edge."""

while True:
    motor(100, 100)
    while reflection_down() > 42:
        wait(20)
    turn(60, 110)
    motor(100, 100)
    while reflection_down() < 42:  # back onto the white area
        wait(20)
