"""Makes objectives.json: policy and value losses with their derivatives, by PyTorch's autograd in float64.

Written with padded [messages, tokens] tensors and masks, as RL code bases in PyTorch write them; the workbench works on
flat vectors with hand-made derivatives. The decoupled loss and the dual clip follow AReaL's `ppo_actor_loss_fn`, message
level MARFT's APPO. Needs only torch. `python make_objectives.py` rewrites the file from fixed seeds.
"""
import json, os
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_default_dtype(torch.float64)

LENGTHS = [3, 1, 4, 2, 5, 1]
WORDS = [2, 1, 3, 0, 2, 1]
DEFAULTS = dict(
    algorithm="tppo", ratioLevel="token", logprobNormalization="sum", clip=0.2, clipHigher=0, dualClip=0,
    entropyCoef=0.02, klCoef=0.1, klEstimator="k3", klPlacement="loss", decoupled=dict(enabled=False, weightCap=5),
    rolloutCorrection=dict(mode="off", cap=2),
)
CASES = {
    "tppo": dict(),
    "tppo, asymmetric and dual clip": dict(clip=0.1, clipHigher=0.3, dualClip=1.5, klEstimator="k2"),
    "tppo, decoupled": dict(decoupled=dict(enabled=True, weightCap=1.6)),
    "tppo, decoupled, no cap, dual clip": dict(decoupled=dict(enabled=True, weightCap=0), dualClip=1.3, klCoef=0),
    "appo, sum": dict(algorithm="appo"),
    "appo, per token": dict(algorithm="appo", logprobNormalization="token", klEstimator="k1"),
    "appo, per word": dict(algorithm="appo", logprobNormalization="word", clip=0.1, clipHigher=0.15, klEstimator="k2"),
    "appo, decoupled per token, dual clip": dict(
        algorithm="appo", logprobNormalization="token", dualClip=1.1, clip=0.1, decoupled=dict(enabled=True, weightCap=1.2)
    ),
    "grpo": dict(algorithm="grpo", klCoef=0.5, entropyCoef=0),
    "grpo, messages per token": dict(algorithm="grpo", ratioLevel="message", logprobNormalization="token"),
    "reinforce": dict(algorithm="reinforce", klEstimator="k2"),
    "rloo, messages": dict(algorithm="rloo", ratioLevel="message"),
    "rloo, messages per word, KL in the reward": dict(
        algorithm="rloo", ratioLevel="message", logprobNormalization="word", klPlacement="reward"
    ),
    "tppo, rollout correction": dict(rolloutCorrection=dict(mode="token", cap=1.3), dualClip=1.5),
    "grpo, messages per token, rollout correction": dict(
        algorithm="grpo", ratioLevel="message", logprobNormalization="token", rolloutCorrection=dict(mode="token", cap=1.2), klCoef=0
    ),
    "reinforce, rollout correction": dict(algorithm="reinforce", rolloutCorrection=dict(mode="token", cap=2)),
}


def padded(flat):
    rows = torch.split(flat, LENGTHS)
    return torch.nn.utils.rnn.pad_sequence(list(rows), batch_first=True)


def kl_estimate(name, x):
    return {"k1": lambda: x, "k2": lambda: x * x / 2, "k3": lambda: torch.exp(-x) - 1 + x}[name]()


def by_message(s):
    return s["algorithm"] == "appo" or (s["algorithm"] != "tppo" and s["ratioLevel"] == "message")


def policy_loss(batch, s):
    """The loss and its parts; logprobs and entropies are leaves."""
    mask = padded(torch.ones(sum(LENGTHS)))
    logp, old, prox, ref, adv, ent, weight = (
        padded(batch[k]) for k in ("logprobs", "oldLogprobs", "proxLogprobs", "refLogprobs", "advantages", "entropies", "weights")
    )
    # As TRL: a weight per token, broadcast against what a message's loss is, so that its mean weighs a message.
    corrected = s["rolloutCorrection"]["mode"] == "token"
    sampler = padded(batch["samplerLogprobs"]) if corrected else old
    truncated, capped = torch.exp(old - sampler).clamp(max=s["rolloutCorrection"]["cap"]), torch.exp(old - sampler) > s["rolloutCorrection"]["cap"]
    rollout_kl = sampler - old
    kl_tokens = kl_estimate(s["klEstimator"], logp - ref)
    if by_message(s):
        lengths = mask.sum(1)
        divisor = {
            "sum": torch.ones(len(LENGTHS)),
            "token": lengths,
            "word": torch.tensor(WORDS).clamp(min=1),
        }[s["logprobNormalization"]]
        logp, old, prox = ((x * mask).sum(1) / divisor for x in (logp, old, prox))
        ent, kl_tokens, truncated, capped, rollout_kl = (
            (x * mask).sum(1) / lengths for x in (ent, kl_tokens, truncated, capped, rollout_kl)
        )
        adv, weight = adv[:, 0], weight[:, 0]
    share = weight / weight.sum()
    decoupled = s["decoupled"]["enabled"] and s["algorithm"] not in ("reinforce", "rloo")
    start = prox if decoupled else old
    ratio = torch.exp(logp - start)
    dual = torch.zeros_like(ratio, dtype=torch.bool)
    if s["algorithm"] in ("reinforce", "rloo"):
        pg = -logp * adv
        clipped = outside = dual
    else:
        low, high = 1 - s["clip"], 1 + (s["clipHigher"] or s["clip"])
        pg1, pg2 = -adv * ratio, -adv * torch.clamp(ratio, low, high)
        clipped, outside = pg1 < pg2, (ratio < low) | (ratio > high)
        pg = torch.max(pg1, pg2)
        if s["dualClip"]:
            pg3 = torch.sign(adv) * s["dualClip"] * adv
            dual = pg3 < pg
            pg = torch.min(pg, pg3)
    behave = torch.exp(prox - old) if decoupled else torch.ones_like(ratio)
    dropped = torch.zeros_like(dual)
    if decoupled:
        if s["decoupled"]["weightCap"]:
            dropped = behave > s["decoupled"]["weightCap"]
        pg = torch.where(dropped, torch.zeros_like(pg), pg * behave)

    pg = pg * truncated.detach()

    def mean(x):
        return (share * x).sum()

    kl_coef = s["klCoef"] if s["klPlacement"] == "loss" else 0
    loss = mean(pg) - s["entropyCoef"] * mean(ent) + kl_coef * mean(kl_tokens)
    kept = ~dropped
    metrics = dict(
        pg_loss=mean(pg), pg_clipfrac=mean(clipped & kept), dual_clipfrac=mean(dual & kept), ratio_clipfrac=mean(outside),
        ppo_kl=mean(ratio - 1 - torch.log(ratio)), entropy=mean(ent), kl_loss=mean(kl_tokens), ratio_mean=mean(ratio),
        ratio_clamped=0, behave_weight=mean(behave * kept), behave_kl=mean(behave - 1 - torch.log(behave)),
        capped_frac=mean(dropped), rollout_weight=mean(truncated), rollout_capped_frac=mean(capped), rollout_kl=mean(rollout_kl),
    )
    return loss, {k: float(torch.as_tensor(v).detach()) for k, v in metrics.items()}


def spread(per_message):
    return torch.repeat_interleave(per_message, torch.tensor(LENGTHS))


def policy_case(seed, changes):
    g = torch.Generator().manual_seed(seed)
    n = sum(LENGTHS)
    uniform = lambda low, high, count=n: (low + (high - low) * torch.rand(count, generator=g)).round(decimals=6)
    batch = dict(logprobs=uniform(-3, -0.1), entropies=uniform(0.1, 2))
    batch["proxLogprobs"] = batch["logprobs"] + uniform(-0.5, 0.5)
    batch["oldLogprobs"] = batch["proxLogprobs"] + uniform(-0.6, 0.6)
    batch["refLogprobs"] = batch["logprobs"] + uniform(-1, 1)
    settings = {**DEFAULTS, **changes}
    if by_message(settings):  # constant inside a message, one message left out
        batch["advantages"] = spread(uniform(-2, 2, len(LENGTHS)))
        batch["weights"] = spread(torch.tensor([1, 0.5, 1, 2, 1, 0]))
    else:
        batch["advantages"] = uniform(-2, 2)
        batch["weights"] = torch.arange(n) % 4 / 2
    if settings["rolloutCorrection"]["mode"] == "token":
        batch["samplerLogprobs"] = batch["oldLogprobs"] + uniform(-0.8, 0.8)
    for key in ("logprobs", "entropies"):
        batch[key].requires_grad_(True)
    loss, metrics = policy_loss(batch, settings)
    d_logprobs, d_entropies = torch.autograd.grad(loss, [batch["logprobs"], batch["entropies"]], allow_unused=True)
    return dict(
        settings=settings,
        batch={k: v.tolist() for k, v in batch.items()} | dict(lengths=LENGTHS, words=WORDS),
        loss=loss.item(), metrics=metrics, dLogprobs=d_logprobs.tolist(), dEntropies=d_entropies.tolist(),
    )


def value_case(seed, value_clip, huber_delta):
    g = torch.Generator().manual_seed(seed)
    uniform = lambda low, high: (low + (high - low) * torch.rand(12, generator=g)).round(decimals=6)
    values, returns = uniform(-2, 2), uniform(-2, 2)
    old = values + uniform(-0.6, 0.6)
    weights = torch.tensor([1, 0, 2, 1, 0.5, 1, 1, 1, 0, 1, 1, 3.0])
    values.requires_grad_(True)

    def error(v):
        if huber_delta:
            return F.huber_loss(v, returns, reduction="none", delta=huber_delta)
        return 0.5 * F.mse_loss(v, returns, reduction="none")

    loss = error(values)
    if value_clip:
        loss = torch.max(loss, error(old + torch.clamp(values - old, -value_clip, value_clip)))
    loss = (weights * loss).sum() / weights.sum()
    (d_values,) = torch.autograd.grad(loss, [values])
    return dict(
        valueClip=value_clip, huberDelta=huber_delta, values=values.tolist(), oldValues=old.tolist(),
        returns=returns.tolist(), weights=weights.tolist(), loss=loss.item(), dValues=d_values.tolist(),
    )


def shows(case):
    """Whether every clip and cap that the case switches on acts on some decision, and not on all."""
    s, metrics = case["settings"], case["metrics"]
    if s["algorithm"] in ("reinforce", "rloo"):
        return True
    needed = ["pg_clipfrac"]
    if s["dualClip"]:
        needed.append("dual_clipfrac")
    if s["decoupled"]["enabled"] and s["decoupled"]["weightCap"]:
        needed.append("capped_frac")
    return all(metrics[name] > 0 for name in needed) and sum(metrics[name] for name in needed) < 0.9


def main():
    policy = {
        name: next(case for seed in range(1000) if shows(case := policy_case(seed, changes))) for name, changes in CASES.items()
    }
    value = [value_case(100 + i, *pair) for i, pair in enumerate([(0, 0), (0.2, 0), (0, 0.5), (0.2, 0.5)])]
    with open(os.path.join(HERE, "objectives.json"), "w") as f:
        json.dump(dict(policy=policy, value=value), f)
        f.write("\n")


if __name__ == "__main__":
    main()
