"""Messages held against others in their place, by NumPy alone (test/unit/core/credit/advantages/alternatives.test.ts).

    python3 test/golden/makers/make_counterfactual.py > test/golden/counterfactual.json

Written otherwise than the workbench, which takes the others' mean off what the message is worth: C3's leave-one-out baseline is computed of all
candidates as (sum - own) / (n - 1) and multiplied out as n / (n - 1) * (own - mean over all); difference rewards as a quotient of utilities; COMA's sum
over actions with the empirical distribution of its samples as probabilities (Foerster et al. 2018, eq. 4). What a role receives is a matrix
product: own_share * I + (1 - own_share) / agents * 1.
"""
import json

import numpy as np

ROLES = ["a", "b", "c"]


def case(rng, own_share, count):
    messages = []
    mixing = own_share * np.eye(3) + (1 - own_share) / 3 * np.ones((3, 3))
    for _ in range(rng.integers(1, 6)):
        speaker = int(rng.integers(0, 3))
        candidates = rng.uniform(-1, 1, (count + 1, 3)).round(6)  # [candidate, role]; the message itself is the first
        received = candidates @ mixing.T
        of = received[:, speaker]
        n = count + 1
        c3 = n / (n - 1) * (of[0] - of.mean())
        policy = np.full(count, 1 / count)
        coma = of[0] - policy @ of[1:]
        assert np.isclose(c3, coma) and np.isclose(c3, of[0] - (of.sum() - of[0]) / (n - 1))
        messages.append({"role": ROLES[speaker], "candidates": candidates.tolist(), "advantage": float(c3)})
    return {"ownShare": own_share, "messages": messages}


rng = np.random.default_rng(2603)
shares = [1.0, 0.5, 0.0]
print(json.dumps([case(rng, shares[i % 3], 1 + i % 5) for i in range(24)], indent=1))
