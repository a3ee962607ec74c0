"""Makes objectives.json: policy and value losses with their derivatives, by PyTorch's autograd in float64.

Written with padded [messages, tokens] tensors and masks, as RL code bases in PyTorch write them; the workbench works on
flat vectors with hand-made derivatives. The decoupled loss and the dual clip follow AReaL's `ppo_actor_loss_fn`, message
level MARFT's APPO. Needs only torch. `python make_objectives.py` rewrites the file from fixed seeds.
"""
import json, os
import torch
import torch.nn.functional as F

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
torch.set_default_dtype(torch.float64)

LENGTHS = [3, 1, 4, 2, 5, 1]
WORDS = [2, 1, 3, 0, 2, 1]
DEFAULTS = dict(
    algorithm="tppo", ratioLevel="token", logprobNormalization="sum", clip=0.2, clipHigher=0, dualClip=0,
    entropyCoef=0.02, klCoef=0.1, klEstimator="k3", klPlacement="loss", decoupled=dict(enabled=False, weightCap=5),
    rolloutCorrection=dict(mode="off", above="truncate", cap=2), policyLoss="clip", sapo=dict(positive=1, negative=1.05),
    covariance=dict(share=0.0002, low=1, high=5, klCoef=1), lossAggregation="token", lossOver="all", topEntropy=1,
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
    "grpo, cispo": dict(algorithm="grpo", policyLoss="cispo", clip=0.3, clipHigher=0.1),
    "grpo, cispo without a lower edge": dict(algorithm="grpo", policyLoss="cispo", clip=1, clipHigher=0.2, klCoef=0, entropyCoef=0),
    "grpo, messages per token, cispo": dict(
        algorithm="grpo", ratioLevel="message", logprobNormalization="token", policyLoss="cispo", clip=0.1
    ),
    "grpo, sapo": dict(algorithm="grpo", policyLoss="sapo", sapo=dict(positive=1.5, negative=2), lossAggregation="message_mean"),
    "grpo, messages per token, sapo": dict(algorithm="grpo", ratioLevel="message", logprobNormalization="token", policyLoss="sapo"),
    "grpo, dppo by total variation": dict(algorithm="grpo", policyLoss="dppo_tv", clip=0.1, clipHigher=0.05),
    "grpo, dppo by KL": dict(algorithm="grpo", policyLoss="dppo_kl", clip=0.02, clipHigher=0.03),
    # As many as there are between the two ends, so that nothing is drawn.
    "grpo, clip-cov": dict(algorithm="grpo", policyLoss="clip_cov", covariance=dict(share=1, low=0.1, high=0.8, klCoef=1)),
    "grpo, kl-cov": dict(algorithm="grpo", policyLoss="kl_cov", covariance=dict(share=0.3, low=1, high=5, klCoef=0.7)),
    "tppo, message mean": dict(lossAggregation="message_mean"),
    "tppo, message sum": dict(lossAggregation="message_sum"),
    "tppo, constant": dict(lossAggregation="constant"),
    "tppo, message mean of each adapter": dict(lossAggregation="message_mean", lossOver="adapter"),
    "tppo, token mean of each adapter": dict(lossOver="adapter"),
    "tppo, constant of each adapter, decoupled": dict(
        lossAggregation="constant", lossOver="adapter", decoupled=dict(enabled=True, weightCap=1.6)
    ),
    "tppo, masked rollout correction": dict(rolloutCorrection=dict(mode="token", above="mask", cap=1.3)),
    "tppo, rollout correction by message": dict(rolloutCorrection=dict(mode="message", cap=1.3)),
    "tppo, masked rollout correction by message": dict(rolloutCorrection=dict(mode="message", above="mask", cap=1.5)),
    "grpo, messages per token, masked rollout correction by message": dict(
        algorithm="grpo", ratioLevel="message", logprobNormalization="token", rolloutCorrection=dict(mode="message", above="mask", cap=1.5)
    ),
    "grpo, the tokens of most entropy": dict(algorithm="grpo", topEntropy=0.4),
}
LIMITS = [4, 4, 6, 6, 5, 4]
ADAPTERS = [0, 1, 0, 1, 0, 1]


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
    correction = s["rolloutCorrection"]
    sampler = padded(batch["samplerLogprobs"]) if correction["mode"] != "off" else old
    rollout_kl = sampler - old
    by_whole = ((old - sampler) * mask).sum(1, keepdim=True).expand_as(old)
    importance = torch.exp(by_whole if correction["mode"] == "message" else old - sampler)
    capped = importance > correction["cap"]
    if correction["above"] == "mask":  # MIS
        truncated = importance.masked_fill(capped, 0)
    else:  # TIS
        truncated = importance.clamp(max=correction["cap"])
    valid = mask * (weight != 0)
    silenced = torch.zeros_like(mask)
    if s["topEntropy"] < 1:
        threshold = torch.quantile(ent[valid > 0].detach(), 1 - s["topEntropy"])
        silenced = ((ent.detach() < threshold) | (valid == 0)).double()
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
    elif s["policyLoss"] == "cispo":
        weights = torch.clamp(ratio, 1 - s["clip"], 1 + (s["clipHigher"] or s["clip"])).detach()
        pg, clipped, outside = -weights * adv * logp, dual, weights != ratio
    elif s["policyLoss"] == "sapo":
        tau = torch.where(adv > 0, torch.tensor(float(s["sapo"]["positive"])), torch.tensor(float(s["sapo"]["negative"])))
        pg, clipped, outside = -torch.sigmoid(tau * (ratio - 1)) * 4 / tau * adv, dual, dual
    elif s["policyLoss"] in ("dppo_tv", "dppo_kl"):
        p, q = torch.exp(logp).detach(), torch.exp(start)
        low, high = s["clip"], s["clipHigher"] or s["clip"]
        if s["policyLoss"] == "dppo_tv":
            moved = (p - q).abs()
        else:
            moved = q * (start - logp.detach()) + (1 - q) * torch.log((1 - q) / (1 - p))
        outside = moved > torch.where(adv > 0, torch.tensor(high), torch.tensor(low))
        clipped = outside & (((adv > 0) & (p > q)) | ((adv < 0) & (p < q)))
        pg = torch.where(clipped, torch.zeros_like(ratio), -adv * ratio)
    elif s["policyLoss"] == "kl_cov":
        pg, clipped, outside = -adv * ratio, dual, dual
        cov = (adv - adv[valid > 0].mean()) * (logp - logp[valid > 0].mean()).detach()
        count = max(1, int(s["covariance"]["share"] * int(valid.sum())))
        largest = torch.topk(torch.where(valid > 0, cov, torch.tensor(-float("inf"))).flatten(), count).indices
        picked = torch.zeros_like(cov).flatten().index_fill(0, largest, 1).view_as(cov)
        pg = pg + picked * s["covariance"]["klCoef"] * (logp - start).abs()
    else:
        low, high = 1 - s["clip"], 1 + (s["clipHigher"] or s["clip"])
        pg1, pg2 = -adv * ratio, -adv * torch.clamp(ratio, low, high)
        clipped, outside = pg1 < pg2, (ratio < low) | (ratio > high)
        pg = torch.max(pg1, pg2)
        if s["dualClip"]:
            pg3 = torch.sign(adv) * s["dualClip"] * adv
            dual = pg3 < pg
            pg = torch.min(pg, pg3)
        if s["policyLoss"] == "clip_cov":
            cov = (adv - adv[valid > 0].mean()) * (logp - logp[valid > 0].mean()).detach()
            picked = (s["covariance"]["low"] < cov) & (cov < s["covariance"]["high"]) & (valid > 0) & ~clipped
            pg, clipped, outside = pg * ~picked, clipped | picked, outside & ~picked
    behave = torch.exp(prox - old) if decoupled else torch.ones_like(ratio)
    dropped = torch.zeros_like(dual)
    if decoupled:
        if s["decoupled"]["weightCap"]:
            dropped = behave > s["decoupled"]["weightCap"]
        pg = torch.where(dropped, torch.zeros_like(pg), pg * behave)

    pg = pg * truncated.detach()
    if s["topEntropy"] < 1:
        heard = 1 - silenced
        pg, clipped, outside = pg * heard, clipped & (heard > 0), outside & (heard > 0)

    def mean(x):
        return (share * x).sum()

    def aggregated(x):
        """The loss of `x`: by row what its weights add up to, over the rows of all or of each adapter."""
        if by_message(s) or (s["lossAggregation"] == "token" and s["lossOver"] == "all"):
            return mean(x)
        total = 0
        for adapter in range(2) if s["lossOver"] == "adapter" else [None]:
            rows = [i for i in range(len(LENGTHS)) if adapter in (None, ADAPTERS[i])]
            w, losses = weight[rows], x[rows]
            heard = w.sum(1) > 0
            w, losses, limits = w[heard], losses[heard], torch.tensor([float(LIMITS[i]) for i in rows])[heard]
            sums = (w * losses).sum(1)
            total = total + {
                "token": lambda: sums.sum() / w.sum(),
                "message_mean": lambda: (sums / w.sum(1)).mean(),
                "message_sum": lambda: sums.mean(),
                "constant": lambda: (sums / limits).mean(),
            }[s["lossAggregation"]]()
        return total

    kl_coef = s["klCoef"] if s["klPlacement"] == "loss" else 0
    loss = aggregated(pg) - s["entropyCoef"] * aggregated(ent) + kl_coef * aggregated(kl_tokens)
    kept = ~dropped
    metrics = dict(
        pg_loss=aggregated(pg), pg_clipfrac=mean(clipped & kept), dual_clipfrac=mean(dual & kept), ratio_clipfrac=mean(outside),
        ppo_kl=mean(ratio - 1 - torch.log(ratio)), entropy=mean(ent), kl_loss=aggregated(kl_tokens), ratio_mean=mean(ratio),
        ratio_clamped=0, behave_weight=mean(behave * kept), behave_kl=mean(behave - 1 - torch.log(behave)),
        capped_frac=mean(dropped), rollout_weight=mean(truncated), rollout_capped_frac=mean(capped), rollout_kl=mean(rollout_kl),
    )
    flat = lambda x: torch.cat([row[:n] for row, n in zip(x.double(), LENGTHS)]).tolist()
    chosen = {}
    if s["topEntropy"] < 1:
        chosen["silenced"] = flat(silenced)
    if s["policyLoss"] in ("clip_cov", "kl_cov"):
        chosen["picked"] = flat(picked)
    return loss, {k: float(torch.as_tensor(v).detach()) for k, v in metrics.items()}, chosen


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
    settings["rolloutCorrection"] = {**DEFAULTS["rolloutCorrection"], **settings["rolloutCorrection"]}
    if by_message(settings):  # constant inside a message, one message left out
        batch["advantages"] = spread(uniform(-2, 2, len(LENGTHS)))
        batch["weights"] = spread(torch.tensor([1, 0.5, 1, 2, 1, 0]))
    else:
        batch["advantages"] = uniform(-2, 2)
        batch["weights"] = torch.arange(n) % 4 / 2
    if settings["rolloutCorrection"]["mode"] != "off":
        batch["samplerLogprobs"] = batch["oldLogprobs"] + uniform(-0.8, 0.8)
    for key in ("logprobs", "entropies"):
        batch[key].requires_grad_(True)
    loss, metrics, chosen = policy_loss(batch, settings)
    d_logprobs, d_entropies = torch.autograd.grad(loss, [batch["logprobs"], batch["entropies"]], allow_unused=True)
    return dict(
        settings=settings,
        batch={k: v.tolist() for k, v in batch.items()}
        | dict(lengths=LENGTHS, words=WORDS, limits=LIMITS, adapters=ADAPTERS) | chosen,
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
    needed = [] if s["policyLoss"] in ("cispo", "sapo", "kl_cov") else ["pg_clipfrac"]
    if s["policyLoss"] == "cispo":
        needed.append("ratio_clipfrac")
    if s["rolloutCorrection"]["mode"] == "message":
        needed.append("rollout_capped_frac")
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
