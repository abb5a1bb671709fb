"""Ultrasound 1 (paper 1, section 5.2.1): drive at whatever is in view, turn to the right when nothing is."""

threshold = setting("threshold", 100)  # the paper says 120

while True:
    distance = ultrasound()
    if distance < threshold:
        motor(100, 100)
    else:
        motor(100, -100)
    if distance < 15:
        if reflection_red_left() > 6 or reflection_red_right() > 6:
            play_tone(400, 100)
        elif blink() > 15:
            play_tone(800, 100)
        else:
            play_tone(1600, 100)
    wait(20)
