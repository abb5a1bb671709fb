import numpy as np
import pytest
from scipy import stats

from ce_core.internal_model.sensors import Additive, Draws, Exact, MeasuredTable, Multiplicative

N = 20_000
FAR = np.full(N, 0.23)
DRAWS = Draws(1, 0, 0, 1024)


def test_multiplicative_noise_is_s_times_n_one_sigma():
    values = Multiplicative(0.05).apply(np.full(N, 2.0), FAR, DRAWS)
    assert stats.kstest(values / 2.0, "norm", (1.0, 0.05)).pvalue > 0.01
    assert (Multiplicative(3.0).apply(np.ones(N), FAR, DRAWS) >= 0.0).all()


def test_additive_noise_is_s_plus_n_zero_sigma():
    values = Additive(0.05).apply(np.full(N, 2.0), FAR, DRAWS)
    assert stats.kstest(values - 2.0, "norm", (0.0, 0.05)).pvalue > 0.01


def test_no_noise_changes_nothing():
    assert np.array_equal(Exact().apply(FAR, FAR, DRAWS), FAR)


TABLE = MeasuredTable((0.10, 0.15, 0.20, 0.25), ((9.0, 9.2), (7.0, 7.1), (5.0, 5.4), (4.0, 4.2)))


def test_the_lectures_example_between_20_and_25_centimetres():
    # S = s20 + (0.23 - 0.20) / (0.25 - 0.20) (s25 - s20), one of two samples at each distance
    values = TABLE.apply(np.zeros(N), FAR, DRAWS)
    expected = sorted(s20 + 0.6 * (s25 - s20) for s20 in (5.0, 5.4) for s25 in (4.0, 4.2))
    found, counts = np.unique(np.round(values, 9), return_counts=True)
    assert found == pytest.approx(expected)
    assert stats.chisquare(counts).pvalue > 0.01  # every pair of samples equally often


def test_at_a_measured_distance_one_of_its_samples_is_read():
    values = TABLE.apply(np.zeros(N), np.full(N, 0.15), DRAWS)
    assert set(np.round(values, 9)) == {7.0, 7.1}


def test_outside_of_the_table_the_nearest_row_is_read_and_nothing_seen_is_left_alone():
    distances = np.array([0.02, 0.9, np.inf])
    near, far, nothing = TABLE.apply(np.array([0.0, 0.0, 0.125]), distances, DRAWS)
    assert round(near, 9) in (9.0, 9.2)
    assert round(far, 9) in (4.0, 4.2)
    assert nothing == 0.125


def test_a_table_from_a_file(tmp_path):
    path = tmp_path / "ir.csv"
    path.write_text("# distance [m], k samples\n0.1, 0.9, 0.8\n0.2, 0.5, 0.6  # noon\n\n")
    assert MeasuredTable.load(path) == MeasuredTable((0.1, 0.2), ((0.9, 0.8), (0.5, 0.6)))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0.1, 1\n", "1 distances and 1 rows"),
        ("0.2, 1\n0.1, 2\n", "expected rising"),
        ("0.1, 1, 2\n0.2, 2\n", "samples at 0.2 m = .*expected 2 finite"),
        ("0.1, 1\n0.2, nan\n", "samples at 0.2 m"),
        ("0.1, 1\n0.2, x\n", r":2: '0.2, x'; expected distance, sample"),
    ],
)
def test_a_wrong_file_says_where_and_what_would_be_right(tmp_path, text, message):
    path = tmp_path / "ir.csv"
    path.write_text(text)
    with pytest.raises(ValueError, match=message) as error:
        MeasuredTable.load(path)
    assert str(path) in str(error.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"none\.csv: cannot be read"):
        MeasuredTable.load(tmp_path / "none.csv")


@pytest.mark.parametrize("kind", [Multiplicative, Additive])
def test_a_negative_deviation_is_refused(kind):
    with pytest.raises(ValueError, match=r"sigma = -0\.1"):
        kind(-0.1)
