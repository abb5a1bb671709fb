"""One step ahead, free run, noise models and residual tests."""

import numpy as np
import pytest

from ce_core.identification import Polynomial, SignalError, Signals, candidate_terms, identify
from ce_core.identification.noise_model import identify_with_noise
from ce_core.identification.residual_tests import residual_tests
from ce_core.identification.validation import free_run, one_step, rmse

MODEL = Polynomial.parse("0.5*y(n-1) + u1(n-2) + 0.1*u1(n-1)^2")


def simulate(n, noise=0.0, colour=0.0, seed=1):
    rng = np.random.default_rng(seed)
    u, e, y = rng.uniform(-1.0, 1.0, n), rng.normal(0.0, noise, n), np.zeros(n)
    for k in range(2, n):
        y[k] = 0.5 * y[k - 1] + u[k - 2] + 0.1 * u[k - 1] ** 2 + colour * e[k - 1] + e[k]
    return Signals(u, y)


def test_the_true_model_predicts_and_runs_free_without_error():
    signals = simulate(200)
    for predicted in (one_step(MODEL, signals), free_run(MODEL, signals)):
        assert np.isnan(predicted[:2]).all()
        np.testing.assert_allclose(predicted[2:], signals.output[2:], atol=1e-12)


def test_a_wrong_parameter_costs_more_in_free_run_than_in_one_step():
    signals = simulate(500)
    wrong = Polynomial(MODEL.terms, (0.55, *MODEL.parameters[1:]))
    assert rmse(free_run(wrong, signals), signals.output) > 1.5 * rmse(
        one_step(wrong, signals), signals.output
    )


def test_each_stretch_runs_free_from_its_own_start():
    signals = simulate(100)
    output = signals.output.copy()
    output[50] = np.nan
    predicted = free_run(MODEL, Signals(signals.inputs, output, breaks=(80,)))
    assert np.flatnonzero(np.isnan(predicted)).tolist() == [0, 1, 50, 51, 52, 80, 81]
    known = np.isfinite(predicted)
    np.testing.assert_allclose(predicted[known], signals.output[known], atol=1e-12)


def test_an_unstable_model_ends_instead_of_making_numbers_up():
    explosive = Polynomial.parse("3*y(n-1)^2 + u1(n)")
    predicted = free_run(explosive, Signals(np.ones(60), np.ones(60)))
    assert np.isfinite(predicted[1:5]).all()
    assert np.isnan(predicted[-1])
    with pytest.raises(SignalError, match="nothing was predicted"):
        rmse(np.full(3, np.nan), np.ones(3))


def test_a_noise_model_whitens_the_residuals_and_takes_the_bias_out():
    signals = simulate(4000, noise=0.3, colour=0.8)
    narx = identify(signals, candidate_terms(1, 2, 2, 2))
    narmax, history = identify_with_noise(signals, candidate_terms(1, 2, 2, 2, noise_lag=1))
    assert history[-1].change < 1e-3
    names = {Polynomial((t,), (1.0,)).text(0): p for t, p in zip(*_terms(narmax), strict=True)}
    assert names["+1*e(n-1)"] == pytest.approx(0.8, abs=0.05)
    assert names["+1*y(n-1)"] == pytest.approx(0.5, abs=0.02)
    before = {t.name: t for t in residual_tests(*_residuals(narx.polynomial, signals))}
    after = {t.name: t for t in residual_tests(*_residuals(narmax.polynomial, signals))}
    assert not before["ee"].passed
    assert after["ee"].passed
    assert all(f.signal != "e" for term in narmax.polynomial.without_noise().terms for f in term)


def test_without_noise_terms_among_the_candidates_it_is_the_process_model():
    signals = simulate(300, noise=0.05)
    terms = candidate_terms(1, 1, 2, 1)
    model, history = identify_with_noise(signals, terms)
    assert history == []
    assert model.polynomial == identify(signals, terms).polynomial


def test_white_residuals_pass_and_a_forgotten_input_fails():
    rng = np.random.default_rng(0)
    e, u = rng.normal(size=2000), rng.normal(size=(2000, 1))
    tests = residual_tests(e, u)
    assert [t.name for t in tests] == ["ee", "u1 e", "e (e u1)", "u1^2 e", "u1^2 e^2"]
    assert all(t.passed for t in tests)
    late = residual_tests(e + 0.3 * np.roll(u[:, 0], 3), u)
    failed = next(t for t in late if t.name == "u1 e")
    assert not failed.passed
    assert failed.lags[np.argmax(np.abs(failed.correlation))] == 3
    squared = residual_tests(e + 0.3 * u[:, 0] ** 2, u)
    assert not next(t for t in squared if t.name == "u1^2 e").passed


def test_residuals_with_holes_or_too_few_are_refused():
    with pytest.raises(SignalError, match="unbroken"):
        residual_tests(np.array([np.nan] * 100), np.zeros((100, 1)))
    with pytest.raises(SignalError, match="30 residuals for lags to 20"):
        residual_tests(np.zeros(30), np.zeros((30, 1)))


def _terms(identified):
    return identified.polynomial.terms, identified.polynomial.parameters


def _residuals(polynomial, signals):
    residuals = signals.output - one_step(polynomial, signals)
    known = np.isfinite(residuals)
    return residuals[known], signals.inputs[known]
