"""Look-up, complete and piecewise model of the same signatures."""

import math

import numpy as np
import pytest

from ce_core.identification import Signals, identify
from ce_core.identification.forward_regression import forward_regression, new_fit, workspace
from ce_core.identified_environment import (
    ENVIRONMENT_MODELS,
    ModelFileError,
    UnvisitedError,
    load_model,
    save_model,
)
from ce_core.identified_environment.cusps import CuspRule, find_cusps
from ce_core.identified_environment.environment_table import beams, read_scan
from ce_core.identified_environment.piecewise import piecewise
from ce_core.identified_environment.polynomial_signatures import signature_columns, signature_terms
from ce_core.identified_environment.segment_fit import bench, fit_segment
from ce_core.identified_environment.term_summary import term_effects, term_summary

PHI = np.deg2rad(np.arange(360.0))
ANGLES = np.deg2rad(np.arange(-90.0, 91.0))


@pytest.fixture(scope="module")
def models(signatures):
    return {kind: ENVIRONMENT_MODELS[kind](signatures, "laser") for kind in ENVIRONMENT_MODELS}


def cusps_of(signature, rule=None):
    starts = np.zeros(360, dtype=np.int64)
    return starts[: find_cusps(signature, rule or CuspRule(), starts)].tolist()


def test_a_smooth_signature_has_no_cusp():
    assert cusps_of(1.5 + 0.5 * np.sin(PHI)) == [0]


def test_an_edge_makes_two_cusps_and_an_outlier_three():
    step = np.where(np.arange(360) < 100, 1.0, 1.5)
    assert cusps_of(step) == [0, 99, 100, 359]  # and back at 360
    spike = np.where(np.arange(360) == 200, 2.5, 1.0)
    assert cusps_of(spike) == [0, 199, 200, 201]


def test_corners_of_a_room_are_bends(true_range):
    corners = np.rad2deg([math.atan2(sy * 0.6, sx * 1.0) for sy in (1, -1) for sx in (1, -1)]) % 360
    found = cusps_of(true_range(0.0, 0.0, PHI))
    assert found[0] == 0
    assert len(found) == 5
    assert all(min(abs(c - f) for f in found[1:]) <= 1.0 for c in corners)


def test_the_look_up_table_gives_the_signature_back(models, signatures):
    for location in (0, 20, len(signatures.locations) - 1):
        np.testing.assert_array_equal(models["lookup"].signature(location), signatures.values[location])


def test_piecewise_is_far_closer_to_the_signatures_than_complete(models, signatures):
    errors = {}
    for kind in ("complete", "piecewise"):
        found = np.array([models[kind].signature(k) for k in range(len(signatures.locations))])
        errors[kind] = float(np.sqrt(np.mean((found - signatures.values) ** 2)))
    assert errors["piecewise"] < 0.5 * errors["complete"]


def test_a_complete_model_has_one_polynomial_a_location_and_a_piecewise_one_several(models):
    locations = len(models["lookup"].knowledge.locations)
    assert models["lookup"].polynomials == 0
    assert models["complete"].polynomials == locations
    assert models["piecewise"].polynomials > 3 * locations
    assert models["complete"].memory_bytes < models["piecewise"].memory_bytes < models["lookup"].memory_bytes
    assert models["lookup"].memory_bytes >= locations * 360 * 8


@pytest.mark.parametrize("kind", ["complete", "piecewise"])
def test_a_scan_is_the_printed_polynomials(models, kind):
    model = models[kind]
    location = model.location_at(0.3, -0.1)
    scan = model.scan(np.array([[0.33, -0.12, 0.7]]), ANGLES)[0]  # nearest node is (0.3, -0.1)
    for angle, found in zip(ANGLES[::7], scan[::7], strict=True):
        phi = (0.7 + angle) % (2.0 * math.pi)
        polynomial = next(p for start, end, p in model.pieces(location) if start <= phi < end)
        assert found == pytest.approx(float(polynomial(math.sin(phi), math.cos(phi))), abs=1e-9)
    assert model.text(location).count("phi") == len(model.pieces(location))


@pytest.mark.parametrize("kind", ["lookup", "complete", "piecewise"])
def test_compiled_and_plain_scans_agree(models, kind):
    table, plain = models[kind].table, np.empty(181)
    for pose in np.random.default_rng(0).uniform([-0.7, -0.3, -7.0], [0.7, 0.3, 7.0], (20, 3)):
        assert read_scan(table, *pose, beams(ANGLES), plain)
        np.testing.assert_allclose(models[kind].scan(pose[None], ANGLES)[0], plain, atol=1e-12)


def test_predictions_stay_within_what_the_sensor_can_read(signatures):
    wild = piecewise(signatures, "laser", degree=0, cusps=CuspRule(9.0, 9.0, 4))
    for model in (wild, ENVIRONMENT_MODELS["complete"](signatures, "laser")):
        scans = model.scan(np.column_stack((signatures.locations, np.zeros(len(signatures.locations)))), PHI)
        assert scans.min() >= 0.0
        assert scans.max() <= signatures.max_reading


def test_a_segment_is_identified_as_by_the_procedure_on_its_own(signatures):
    terms = signature_terms(3)  # of 10 terms 7 are independent; more would take plain Python half a minute
    n = len(terms)
    columns = signature_columns(terms)
    y = signatures.values[10]
    table = bench(n, 360)
    count = fit_segment(columns, y, 0.0005, table)
    whole = identify(Signals(np.column_stack((np.sin(PHI), np.cos(PHI))), y), terms, split="alternate")
    assert {terms[m] for m in table.fit.order[:count]} == set(whole.polynomial.terms)
    fit, work = new_fit(n), workspace(n, 360)
    work.allowed[:] = [term in whole.polynomial.terms for term in terms]
    again = forward_regression(columns, y, n, fit, work)  # parameters from all samples
    np.testing.assert_allclose(fit.parameters[:again], table.fit.parameters[:count], rtol=1e-9)


def test_one_thread_and_many_give_the_same_bits(signatures):
    from ce_core.identified_environment.polynomial_signatures import fit_environment
    from ce_core.identified_environment.segment_fit import Cut

    one, many = (
        fit_environment("piecewise", signatures, "laser", 2, Cut(False, CuspRule(), 0.0005), threads)
        for threads in (1, 3)
    )
    for a, b in zip(one.table, many.table, strict=True):
        np.testing.assert_array_equal(a, b)


def test_a_place_that_was_never_visited_is_an_error_or_nan_never_a_guess(models):
    for model in models.values():
        assert np.isnan(model.scan(np.array([[5.0, 5.0, 0.0], [0.0, 0.64, 0.0]]), ANGLES)).all()
        assert not model.known(5.0, 5.0)
        with pytest.raises(UnvisitedError, match=r"nothing is known of \(5\.00, 5\.00\) m"):
            model.location_at(5.0, 5.0)
    with pytest.raises(ValueError, match="expected finite"):
        models["lookup"].scan(np.array([[0.0, np.nan, 0.0]]), ANGLES)


@pytest.mark.parametrize("kind", ["lookup", "complete", "piecewise"])
def test_a_saved_model_reads_the_same(models, kind, tmp_path):
    model = models[kind]
    save_model(model, tmp_path / "model.npz")
    loaded = load_model(tmp_path / "model.npz")
    poses = np.array([[0.0, 0.0, 0.3], [0.4, 0.2, -2.0], [9.0, 9.0, 0.0]])
    np.testing.assert_array_equal(loaded.scan(poses, ANGLES), model.scan(poses, ANGLES))
    assert (loaded.kind, loaded.memory_bytes) == (kind, model.memory_bytes)
    np.testing.assert_array_equal(loaded.knowledge.status, model.knowledge.status)
    assert [path.name for path in tmp_path.iterdir()] == ["model.npz"]


def test_files_that_are_no_models_are_refused(models, tmp_path):
    with pytest.raises(ModelFileError, match="no such file"):
        load_model(tmp_path / "absent.npz")
    (tmp_path / "text.npz").write_text("not a model")
    with pytest.raises(ModelFileError, match="is not an identified environment"):
        load_model(tmp_path / "text.npz")
    with pytest.raises(OSError, match="is a folder"):
        save_model(models["piecewise"], tmp_path)
    save_model(models["piecewise"], tmp_path / "whole.npz")
    content = (tmp_path / "whole.npz").read_bytes()
    (tmp_path / "half.npz").write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelFileError, match="half"):
        load_model(tmp_path / "half.npz")
    with np.load(tmp_path / "whole.npz") as file:
        arrays = dict(file)
    arrays["term"] = arrays["term"] + np.uint8(100)  # would read outside of the table
    np.savez_compressed(tmp_path / "wrong.npz", **arrays)
    with pytest.raises(ModelFileError, match="do not fit together"):
        load_model(tmp_path / "wrong.npz")


def test_the_term_summary_counts_every_term(models):
    model = models["piecewise"]
    summary = term_summary(model)
    assert sum(use.polynomials for use in summary) == len(model.table.term)
    assert summary[0].polynomials == max(use.polynomials for use in summary)
    assert not {use.term for use in summary} - {"1", "u1", "u2", "u1^2", "u1*u2", "u2^2"}
    assert term_summary(models["lookup"]) == []


def test_the_effect_of_a_term_is_its_mean_square_over_all_directions(models):
    model = models["piecewise"]
    location = model.location_at(0.2, 0.1)
    effects = term_effects(model)[location]
    for m, term in enumerate(model.terms):
        total = 0.0
        for start, end, polynomial in model.pieces(location):
            inside = (start - 1e-9 <= PHI) & (end - 1e-9 > PHI)
            for t, parameter in zip(polynomial.terms, polynomial.parameters, strict=True):
                if t == term:
                    sin, cos = (sum(f.signal == name for f in t) for name in ("u1", "u2"))
                    total += float(np.sum((parameter * np.sin(PHI) ** sin * np.cos(PHI) ** cos)[inside] ** 2))
        assert effects[m] == pytest.approx(math.sqrt(total / 360.0), rel=1e-9)
