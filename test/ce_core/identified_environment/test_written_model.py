"""The paper's printed models, entered, give the paper's values."""

import math

import numpy as np
import pytest

from ce_core.identification import Polynomial
from ce_core.identified_environment.written_model import written_model

TABLE_1 = [
    (0.000, "+2.130"),
    (0.01745, "+2.065 + 15.186*u1"),
    (0.035, "+5.349 - 0.042*u1 - 2.695*u2"),
    (0.209, "+15.945 - 61.998*u1"),
    (0.244, "+4.063 - 1.482*u1 - 3.210*u2"),
    (0.576, "-35.633 + 65.876*u1"),
    (0.611, "+3.772 - 2.336*u1 - 0.051*u2"),
    (1.990, "+3.203 - 0.793*u1 + 2.404*u2"),
    (2.985, "+1.138 - 3.238*u1"),
    (3.037, "+1.772 - 8.793*u1"),
    (3.089, "+2.719 - 0.005*u1 + 1.471*u2"),
    (3.822, "+2.953 + 2.233*u1"),
    (3.927, "+4.624 + 4.580*u1"),
    (3.979, "+2.283 + 1.375*u1 + 0.043*u2"),
    (5.655, "+0.890 - 1.220*u1"),
    (5.760, "+1.747 + 0.481*u1"),
    (5.864, "+7.620 + 6.408*u1 - 3.803*u2"),
    (6.021, "+3.546 - 0.265*u1 - 1.426*u2"),
    (6.266, "+2.130"),
]
EQUATION_4 = (
    "+1.489 -1.625*u1 -0.766*u2 -0.602*u1^2 +4.726*u1^3 +1.258*u2^3 +0.379*u1^4 -2.860*u1^5 "
    "+0.329*u1*u2 -0.164*u1*u2^3 +1.178*u2*u1^4"
)


def reading(model, phi):
    return model.scan(np.array([[1.78, 2.31, 0.0]]), np.array([phi]))[0, 0]


def test_table_1_reads_2_14_m_at_0_75_rad():
    model = written_model(1.78, 2.31, TABLE_1)
    assert model.polynomials == 19
    assert reading(model, 0.75) == pytest.approx(2.14, abs=0.005)


def test_every_piece_of_table_1_holds_between_its_own_directions():
    model = written_model(1.78, 2.31, TABLE_1)
    for k, (start, text) in enumerate(TABLE_1):
        end = TABLE_1[k + 1][0] if k + 1 < len(TABLE_1) else 2.0 * math.pi
        phi = 0.5 * (start + end)
        assert reading(model, phi) == pytest.approx(
            float(Polynomial.parse(text)(math.sin(phi), math.cos(phi)))
        )
        # The same direction, seen by a beam of a robot that looks elsewhere.
        turned = model.scan(np.array([[1.78, 2.31, -2.0]]), np.array([phi + 2.0 - 2.0 * math.pi]))
        assert turned[0, 0] == pytest.approx(reading(model, phi))


def test_equation_4_as_a_complete_model_gives_its_values():
    model = written_model(1.78, 2.31, [(0.0, EQUATION_4)])
    assert model.kind == "complete"
    by_hand = Polynomial.parse(EQUATION_4)
    for phi in np.linspace(-math.pi, math.pi, 50):
        assert reading(model, phi) == pytest.approx(float(by_hand(math.sin(phi), math.cos(phi))))
    assert reading(model, 0.0) == pytest.approx(1.981)


def test_it_prints_as_it_was_entered():
    text = written_model(1.78, 2.31, TABLE_1).text(0).splitlines()
    assert text[6] == "+3.772 -2.336*u1 -0.051*u2, 0.611 <= phi < 1.990"


def test_beyond_the_location_nothing_is_known():
    model = written_model(1.78, 2.31, TABLE_1)
    assert np.isnan(model.scan(np.array([[1.9, 2.31, 0.0]]), np.array([0.0]))).all()


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ([(0.1, "1")], "expected 0 first"),
        ([(0.0, "1"), (0.5, "2"), (0.2, "3")], "then rising"),
        ([(0.0, "1"), (6.3, "2")], "less than 360"),
        ([(0.0, "1*u3")], "u1 and u2"),
    ],
)
def test_pieces_that_make_no_signature_are_refused(pieces, said):
    with pytest.raises(ValueError, match=said):
        written_model(0.0, 0.0, pieces)
