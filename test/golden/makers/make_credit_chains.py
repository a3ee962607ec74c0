"""Advantages along other chains than the serialised one, by NumPy alone (test/unit/core/credit/advantages/chains.test.ts).

    python3 test/golden/makers/make_credit_chains.py > test/golden/credit-chains.json

Written otherwise than the workbench, which goes through an episode backwards: along who hears whom, A = delta + M A is solved as a system of
linear equations over all tokens, with M[t, u] = gamma * lambda / (number of successors); an agent's own chain is cut out of the episode,
and the textbook's sum over later one-step errors is taken of it (Schulman et al. 2016, eq. 16).
"""
import json

import numpy as np

PAIRS = {"gammaToken": 0.97, "lambdaToken": 0.9, "gamma": 0.93, "lambda": 0.8}


def episode(rng):
    """Messages of two or three turns: role, turn, sees, values; the team's reward of each turn."""
    messages, paid = [], []
    for turn in range(rng.integers(1, 4)):
        first = len(messages)
        for role in "abcd"[: rng.integers(2, 5)]:
            earlier = range(first)
            here = range(first, len(messages))
            sees = [i for i in earlier if rng.random() < 0.4] + [i for i in here if rng.random() < 0.5]
            values = rng.uniform(-1, 1, rng.integers(1, 4)).round(6).tolist()
            messages.append({"role": role, "turn": turn, "sees": sees, "values": values})
        paid.append(round(float(rng.uniform(-1, 1)), 6))
    cut = rng.random() < 0.5
    return {"messages": messages, "paid": paid, "bootstrap": round(float(rng.uniform(-1, 1)), 6) if cut else 0.0, "truncated": bool(cut)}


def listeners(messages):
    """Successors by the matrix H of who hears whom: H @ H counts ways over another who hears."""
    n = len(messages)
    hears = np.zeros((n, n), int)
    for i, message in enumerate(messages):
        hears[message["sees"], i] = 1
    turn = np.array([m["turn"] for m in messages])
    found = []
    for i in range(n):
        group = np.flatnonzero((turn == turn[i]) & (hears[i] == 1))
        if len(group) == 0:
            later = np.unique(turn[turn > turn[i]])
            if len(later) == 0:
                found.append([])
                continue
            group = np.flatnonzero(turn == later[0])
            heard = group[hears[i, group] == 1]
            group = heard if len(heard) else group
        among = hears[np.ix_(group, group)].sum(axis=0)
        found.append([int(j) for j, before in zip(group, among) if before == 0])
    return found


def by_listeners(e):
    messages, n = e["messages"], len(e["messages"])
    lengths = [len(m["values"]) for m in messages]
    start = np.concatenate([[0], np.cumsum(lengths)])
    total = start[-1]
    values = np.concatenate([m["values"] for m in messages])
    rewards = np.zeros(total)
    for t, paid in enumerate(e["paid"]):
        own = [i for i in range(n) if messages[i]["turn"] == t]
        for i in own:
            if not any(i in messages[j]["sees"] for j in own):
                rewards[start[i + 1] - 1] += paid
    after = listeners(messages)
    to_value, carry, end = np.zeros((total, total)), np.zeros((total, total)), np.zeros(total)
    for i in range(n):
        for t in range(start[i], start[i + 1]):
            last = t == start[i + 1] - 1
            g, l = (PAIRS["gamma"], PAIRS["lambda"]) if last else (PAIRS["gammaToken"], PAIRS["lambdaToken"])
            behind = [start[j] for j in after[i]] if last else [t + 1]
            for u in behind:
                to_value[t, u] += g / len(behind)
                carry[t, u] += g * l / len(behind)
            if not behind:
                end[t] = g * e["bootstrap"]
    delta = rewards + to_value @ values + end - values
    advantages = np.linalg.solve(np.eye(total) - carry, delta)
    return [advantages[start[i] : start[i + 1]].tolist() for i in range(n)]


def by_agent(e):
    messages = e["messages"]
    found = [None] * len(messages)
    for role in sorted({m["role"] for m in messages}):
        own = [i for i, m in enumerate(messages) if m["role"] == role]
        values = np.concatenate([messages[i]["values"] for i in own])
        ends = np.cumsum([len(messages[i]["values"]) for i in own]) - 1
        rewards = np.zeros(len(values))
        for t, paid in enumerate(e["paid"]):
            spoken = [k for k, i in enumerate(own) if messages[i]["turn"] <= t]
            if spoken:
                rewards[ends[spoken[-1]]] += paid
        hands = np.isin(np.arange(len(values)), ends)
        g = np.where(hands, PAIRS["gamma"], PAIRS["gammaToken"])
        l = np.where(hands, PAIRS["lambda"], PAIRS["lambdaToken"])
        delta = rewards + g * np.append(values[1:], e["bootstrap"]) - values
        advantages = [sum(np.prod((g * l)[t:u]) * delta[u] for u in range(t, len(values))) for t in range(len(values))]
        for k, i in enumerate(own):
            found[i] = [float(a) for a in advantages[ends[k] - len(messages[i]["values"]) + 1 : ends[k] + 1]]
    return found


rng = np.random.default_rng(22)
cases = []
for _ in range(25):
    e = episode(rng)
    cases.append({**e, "listener": by_listeners(e), "agent": by_agent(e)})
print(json.dumps({"pairs": PAIRS, "cases": cases}))
