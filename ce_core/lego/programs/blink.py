"""Blink (paper 1, section 5.2.3): look around for a light, drive at it; try elsewhere when there is none."""


def look_around():
    """Turn by 20 degrees at a time and wait for the reading, until there is a light or no direction left."""
    for _ in range(18):
        turn(60, 20)
        wait(1000)
        if blink() >= 14:
            turn(60, 20)
            wait(1000)
            wait(20)
            return


def chase_the_light():
    """Drive until the edge, or until the light is lost for a second."""
    start_timer(1)
    while reflection_down() > 42 and read_timer(1) < 1000:
        if blink() < 7:
            turn(60, 20)
            wait(800)
        else:
            motor(100, 100)
            start_timer(1)
        wait(20)


def drive_on():
    """Drive for two seconds, or until the edge."""
    start_timer(2)
    while reflection_down() > 42 and read_timer(2) < 2000:
        motor(100, 100)
        wait(20)
    wait(300)
    motor(0, 0)
    wait(300)


def come_back():
    """Turn away from the edge."""
    motor(-100, -100)
    wait(300)
    while reflection_down() < 42:
        motor(100, -100)
        wait(20)
    turn(60, 90)
    motor(100, 100)
    wait(setting("inwards", 300))  # a comment in the authors' program says 1000
    motor(0, 0)


while True:
    look_around()
    chase_the_light()
    drive_on()
    if reflection_down() < 42:
        come_back()
    wait(20)
