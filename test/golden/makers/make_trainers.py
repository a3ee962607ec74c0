"""What the large trainers do to a loss, by NumPy alone (test/unit/core/objectives/trainers.test.ts).

    python3 test/golden/makers/make_trainers.py > test/golden/trainers.json

Written from the sources' definitions and otherwise than the workbench: the soft overlong punishment as DAPO's three cases (Yu et al. 2025, eq. 13,
with the limit as L_max and the buffer as L_cache, at most L_max), times the penalty; the second-moment threshold as M2PO's loop, which takes the largest square away
until the mean is below (Zheng et al. 2025, alg. 1), one token at least staying; losses over each adapter as one mean of its own for each, added up, without any divisor.
"""
import json

import numpy as np

rng = np.random.default_rng(2510)


def overlong():
    limit = int(rng.integers(2, 40))
    buffer = int(rng.integers(1, 50))
    penalty = float(rng.uniform(0.1, 2))
    length = int(rng.integers(1, limit + 1))
    cache = min(buffer, limit)
    if length <= limit - cache:
        reward = 0.0
    elif length <= limit:
        reward = ((limit - cache) - length) / cache
    else:
        reward = -1.0
    return {"limit": limit, "buffer": buffer, "penalty": penalty, "length": length, "reward": penalty * reward}


def second_moment():
    ratios = rng.normal(0, rng.uniform(0.05, 0.8), int(rng.integers(1, 30)))
    threshold = float(rng.uniform(0.005, 0.3))
    kept = np.ones(len(ratios), bool)
    while kept.sum() > 1 and np.mean(ratios[kept] ** 2) >= threshold:
        kept[np.argmax(np.where(kept, ratios**2, -1))] = False
    return {"logRatios": ratios.tolist(), "threshold": threshold, "kept": kept.astype(int).tolist()}


def over_adapters():
    count = int(rng.integers(2, 8))
    lengths = rng.integers(1, 6, count)
    adapters = rng.integers(0, 3, count)
    limits = np.array([4, 6, 9])[adapters] + 2
    losses = [rng.normal(size=n) for n in lengths]
    weights = [(rng.random(n) < 0.8).astype(float) for n in lengths]
    total = {"token": 0.0, "message_mean": 0.0, "message_sum": 0.0, "constant": 0.0}
    for adapter in np.unique(adapters):
        own = [m for m in range(count) if adapters[m] == adapter and weights[m].sum() > 0]
        if not own:
            continue
        total["token"] += np.average(np.concatenate([losses[m] for m in own]), weights=np.concatenate([weights[m] for m in own]))
        total["message_mean"] += np.mean([np.average(losses[m], weights=weights[m]) for m in own])
        total["message_sum"] += np.mean([losses[m] @ weights[m] for m in own])
        total["constant"] += np.mean([losses[m] @ weights[m] / limits[m] for m in own])
    return {
        "lengths": lengths.tolist(),
        "adapters": adapters.tolist(),
        "limits": limits.tolist(),
        "losses": np.concatenate(losses).tolist(),
        "weights": np.concatenate(weights).tolist(),
        "total": total,
    }


print(
    json.dumps(
        {
            "overlong": [overlong() for _ in range(60)],
            "secondMoment": [second_moment() for _ in range(40)],
            "overAdapters": [over_adapters() for _ in range(30)],
        }
    )
)
