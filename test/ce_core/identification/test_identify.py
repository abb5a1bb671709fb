"""The paper's procedure: structure, ERR, removal, re-insertion, dependent terms, and what it refuses."""

import numpy as np
import pytest

from ce_core.identification import Polynomial, SignalError, Signals, candidate_terms, identify
from ce_core.identification.forward_regression import (
    begin,
    forward_regression,
    new_fit,
    refine,
    workspace,
)
from ce_core.identification.signals import regressor_columns

PHI = np.deg2rad(np.arange(360.0))
CIRCLE = np.column_stack((np.sin(PHI), np.cos(PHI)))
DEGREE_5 = candidate_terms(inputs=2, degree=5)


def signature(noise=0.0, seed=0):
    y = Polynomial.parse("1.5 - 0.8*u1 + 0.6*u2 + 0.3*u1*u2")(*CIRCLE.T)
    return Signals(CIRCLE, y + np.random.default_rng(seed).normal(0.0, noise, 360))


def found(identified):
    return dict(
        zip(map(str, map(_name, identified.polynomial.terms)), identified.polynomial.parameters, strict=True)
    )


def _name(term):
    return Polynomial((term,), (1.0,)).text(0)


def test_a_noiseless_polynomial_is_found_exactly():
    result = identify(signature(), candidate_terms(2, 2), split="alternate")
    assert found(result) == pytest.approx(
        {"+1": 1.5, "+1*u1": -0.8, "+1*u2": 0.6, "+1*u1*u2": 0.3}, abs=1e-12
    )
    assert result.validation_rmse < 1e-12
    assert sum(result.err) == pytest.approx(1.0)


def test_parameters_are_those_of_ordinary_least_squares_on_the_chosen_terms():
    signals = signature(noise=0.05)
    result = identify(signals, DEGREE_5, split="alternate")
    columns = regressor_columns(signals, result.polynomial.terms, np.arange(0, 360, 2))
    expected, *_ = np.linalg.lstsq(columns.T, signals.output[::2], rcond=None)
    np.testing.assert_allclose(result.polynomial.parameters, expected, rtol=1e-9, atol=1e-9)


def test_err_is_the_part_of_the_energy_that_a_term_takes_away():
    signals = signature(noise=0.05)
    result = identify(signals, DEGREE_5, threshold=0.0, split="alternate")
    y = signals.output[::2]
    columns = regressor_columns(signals, result.polynomial.terms, np.arange(0, 360, 2))
    left = y @ y
    for k, err in enumerate(result.err):
        fitted, *_ = np.linalg.lstsq(columns[: k + 1].T, y, rcond=None)
        rest = y - fitted @ columns[: k + 1]
        assert err == pytest.approx((left - rest @ rest) / (y @ y), abs=1e-10)
        left = rest @ rest


def test_of_21_terms_of_degree_5_in_sine_and_cosine_11_are_independent():
    signals = Signals(CIRCLE, np.random.default_rng(3).normal(1.0, 0.5, 360))
    columns = regressor_columns(signals, DEGREE_5, np.arange(360))
    assert np.linalg.matrix_rank(columns) == 11
    result = identify(signals, DEGREE_5, threshold=0.0, split="alternate")
    assert len(result.polynomial.terms) == 11
    assert len(result.dependent) == 10
    assert max(map(abs, result.polynomial.parameters)) < 1e3  # no two terms cancel each other


def test_of_equal_terms_the_first_one_listed_is_chosen():
    y = 2.0 - 0.7 * CIRCLE[:, 0] ** 2  # = 1.3 + 0.7 cos^2: sin^2 and cos^2 explain the same once 1 is in
    result = identify(Signals(CIRCLE, y), candidate_terms(2, 2), split="alternate")
    assert found(result) == pytest.approx({"+1": 2.0, "+1*u1^2": -0.7}, abs=1e-12)


def test_terms_below_the_threshold_go_and_come_back_when_the_error_grows():
    rng = np.random.default_rng(0)
    u = rng.uniform(-1.0, 1.0, (400, 2))
    weak = Signals(u, 1.0 + u[:, 0] + 0.01 * u[:, 1])  # u2 explains 0.003 % of the energy, but truly
    result = identify(weak, candidate_terms(2, 1))
    assert [step.re_inserted for step in result.steps] == [False, True]
    assert len(result.polynomial.terms) == 3
    assert result.validation_rmse < 1e-12
    useless = Signals(u[:120], 1.0 + u[:120, 0] + rng.normal(0.0, 0.05, 120))
    result = identify(useless, candidate_terms(2, 5))  # 19 of 21 terms only fit the noise
    assert found(result) == pytest.approx({"+1": 1.0, "+1*u1": 1.0}, abs=0.02)
    assert result.steps[-1].removed
    assert not result.steps[-1].re_inserted


def test_step_by_step_and_in_one_go_are_the_same():
    signals = signature(noise=0.05, seed=5)
    result = identify(signals, DEGREE_5, split="alternate")
    halves = [np.arange(0, 360, 2), np.arange(1, 360, 2)]
    sets = tuple((regressor_columns(signals, DEGREE_5, rows), signals.output[rows]) for rows in halves)
    fit = new_fit(21)
    count = refine(sets, 0.0005, 21, fit, workspace(21, 180))  # as plain Python
    assert [DEGREE_5[m] for m in fit.order[:count]] == list(result.polynomial.terms)
    np.testing.assert_allclose(fit.parameters[:count], result.polynomial.parameters, rtol=1e-9)


def test_a_narx_model_is_found_from_its_own_output():
    rng = np.random.default_rng(1)
    u, y = rng.uniform(-1.0, 1.0, 600), np.zeros(600)
    for n in range(2, 600):
        y[n] = 0.5 * y[n - 1] + u[n - 2] + 0.1 * u[n - 1] ** 2
    result = identify(Signals(u, y), candidate_terms(1, 2, input_lag=2, output_lag=2))
    assert found(result) == pytest.approx(
        {"+1*y(n-1)": 0.5, "+1*u1(n-2)": 1.0, "+1*u1(n-1)^2": 0.1}, abs=1e-9
    )


def test_samples_around_gaps_and_missing_values_are_not_used():
    rng = np.random.default_rng(2)
    u, y = rng.uniform(-1.0, 1.0, 400), np.zeros(400)
    for n in range(1, 400):
        y[n] = 0.8 * y[n - 1] + u[n - 1]
    y[300:] = y[100:200]  # recorded at another time: does not follow on sample 299
    u[300:] = u[100:200]
    y[50], u[120] = np.nan, np.nan
    terms = candidate_terms(1, 1, input_lag=1, output_lag=1)
    signals = Signals(u, y, breaks=(300,))
    rows = signals.complete_rows(1)
    assert not set(rows) & {0, 50, 51, 120, 121, 300}
    result = identify(signals, terms)
    assert result.validation_rmse < 1e-12
    unaware = identify(Signals(u, y), terms)
    assert unaware.validation_rmse > 1e-3  # the gap, taken as a step, is an error


def test_what_nothing_can_be_learned_from_is_refused():
    u = np.random.default_rng(0).uniform(-1, 1, (20, 2))
    with pytest.raises(SignalError, match=r"20 usable samples of 20 .* at least 21"):
        identify(Signals(u, u[:, 0]), DEGREE_5)
    u[:, 1] = 3.0
    with pytest.raises(SignalError, match="input u2 is constant"):
        identify(Signals(u, u[:, 0]), candidate_terms(2, 1))
    with pytest.raises(SignalError, match=r"output\[3\] is infinite"):
        Signals(u, np.where(np.arange(20) == 3, np.inf, 0.0))
    with pytest.raises(SignalError, match=r"shape \(20, 2\) and output of shape \(19,\)"):
        Signals(u, u[:19, 0])
    with pytest.raises(SignalError, match="split = 'thirds'"):
        identify(Signals(u[:, :1], u[:, 0]), candidate_terms(1, 1), split="thirds")
    with pytest.raises(SignalError, match="ERR threshold = 5"):
        identify(Signals(u[:, :1], u[:, 0]), candidate_terms(1, 1), threshold=5)


def test_an_output_of_nothing_needs_no_terms():
    result = identify(Signals(CIRCLE, np.zeros(360)), DEGREE_5)
    assert result.polynomial.terms == ()
    assert str(result.polynomial) == "0"


def test_a_limit_stops_the_choice_early():
    columns = regressor_columns(signature(), DEGREE_5, np.arange(360))
    fit, work = new_fit(21), workspace(21, 360)
    assert forward_regression(columns, signature().output, 2, fit, work) == 2
    again = begin(((columns, signature().output),) * 2, 3, new_fit(21), workspace(21, 360))
    assert again.terms == 3
