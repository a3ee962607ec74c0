"""MaxRL (arXiv 2602.02710) and role-conditioned advantage estimation (arXiv 2506.24119), in plain Python (test/unit/core/credit/advantages/methods2026.test.ts).

    python3 test/golden/makers/make_2026.py > test/golden/methods-2026.json

Written otherwise than the workbench. MaxRL: the advantage as r / p - 1 with p the exact rate of success (fractions). RAE: the running mean not by
its recursion but summed up, b before episode n = (1 - d) * sum of d^(n-1-k) * G_k over the role's episodes k < n; and the paper's order, in which the
mean moves first, from the same sum with one more term.
"""
import json
import random
from fractions import Fraction

random.seed(2602)
ROLES = ["a", "b", "c"]


def maxrl(size):
    rewards = [random.choice([0, 0, 0, 1]) for _ in range(size)] if random.random() < 0.7 else [random.randint(0, 8) / 8 for _ in range(size)]
    rate = sum(map(Fraction, rewards)) / size
    advantages = [0.0 if rate == 0 else float(Fraction(r) / rate - 1) for r in rewards]
    return {"rewards": rewards, "advantages": advantages}


def rae(decay, batches):
    past = {role: [] for role in ROLES}
    before = lambda played: (1 - decay) * sum(decay ** (len(played) - 1 - k) * g for k, g in enumerate(played))
    told = []
    for _ in range(batches):
        episodes = []
        for _ in range(random.randint(1, 5)):
            speakers = [role for role in ROLES if random.random() < 0.8] or ["a"]
            paid = {role: round(random.uniform(-1, 1), 6) for role in speakers}
            advantages, papers = {}, {}
            for role in speakers:
                advantages[role] = paid[role] - before(past[role])
                past[role].append(paid[role])
                papers[role] = paid[role] - before(past[role])
            episodes.append({"paid": paid, "advantages": advantages, "papers": papers})
        told.append({"episodes": episodes, "means": {role: before(played) for role, played in past.items() if played}})
    return {"decay": decay, "batches": told}


print(json.dumps({"maxrl": [maxrl(2 + i % 7) for i in range(40)], "rae": [rae(d, 4) for d in (0.95, 0.5, 0.0, 0.8)]}, indent=1))
