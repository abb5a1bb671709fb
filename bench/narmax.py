"""How fast environments are identified and read: against sysidentpy's FROLS, fit by fit on the same data.

The load is the exploration of paper 3: about 700 signatures of 360 samples, cut into about 14,000 segments.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from ce_core.experiments.narmax_laboratory import Laboratory
from ce_core.identified_environment import ENVIRONMENT_MODELS, EnvironmentModel, approximate_signatures
from ce_core.identified_environment.polynomial_signatures import signature_columns, signature_terms
from ce_core.identified_environment.segment_fit import SHORT, bench, fit_segment
from ce_core.identified_environment.signatures import Signatures
from ce_core.kernels.closed_loop import measure_poses, scan_poses

SEED = 0
PEER_FITS = 40


def seconds(call: Callable[[], object], repeats: int) -> float:
    """Median wall-clock time of a call [s]."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def peer_seconds_per_fit(signatures: Signatures, model: EnvironmentModel, fits: int) -> float | None:
    """Median time of one fit of the same segments with sysidentpy [s]; None where it is not installed.

    The same candidates (degree 2 in sine and cosine) and as many terms as our procedure found; sysidentpy
    does the forward regression once, ours does it up to four times for each segment.
    """
    try:
        from sysidentpy.basis_function import Polynomial
        from sysidentpy.model_structure_selection import FROLS
        from sysidentpy.parameter_estimation import LeastSquares
        from sysidentpy.utils.display_results import results  # noqa: F401 - part of what a user loads
    except ImportError:
        return None
    phi = np.deg2rad(np.arange(360.0))
    inputs = np.column_stack((np.sin(phi), np.cos(phi)))
    times = []
    for location in range(0, len(signatures.locations), max(len(signatures.locations) // fits, 1)):
        pieces = model.pieces(location)
        start, end, polynomial = max(pieces, key=lambda piece: piece[1] - piece[0])
        rows = slice(round(np.rad2deg(start)), round(np.rad2deg(end)))
        if rows.stop - rows.start < SHORT + 2:
            continue
        peer = FROLS(
            order_selection=False,
            n_terms=len(polynomial.terms),
            xlag=[[1], [1]],
            ylag=1,
            model_type="NFIR",
            basis_function=Polynomial(degree=2),
            estimator=LeastSquares(),
            err_tol=None,
        )
        y = signatures.values[location, rows][:, None]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            times.append(seconds(lambda peer=peer, x=inputs[rows], y=y: peer.fit(X=x, y=y), 1))
    return statistics.median(times)


def plain_seconds_per_fit(signatures: Signatures, fits: int) -> float:
    """Median time of one fit of half a signature by the same functions, not compiled [s]."""
    columns = signature_columns(signature_terms(2))
    space = bench(len(columns), 360)
    times = [
        seconds(lambda k=k: fit_segment(columns[:, 90:270], signatures.values[k, 90:270], 0.0005, space), 1)
        for k in range(fits)
    ]
    return statistics.median(times)


def measure(repeats: int) -> dict[str, float | None]:
    """Explore once, then identify and read again and again."""
    laboratory = Laboratory()
    log, _ = laboratory.explore(SEED)
    signatures = approximate_signatures(log)
    first = seconds(lambda: ENVIRONMENT_MODELS["piecewise"](signatures, "laser"), 1)
    fit_all = {
        kind: seconds(lambda kind=kind: ENVIRONMENT_MODELS[kind](signatures, "laser"), repeats)
        for kind in ("piecewise", "complete")
    }
    models = {kind: ENVIRONMENT_MODELS[kind](signatures, "laser") for kind in ENVIRONMENT_MODELS}
    fits = models["piecewise"].polynomials
    poses = log.poses[:: max(len(log) // 2000, 1)]
    scans = np.empty((len(poses), len(laboratory.angles)))
    scan = {
        kind: seconds(lambda m=m: scan_poses(m.table, poses, laboratory.beams, scans), repeats) / len(poses)
        for kind, m in models.items()
    }
    exact = laboratory.plan
    rays = seconds(lambda: measure_poses(exact, poses, laboratory.beams, 0, scans), repeats) / len(poses)
    peer = peer_seconds_per_fit(signatures, models["piecewise"], PEER_FITS)
    ours = fit_all["piecewise"] / fits
    plain = plain_seconds_per_fit(signatures, 5)
    return {
        "narmax.fits": fits,
        "narmax.first_call_s": first,
        "narmax.fit_all_s": fit_all["piecewise"],
        "narmax.fit_complete_s": fit_all["complete"],
        "narmax.fit_us": ours * 1e6,
        "narmax.sysidentpy_fit_us": None if peer is None else peer * 1e6,
        "narmax.ratio_vs_sysidentpy": None if peer is None else peer / ours,
        "narmax.ratio_vs_plain": plain / ours,
        "narmax.scan_us": scan["piecewise"] * 1e6,
        "narmax.scan_complete_us": scan["complete"] * 1e6,
        "narmax.scan_lookup_us": scan["lookup"] * 1e6,
        "narmax.scan_rays_us": rays * 1e6,
    }


def main() -> None:
    """Measure, print, and write the figures as JSON if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to FILE")
    parser.add_argument("--repeats", type=int, default=9, help="runs of each (default: 9)")
    arguments = parser.parse_args()
    f = measure(arguments.repeats)
    print(f"first call (loads or compiles the kernel): {f['narmax.first_call_s']:.2f} s")
    print(
        f"identifying all {f['narmax.fits']} segments: {f['narmax.fit_all_s']:.3f} s, "
        f"{f['narmax.fit_us']:.1f} us a fit; plain Python needs {f['narmax.ratio_vs_plain']:.0f} times that"
    )
    if f["narmax.ratio_vs_sysidentpy"] is None:
        print("sysidentpy is not installed: no ratio (pip install sysidentpy)")
    else:
        print(
            f"sysidentpy {f['narmax.sysidentpy_fit_us']:.0f} us a fit on the same segments: ours is "
            f"{f['narmax.ratio_vs_sysidentpy']:.0f} times as fast"
        )
    print(
        f"a scan of 181 beams: piecewise {f['narmax.scan_us']:.1f} us, complete "
        f"{f['narmax.scan_complete_us']:.1f} us, look-up {f['narmax.scan_lookup_us']:.1f} us, "
        f"rays between the walls {f['narmax.scan_rays_us']:.1f} us"
    )
    if arguments.json:
        arguments.json.write_text(json.dumps(f, indent=2) + "\n")


if __name__ == "__main__":
    main()
