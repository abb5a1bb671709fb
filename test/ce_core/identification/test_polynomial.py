"""Polynomials as the paper prints them give the paper's values."""

import numpy as np
import pytest

from ce_core.identification import Factor, Polynomial, TermError, candidate_terms
from ce_core.identification.polynomial import ordered

EQUATION_4 = """
+1.489 -1.625*u1 -0.766*u2 -0.602*u1^2 +4.726*u1^3 +1.258*u2^3 +0.379*u1^4 -2.860*u1^5
+0.329*u1*u2 -0.164*u1*u2^3 +1.178*u2*u1^4
"""


def test_equation_4_gives_its_values():
    polynomial = Polynomial.parse(EQUATION_4)
    assert len(polynomial.terms) == 11
    for phi in (-3.0, -0.4, 0.0, 0.75, 2.2):
        s, c = np.sin(phi), np.cos(phi)
        by_hand = 1.489 - 1.625 * s - 0.766 * c - 0.602 * s**2 + 4.726 * s**3 + 1.258 * c**3 + 0.379 * s**4
        by_hand += -2.860 * s**5 + 0.329 * s * c - 0.164 * s * c**3 + 1.178 * c * s**4
        assert polynomial(s, c) == pytest.approx(by_hand, abs=1e-12)
    assert polynomial(0.0, 1.0) == pytest.approx(1.489 - 0.766 + 1.258)  # straight ahead: sin 0, cos 1
    assert polynomial(1.0, 0.0) == pytest.approx(1.489 - 1.625 - 0.602 + 4.726 + 0.379 - 2.860)


def test_it_prints_in_the_papers_form_and_reads_it_back():
    polynomial = Polynomial.parse("+3.772 -2.336*u1 -0.051*u2")
    assert str(polynomial) == "+3.772 -2.336*u1 -0.051*u2"
    assert Polynomial.parse(str(polynomial)) == polynomial
    lagged = Polynomial.parse("0.5*y(n-1) + 1e-1*u1(n-2)^2*u1(n) - e(n-1)")
    assert str(lagged) == "+0.500*y(n-1) +0.100*u1(n)*u1(n-2)^2 -1.000*e(n-1)"
    assert Polynomial.parse(lagged.text()) == lagged


def test_latex_has_indices_powers_and_lags():
    assert Polynomial.parse("3.772 - 2.336*u1 - 0.051*u2^2").latex() == (
        r"3.772 - 2.336\, u_{1} - 0.051\, u_{2}^{2}"
    )
    assert Polynomial.parse("0.5*y(n-1) - u1(n)").latex(1) == r"y(n) = 0.5\, y(n-1) - 1.0\, u_{1}(n)"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected a sum"),
        ("+1 +2", "occurs twice"),
        ("3*x1", "expected a factor"),
        ("3*y", "cannot be known"),
        ("3u1", "expected a number"),
    ],
)
def test_what_cannot_be_read_is_named(text, said):
    with pytest.raises(TermError, match=said):
        Polynomial.parse(text)


def test_a_model_with_lags_is_not_evaluated_at_a_point():
    with pytest.raises(TermError, match="looks back"):
        Polynomial.parse("0.5*y(n-1)")(1.0)
    with pytest.raises(TermError, match="needs u2"):
        Polynomial.parse("0.5*u2")(1.0)


def test_candidates_are_all_products_up_to_the_degree():
    assert len(candidate_terms(inputs=2, degree=5)) == 21  # section 2.2: degree 5 in sin and cos
    terms = candidate_terms(inputs=1, degree=2, input_lag=1, output_lag=2, noise_lag=1)
    assert len(terms) == 21  # 1 + 5 signals + 15 products of two
    assert terms[0] == ()
    assert (Factor("u1", 1), Factor("y", 2)) in terms
    with pytest.raises(TermError, match="degree = -1"):
        candidate_terms(1, -1)
    with pytest.raises(TermError, match="at most 20000"):
        candidate_terms(5, 8, input_lag=10)


def test_terms_can_be_put_into_the_order_of_the_candidates():
    polynomial = ordered(Polynomial.parse("u2 + 2*u1 + 3"), candidate_terms(2, 1))
    assert str(polynomial) == "+3.000 +2.000*u1 +1.000*u2"
