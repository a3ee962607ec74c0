"""Values and advantages under a centralised critic, by NumPy alone (test/engine/training/critics/central.test.ts).

    python3 test/golden/makers/make_central_critic.py > test/golden/central-critic.json

Episodes of a team whose agents see little of one another are made up, what the critic reads before each message is put together from the
episode (not from the agents' prompts), and the tiny Llama of `llama-tied` is run over it in float64, written here from its definition. A head
with one hidden layer gives the values; advantages are the textbook's sum over later one-step errors (Schulman et al. 2016, eq. 16) along the
serialised team.
"""
import json
import os
import re
import struct

import numpy as np

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAIRS = {"gammaToken": 0.97, "lambdaToken": 0.9, "gamma": 0.93, "lambda": 0.8}
START, END = 1, 2


def load(folder):
    with open(os.path.join(HERE, folder, "config.json")) as f:
        config = json.load(f)
    with open(os.path.join(HERE, folder, "model.safetensors"), "rb") as f:
        header = json.loads(f.read(struct.unpack("<Q", f.read(8))[0]))
        body = f.read()
    weights = {}
    for name, entry in header.items():
        if name != "__metadata__":
            a, b = entry["data_offsets"]
            weights[name] = np.frombuffer(body[a:b], np.float32).reshape(entry["shape"]).astype(float)
    return config, weights


CONFIG, W = load("llama-tied")


def encode(text):
    """A word, a mark or a line break is one id; spaces are none."""
    return [3 + 7 * sum(map(ord, word)) % 30 for word in re.findall(r"[A-Za-z0-9]+|\n|[^A-Za-z0-9\s]", text)]


def block(header, text):
    return [START, *encode(header + ": "), *encode(text), END, *encode("\n")]


def norm(x, weight):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + CONFIG["rms_norm_eps"]) * weight


def features(ids):
    """Features after the last norm, [tokens, D]."""
    n, heads, kv, d = len(ids), CONFIG["num_attention_heads"], CONFIG["num_key_value_heads"], CONFIG["head_dim"]
    angle = np.outer(np.arange(n), CONFIG["rope_theta"] ** (-np.arange(0, d, 2) / d))

    def turned(x):
        """Rotates the pairs (i, i + d/2) of each head: complex numbers times e^(i angle)."""
        z = (x[..., : d // 2] + 1j * x[..., d // 2 :]) * np.exp(1j * angle)[:, None]
        return np.concatenate([z.real, z.imag], -1)

    x = W["model.embed_tokens.weight"][ids]
    for layer in range(CONFIG["num_hidden_layers"]):
        p = f"model.layers.{layer}."
        h = norm(x, W[p + "input_layernorm.weight"])
        q, k, v = (
            (h @ W[f"{p}self_attn.{name}_proj.weight"].T).reshape(n, count, d) for name, count in (("q", heads), ("k", kv), ("v", kv))
        )
        q, k = turned(q), turned(k)
        out = np.zeros((n, heads, d))
        for head in range(heads):
            own = head * kv // heads
            for t in range(n):
                score = k[: t + 1, own] @ q[t, head] / np.sqrt(d)
                share = np.exp(score - score.max())
                out[t, head] = share @ v[: t + 1, own] / share.sum()
        x = x + out.reshape(n, -1) @ W[p + "self_attn.o_proj.weight"].T
        h = norm(x, W[p + "post_attention_layernorm.weight"])
        gate = h @ W[p + "mlp.gate_proj.weight"].T
        x = x + (gate / (1 + np.exp(-gate)) * (h @ W[p + "mlp.up_proj.weight"].T)) @ W[p + "mlp.down_proj.weight"].T
    return norm(x, W["model.norm.weight"])


rng = np.random.default_rng(22)
WIDTH = 5
HEAD = {
    "hidden.weight": rng.normal(0, 0.5, (WIDTH, CONFIG["hidden_size"])).round(4),
    "hidden.bias": rng.normal(0, 0.5, WIDTH).round(4),
    "value.weight": rng.normal(0, 0.5, (1, WIDTH)).round(4),
    "value.bias": rng.normal(0, 0.5, 1).round(4),
}


def head(x):
    return np.maximum(x @ HEAD["hidden.weight"].T + HEAD["hidden.bias"], 0) @ HEAD["value.weight"][0] + HEAD["value.bias"][0]


def number():
    return str(rng.integers(0, 100))


def case(reads, roles, turns, cut):
    play = [
        {
            "hidden": f"sum {number()}",
            "observations": {role: number() for role in roles},
            "said": [" ".join(number() for _ in range(rng.integers(1, 3))) for _ in roles],
            "transition": f"so {number()}",
            "paid": round(float(rng.uniform(-1, 1)), 6),
        }
        for _ in range(turns)
    ]
    after = {"hidden": f"sum {number()}", "observations": {role: number() for role in roles}}

    def transcript(turn, speaker):
        """What is read before agent number `speaker` speaks in `turn`; turn number `turns` is the one behind the cut."""
        ids = block("system", f"be {roles[speaker]}")
        for t in range(turn + 1):
            here = play[t] if t < turns else after
            if reads == "state" and t == turn:
                ids += block("state", here["hidden"])
            ids += block("problem", "\n".join(f"{role}: {text}" for role, text in here["observations"].items()))
            for agent, role in enumerate(roles):
                if t < turn or agent < speaker:
                    ids += block(role, here["said"][agent])
            if t < turn:
                ids += block("judge", here["transition"])
        return [*ids, START, *encode(f"{roles[speaker]}: ")]

    prompts, values = [], []
    for t in range(turns):
        for agent in range(len(roles)):
            prompt = transcript(t, agent)
            response = [*encode(play[t]["said"][agent]), END]
            states = features([*prompt, *response])[len(prompt) - 1 : -1]
            prompts.append(prompt)
            values.append(head(states))
    last = transcript(turns, 0) if cut else None
    bootstrap = float(head(features(last)[-1])) if cut else 0.0

    def advantages(chain, rewards, hands):
        g = np.where(hands, PAIRS["gamma"], PAIRS["gammaToken"])
        l = np.where(hands, PAIRS["lambda"], PAIRS["lambdaToken"])
        delta = rewards + g * np.append(chain[1:], bootstrap) - chain
        return [float(sum(np.prod((g * l)[t:u]) * delta[u] for u in range(t, len(chain)))) for t in range(len(chain))]

    ends = np.cumsum([len(v) for v in values]) - 1
    n = len(roles)
    tokens = np.concatenate(values)
    paid = np.zeros(len(tokens))
    paid[ends[n - 1 :: n]] = [t["paid"] for t in play]
    firsts = np.array([v[0] for v in values])
    by_message = np.zeros(len(firsts))
    by_message[n - 1 :: n] = [t["paid"] for t in play]
    return {
        "reads": reads,
        "roles": roles,
        "turns": play,
        "after": after if cut else None,
        "prompts": prompts,
        "values": [v.tolist() for v in values],
        "bootstrap": bootstrap,
        "advantages": advantages(tokens, paid, np.isin(np.arange(len(tokens)), ends)),
        "byMessage": advantages(firsts, by_message, np.ones(len(firsts), bool)),
    }


cases = [
    case("transcript", ["a", "b", "c"], 1, False),
    case("state", ["a", "b", "c"], 1, False),
    case("state", ["a", "b"], 2, False),
    case("transcript", ["a", "b"], 1, True),
    case("state", ["a", "b"], 1, True),
]
print(json.dumps({"pairs": PAIRS, "head": {name: w.tolist() for name, w in HEAD.items()}, "cases": cases}))
