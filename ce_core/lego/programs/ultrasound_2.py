"""Ultrasound 2 (paper 1, section 5.2.2): aim at a cube, then drive straight on to the edge, come what may."""

threshold = setting("threshold", 100)  # the paper says 120
# The authors' program stops for 2000 ms at the edge to tell green from blue by the light. The paper does not
# mention that, and its times fit a program without it.
colour_wait = setting("colour_wait", 0)

while True:
    motor(30, -30)
    while ultrasound() > threshold:
        wait(20)
    motor(0, 0)
    turn(60, 5)
    turn(60, 20 - ultrasound() // 12)
    motor(100, 100)
    while reflection_down() > 42:
        wait(20)
    motor(0, 0)
    if ultrasound() < 30:
        if reflection_red_left() > 10 or reflection_red_right() > 10:
            play_tone(400, 100)
        else:
            wait(colour_wait)
            play_tone(800 if blink() > 40 else 1600, 100)
        motor(100, 100)
        wait(500)
        motor(-100, -100)
        wait(1000)
        motor(0, 0)
        turn(60, 60)
    wait(20)
