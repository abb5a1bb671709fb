"""Careful: like ultrasound 1 in short bursts, but it backs off at the edge and does not rely on the cubes."""

while True:
    if reflection_down() < 42:
        while reflection_down() < 42:
            motor(-60, -60)
            wait(20)
        turn(60, 135)
    elif ultrasound() < 120:
        motor(100, 100)
        wait(200)
    else:
        motor(100, -100)
        wait(20)
