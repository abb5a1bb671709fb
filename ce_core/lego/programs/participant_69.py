"""Participant 69, first evaluation: scan for a light in steps of 30 degrees, push it off at 60 %."""


def at_the_edge():
    return 35 <= reflection_down() <= 39


def scan():
    """Look around once; tell whether there is a light."""
    for _ in range(12):
        turn(60, 30)
        wait(700)
        if blink() >= 20:
            return True
        wait(20)
    return False


def back_off():
    motor(-40, -40)
    wait(500)
    motor(0, 0)
    turn(60, 120)


while True:
    if scan():
        motor(60, 60)
        while not at_the_edge():
            wait(20)
        back_off()
        motor(60, 60)
        wait(1000)
        motor(0, 0)
    else:
        turn(60, 120)
        motor(60, 60)
        start_timer(1)
        while True:
            time = read_timer(1)
            if at_the_edge():
                back_off()
                motor(60, 60)
            if time >= 5000:
                break
            wait(20)
        wait(20)
    wait(20)
