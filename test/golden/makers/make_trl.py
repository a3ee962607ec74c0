"""Makes trl.json: what TRL's own functions make of numbers drawn here, in float64, with our settings for the same.

Needs torch and trl (2.13 and 1.13.0 made the file) with what they import. `python make_trl.py` rewrites the file.

Nothing of TRL is written again. `GRPOTrainer._generate_and_score_completions` makes advantages, importance weights and the count of tokens,
`_compute_loss` the loss of them, both called as they stand on a stand-in for the trainer that has its settings, the rewards, and the
log-probabilities and entropies of each policy. `RLOOTrainer`'s methods and `get_soft_overlong_punishment` likewise.

`losses`       by name: our settings, the minibatch, TRL's loss and its derivatives by log-probabilities and entropies
`differ`       the same where TRL's numbers are not ours; the test says by what
`advantages`   by name: our settings, rewards by group, TRL's advantages
`entropy`      the weight of TRL's adaptive entropy bonus, step by step
`overlong`     TRL's punishment of messages by length
"""
import json, os
from collections import defaultdict
from types import SimpleNamespace
import torch
from trl.experimental.gspo_token import GRPOTrainer as GSPOTokenTrainer
from trl.rewards import get_soft_overlong_punishment
from trl.trainer.grpo_trainer import GRPOTrainer
from trl.trainer.rloo_trainer import RLOOTrainer

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
torch.set_default_dtype(torch.float64)
LENGTHS = [3, 1, 4, 2, 5, 1]
GROUP = 3
LIMIT = 6
EOS, PAD, WORD = 1, 0, 7
CLIP = dict(clip=0.2, clipHigher=0.28)
GSPO = dict(**CLIP, ratioLevel="message", logprobNormalization="token")
SEQUENCE = dict(loss_type="grpo", importance_sampling_level="sequence")
TOOLS = [[1, 0, 1], [1], [1, 1, 0, 0], [1, 1], [0, 1, 1, 1, 1], [1]]


def correction(mode, cap=1.5):
    """A way of weighing the sampler's tokens, by TRL's name."""
    level, above = mode.split("_")
    ours = dict(mode=dict(token="token", sequence="message")[level], above=above, cap=cap)
    return dict(use_vllm=True, vllm_importance_sampling_mode=mode, vllm_importance_sampling_clip_max=cap), dict(rolloutCorrection=ours)


MODES = {mode: correction(mode) for mode in ("token_truncate", "token_mask", "sequence_truncate", "sequence_mask")}
# TRL's settings, and ours for the same; by name.
LOSSES = {
    "dapo: token mean": (dict(loss_type="dapo"), CLIP),
    "bnpo: token mean": (dict(loss_type="bnpo"), CLIP),
    "grpo: message mean": (dict(loss_type="grpo"), dict(**CLIP, lossAggregation="message_mean")),
    "grpo with KL": (dict(loss_type="grpo", beta=0.1), dict(**CLIP, lossAggregation="message_mean", klCoef=0.1)),
    "luspo: message sum": (dict(loss_type="luspo"), dict(**CLIP, lossAggregation="message_sum")),
    "dr_grpo: constant": (dict(loss_type="dr_grpo"), dict(**CLIP, lossAggregation="constant")),
    "delta: two-sided clip": (dict(loss_type="dapo", delta=1.4), dict(**CLIP, dualClip=1.4)),
    "cispo": (dict(loss_type="cispo", epsilon_high=1.3), dict(policyLoss="cispo", clip=1, clipHigher=0.3)),
    "sapo": (dict(loss_type="sapo"), dict(policyLoss="sapo", lossAggregation="message_mean")),
    "sapo by message": (
        dict(loss_type="sapo", importance_sampling_level="sequence"),
        dict(policyLoss="sapo", ratioLevel="message", logprobNormalization="token"),
    ),
    "GSPO": (SEQUENCE, GSPO),
    "GSPO-token": (dict(loss_type="grpo", importance_sampling_level="sequence_token"), GSPO),
    "top entropy": (dict(loss_type="dapo", top_entropy_quantile=0.4), dict(**CLIP, topEntropy=0.4)),
    "top entropy, message mean": (
        dict(loss_type="grpo", top_entropy_quantile=0.25),
        dict(**CLIP, lossAggregation="message_mean", topEntropy=0.25),
    ),
    "top entropy with KL": (dict(loss_type="dapo", top_entropy_quantile=0.4, beta=0.1), dict(**CLIP, topEntropy=0.4, klCoef=0.1)),
    "entropy bonus": (dict(loss_type="dapo", entropy_coef=0.05), dict(**CLIP, entropyCoef=0.05)),
    "tokens of tools": (dict(loss_type="dapo", tool_mask=TOOLS), CLIP),
    "tokens of tools, message mean": (dict(loss_type="grpo", tool_mask=TOOLS), dict(**CLIP, lossAggregation="message_mean")),
    "truncated messages masked": (dict(loss_type="dapo", mask_truncated_completions=True), CLIP),
    **{f"{mode}, token mean": (dict(loss_type="dapo", **trl), dict(**CLIP, **ours)) for mode, (trl, ours) in MODES.items()},
    **{
        f"{mode}, message mean, KL": (
            dict(loss_type="grpo", beta=0.1, **trl),
            dict(**CLIP, lossAggregation="message_mean", klCoef=0.1, **ours),
        )
        for mode, (trl, ours) in MODES.items()
    },
    **{f"{mode}, GSPO": (dict(**SEQUENCE, **trl), dict(**GSPO, **ours)) for mode, (trl, ours) in MODES.items()},
    "token_mask, cispo": (
        dict(loss_type="cispo", epsilon_high=1.3, **MODES["token_mask"][0]),
        dict(policyLoss="cispo", clip=1, clipHigher=0.3, **MODES["token_mask"][1]),
    ),
    "token_mask, top entropy": (
        dict(loss_type="dapo", top_entropy_quantile=0.4, **MODES["token_mask"][0]),
        dict(**CLIP, topEntropy=0.4, **MODES["token_mask"][1]),
    ),
}
# Where TRL's numbers are others.
DIFFER = {
    "entropy bonus, message mean": (dict(loss_type="grpo", entropy_coef=0.05), dict(**CLIP, lossAggregation="message_mean", entropyCoef=0.05)),
    "entropy bonus, top entropy": (
        dict(loss_type="dapo", entropy_coef=0.05, top_entropy_quantile=0.4),
        dict(**CLIP, topEntropy=0.4, entropyCoef=0.05),
    ),
    "truncated messages masked, message mean": (
        dict(loss_type="grpo", mask_truncated_completions=True),
        dict(**CLIP, lossAggregation="message_mean"),
    ),
    "KL with bias correction, at the first step": (
        dict(loss_type="dapo", beta=0.1, use_bias_correction_kl=True, num_iterations=1),
        dict(**CLIP, klCoef=0.1, klEstimator="k2"),
    ),
}


def trainer(given, policies, rewards, lengths, tools):
    """What TRL's methods read of a trainer. `policies` has log-probabilities and entropies of "new", "old" and "ref"."""
    width = max(lengths)
    args = dict(
        delta=None, sapo_temperature_pos=1.0, sapo_temperature_neg=1.05, use_bias_correction_kl=False, steps_per_generation=1,
        per_device_train_batch_size=len(lengths), gradient_checkpointing_kwargs=None, entropy_target=0.0, entropy_coef_delta=0.0,
        entropy_coef_max=0.0, entropy_coef_min=0.0, gradient_accumulation_steps=1,
    )
    own = dict(
        aux_loss_enabled=False, top_entropy_quantile=1.0, off_policy_mask_threshold=None, importance_sampling_level="token", beta=0.0,
        epsilon_low=0.2, epsilon_high=0.28, use_vllm=False, vllm_importance_sampling_correction=True, current_gradient_accumulation_steps=1,
        vllm_importance_sampling_clip_min=None, max_completion_length=LIMIT, mask_truncated_completions=False, num_generations=GROUP,
        multi_objective_aggregation="sum_then_normalize", scale_rewards="none", reward_weights=torch.ones(1), reward_func_names=["reward"],
        reward_clip_range=None, normalize_advantages=False, entropy_coef=0.0, use_adaptive_entropy=False, num_iterations=2,
        environment_factories=None, environments=None, tools=None, pad_to_multiple_of=None, log_multimodal=False, ref_model="ref",
    )
    for name, value in given.items():
        (args if name in args else own)[name] = value
    own.pop("tool_mask", None)
    accelerator = SimpleNamespace(
        gather=lambda x: x, reduce=lambda x, reduction: x, num_processes=1, process_index=0, device="cpu", sync_gradients=True,
        pad_across_processes=lambda x, **_: x,
    )
    made = SimpleNamespace(
        **own, args=SimpleNamespace(**args), accelerator=accelerator, gradient_accumulation_steps=1,
        model=SimpleNamespace(training=True, is_gradient_checkpointing=False), _tokenizer=SimpleNamespace(eos_token_id=EOS, pad_token_id=PAD),
        processing_class=SimpleNamespace(batch_decode=lambda rows, **_: [""] * len(rows)), _metrics=defaultdict(lambda: defaultdict(list)),
        _logs=defaultdict(list, rewards=defaultdict(list), extra=defaultdict(list)), _pending_extra_logs={}, _pending_metrics={},
        _last_world_entropy=float("inf"), _entropy_window_stats=None,
    )
    made._entropy_bonus_enabled = made.entropy_coef != 0 or made.use_adaptive_entropy
    rows = range(len(lengths))
    # The second and fourth message ran into their limit.
    ids = [[WORD] * (n - 1) + [WORD if row in (1, 3) else EOS] for row, n in zip(rows, lengths)]
    sampled = [policies["sampler"][row, :n].tolist() for row, n in zip(rows, lengths)]
    made._generate = lambda _: ([[WORD]] * len(lengths), ids, tools, [""] * len(lengths), sampled, {}, None, [])
    made._calculate_rewards = lambda *_: rewards[:, None]

    def scores(model, *_, **__):
        logprobs, entropies = policies["new" if model is None else "ref" if model == "ref" else "old"]
        assert logprobs.shape == (len(lengths), width)
        return logprobs, entropies, None

    made._get_per_token_logps_and_entropies = scores
    made.get_high_entropy_mask = lambda *args: GRPOTrainer.get_high_entropy_mask(made, *args)
    made.get_off_policy_mask = GRPOTrainer.get_off_policy_mask
    return made


def drawn(seed, lengths=LENGTHS):
    g = torch.Generator().manual_seed(seed)
    rows, width = len(lengths), max(lengths)
    uniform = lambda low, high, shape=(rows, width): (low + (high - low) * torch.rand(shape, generator=g)).round(decimals=6)
    # TRL takes the quantile of entropies in single precision, so these are of it.
    logprobs, entropies = uniform(-3, -0.1), uniform(0.1, 2).float().double()
    old = logprobs + uniform(-0.5, 0.5)
    sampler, ref, rewards = old + uniform(-0.8, 0.8), logprobs + uniform(-1, 1), uniform(-2, 2, (rows,))
    mask = torch.tensor([[1.0 if t < length else 0.0 for t in range(width)] for length in lengths])
    # TRL takes the sampler's to be 0 behind a message's end.
    return SimpleNamespace(
        logprobs=logprobs.requires_grad_(True), entropies=entropies.requires_grad_(True), old=old, sampler=sampler * mask, ref=ref, rewards=rewards
    )


def flat(x, lengths=LENGTHS):
    return [value for row, length in zip(x.tolist(), lengths) for value in row[:length]]


def loss_case(seed, given, ours):
    d = drawn(seed)
    tools = given.get("tool_mask")
    policies = dict(new=(d.logprobs, d.entropies), old=(d.old, None), ref=(d.ref, None), sampler=d.sampler)
    made = trainer(given, policies, d.rewards, LENGTHS, tools)
    inputs = GRPOTrainer._generate_and_score_completions(made, [dict(prompt="") for _ in LENGTHS])
    own = GSPOTokenTrainer if made.importance_sampling_level == "sequence_token" else GRPOTrainer
    loss = own._compute_loss(made, None, inputs)
    derivatives = torch.autograd.grad(loss, [d.logprobs, d.entropies], allow_unused=True)
    dLogprobs, dEntropies = (torch.zeros_like(d.old) if x is None else x for x in derivatives)
    weights = inputs["completion_mask"] * inputs.get("tool_mask", torch.ones(1))
    on_policy = "old_per_token_logps" not in inputs
    return dict(
        settings=dict(algorithm="grpo", **ours),
        batch=dict(
            logprobs=flat(d.logprobs), entropies=flat(d.entropies), oldLogprobs=flat(d.logprobs if on_policy else d.old),
            samplerLogprobs=flat(d.sampler), refLogprobs=flat(d.ref), advantages=flat(inputs["advantages"][:, None].expand_as(d.old)),
            lengths=LENGTHS, limits=[LIMIT] * len(LENGTHS), weights=flat(weights),
        ),
        loss=loss.item(), dLogprobs=flat(dLogprobs), dEntropies=flat(dEntropies),
    )


def rloo_generate(lengths):
    return lambda _: ([[WORD]] * len(lengths), [[WORD] * (n - 1) + [EOS] for n in lengths], [""] * len(lengths))


def rloo_case(seed, ours, first=False):
    """RLOO's loss, of its own trainer; the ratio is to the policy that sampled, at the first step the same."""
    d = drawn(seed)
    old = d.logprobs.detach() if first else d.old
    made = trainer({}, dict(new=(d.logprobs, d.entropies), old=(old, None), sampler=d.sampler), d.rewards, LENGTHS, None)
    made._generate = rloo_generate(LENGTHS)
    inputs = RLOOTrainer._generate_and_score_completions(made, [dict(prompt="") for _ in LENGTHS])
    loss = RLOOTrainer._compute_loss(made, None, inputs)
    (dLogprobs,) = torch.autograd.grad(loss, [d.logprobs])
    return dict(
        settings=dict(ratioLevel="message", logprobNormalization="sum", **ours),
        batch=dict(
            logprobs=flat(d.logprobs), entropies=flat(d.entropies), oldLogprobs=flat(old),
            advantages=flat(inputs["advantages"][:, None].expand_as(d.old)), lengths=LENGTHS, weights=[1] * sum(LENGTHS),
        ),
        loss=loss.item(), dLogprobs=flat(dLogprobs), dEntropies=[0.0] * sum(LENGTHS),
    )


def advantage_case(seed, kind, given, ours):
    lengths = [2, 1, 3, 1, 2, 2, 1, 4]
    d = drawn(seed, lengths)
    # The last group has no spread.
    rewards = torch.cat([d.rewards[:4], torch.full((4,), 0.5)]) if kind == "flat" else d.rewards
    policies = dict(old=(d.old, None), ref=(d.ref, None), sampler=d.sampler)
    made = trainer(dict(num_generations=4, **given), policies, rewards, lengths, None)
    own = GRPOTrainer
    if ours["algorithm"] == "rloo":
        own, made._generate = RLOOTrainer, rloo_generate(lengths)
    found = own._generate_and_score_completions(made, [dict(prompt="") for _ in lengths])
    by = lambda x: [x.tolist()[row][:n] for row, n in enumerate(lengths)]
    return dict(
        settings=ours, rewards=rewards.tolist(), group=4, logprobs=by(d.old), refLogprobs=by(d.ref), advantages=found["advantages"].tolist()
    )


def entropy_bonus():
    """The coefficient at which each step was taken and after it, as the entropy falls below the target and rises above."""
    settings = dict(use_adaptive_entropy=True, entropy_coef=0.02, entropy_target=0.6, entropy_coef_delta=0.01, entropy_coef_max=0.045)
    d = drawn(0)
    policies = dict(old=(d.old, None), sampler=d.sampler)
    made = trainer(dict(loss_type="dapo", **settings), policies, d.rewards, LENGTHS, None)
    steps = []
    for mean in (0.9, 0.5, 0.4, 0.3, 0.6, 0.7, 0.8, 1.2, 0.9, 0.8, 0.7, 0.55):
        entropies = torch.full_like(d.old, mean).requires_grad_(True)
        policies["new"] = (d.logprobs, entropies)
        inputs = GRPOTrainer._generate_and_score_completions(made, [dict(prompt="") for _ in LENGTHS])
        (derivative,) = torch.autograd.grad(GRPOTrainer._compute_loss(made, None, inputs), [entropies])
        steps.append(dict(entropy=mean, inForce=-derivative.sum().item(), next=made.entropy_coef))
    return dict(coef=0.02, target=0.6, step=0.01, max=0.045, steps=steps)


def overlong():
    cases = [(limit, buffer, length) for limit, buffer in ((20, 8), (12, 12), (9, 1)) for length in range(1, limit + 1)]
    punish = lambda limit, buffer, length: get_soft_overlong_punishment(limit, buffer)([[WORD] * length])[0]
    return [dict(limit=limit, buffer=buffer, length=length, reward=punish(limit, buffer, length)) for limit, buffer, length in cases]


ADVANTAGES = {
    "scale_rewards: none": ("spread", dict(scale_rewards="none"), dict(algorithm="grpo", groupStd="none")),
    "scale_rewards: group": ("flat", dict(scale_rewards="group"), dict(algorithm="grpo", groupStd="group")),
    "scale_rewards: batch": ("spread", dict(scale_rewards="batch"), dict(algorithm="grpo", groupStd="batch")),
    "RLOOTrainer": ("flat", dict(), dict(algorithm="rloo")),
    "RLOOTrainer with KL": ("spread", dict(beta=0.1), dict(algorithm="rloo", klCoef=0.1, klEstimator="k1", klPlacement="reward")),
}

if __name__ == "__main__":
    made = dict(
        losses={
            **{name: loss_case(seed, *settings) for seed, (name, settings) in enumerate(LOSSES.items())},
            "RLOOTrainer": rloo_case(100, dict(algorithm="grpo", **CLIP)),
        },
        differ={
            **{name: loss_case(seed, *settings) for seed, (name, settings) in enumerate(DIFFER.items(), 200)},
            "RLOOTrainer, at the first step": rloo_case(101, dict(algorithm="rloo"), first=True),
        },
        advantages={name: advantage_case(seed, *settings) for seed, (name, settings) in enumerate(ADVANTAGES.items(), 300)},
        entropy=entropy_bonus(),
        overlong=overlong(),
    )
    with open(os.path.join(HERE, "trl.json"), "w") as f:
        json.dump(made, f)
        f.write("\n")
