"""Makes trl.json: the loss of TRL's own `GRPOTrainer._compute_loss` on tensors drawn here, and its derivatives, in float64.

Needs torch and trl (1.13.0 made the file) with what it imports. The method is called as it stands, on a stand-in for the trainer that has
its settings and gives back the log-probabilities and entropies it is to be computed with. `python make_trl.py` rewrites the file.
"""
import json, os
from collections import defaultdict
from types import SimpleNamespace
import torch
from trl.trainer.grpo_trainer import GRPOTrainer

HERE = os.path.dirname(os.path.abspath(__file__))
torch.set_default_dtype(torch.float64)
LENGTHS = [3, 1, 4, 2, 5, 1]
LIMIT = 6
CLIP = dict(clip=0.2, clipHigher=0.28)
# TRL's settings, and ours for the same; by name.
CASES = {
    "dapo: token mean": (dict(loss_type="dapo"), CLIP),
    "bnpo: token mean": (dict(loss_type="bnpo"), CLIP),
    "grpo: message mean": (dict(loss_type="grpo"), dict(**CLIP, lossAggregation="message_mean")),
    "grpo with KL": (dict(loss_type="grpo", beta=0.1), dict(**CLIP, lossAggregation="message_mean", klCoef=0.1)),
    "luspo: message sum": (dict(loss_type="luspo"), dict(**CLIP, lossAggregation="message_sum")),
    "dr_grpo: constant": (dict(loss_type="dr_grpo"), dict(**CLIP, lossAggregation="constant")),
    "cispo": (dict(loss_type="cispo", epsilon_high=1.3), dict(policyLoss="cispo", clip=1, clipHigher=0.3)),
    "sapo": (dict(loss_type="sapo"), dict(policyLoss="sapo", lossAggregation="message_mean")),
    "GSPO": (
        dict(loss_type="grpo", importance_sampling_level="sequence"),
        dict(**CLIP, ratioLevel="message", logprobNormalization="token"),
    ),
    "top entropy": (dict(loss_type="dapo", top_entropy_quantile=0.4), dict(**CLIP, topEntropy=0.4)),
    "importance sampling": (
        dict(loss_type="dapo", use_vllm=True),
        dict(**CLIP, rolloutCorrection=dict(mode="token", above="truncate", cap=1.5)),
    ),
}


def trainer(logprobs, entropies, given):
    """What `_compute_loss` reads of a trainer."""
    args = SimpleNamespace(
        delta=None, sapo_temperature_pos=1.0, sapo_temperature_neg=1.05, use_bias_correction_kl=False, steps_per_generation=1
    )
    accelerator = SimpleNamespace(
        gather=lambda x: x, reduce=lambda x, reduction: x, num_processes=1, pad_across_processes=lambda x, **_: x, sync_gradients=True
    )
    own = dict(
        aux_loss_enabled=False, top_entropy_quantile=1.0, off_policy_mask_threshold=None, importance_sampling_level="token", beta=0.0,
        epsilon_low=0.2, epsilon_high=0.28, use_vllm=False, vllm_importance_sampling_correction=True, current_gradient_accumulation_steps=1,
        max_completion_length=LIMIT, _entropy_bonus_enabled=False, _metrics=defaultdict(lambda: defaultdict(list)), args=args,
        accelerator=accelerator, model=SimpleNamespace(training=True),
    )
    made = SimpleNamespace(**{**own, **given})
    made._get_per_token_logps_and_entropies = lambda *_, **__: (logprobs, entropies, None)
    made.get_high_entropy_mask = lambda *args: GRPOTrainer.get_high_entropy_mask(made, *args)
    return made


def case(seed, given, ours):
    g = torch.Generator().manual_seed(seed)
    rows, width = len(LENGTHS), max(LENGTHS)
    uniform = lambda low, high, shape=(rows, width): (low + (high - low) * torch.rand(shape, generator=g)).round(decimals=6)
    mask = torch.tensor([[1.0 if t < length else 0.0 for t in range(width)] for length in LENGTHS])
    logprobs, entropies = uniform(-3, -0.1), uniform(0.1, 2)
    old = logprobs + uniform(-0.5, 0.5)
    sampler, ref, advantages = old + uniform(-0.8, 0.8), logprobs + uniform(-1, 1), uniform(-2, 2, (rows,))
    logprobs.requires_grad_(True)
    inputs = dict(
        prompt_ids=torch.zeros(rows, 1, dtype=torch.long), prompt_mask=torch.ones(rows, 1), completion_ids=torch.zeros(rows, width, dtype=torch.long),
        completion_mask=mask, advantages=advantages, old_per_token_logps=old, ref_per_token_logps=ref, num_items_in_batch=mask.sum(),
        importance_sampling_ratio=torch.exp(old - sampler).clamp(max=1.5),
    )
    loss = GRPOTrainer._compute_loss(trainer(logprobs, entropies, given), None, inputs)
    (derivative,) = torch.autograd.grad(loss, [logprobs])
    flat = lambda x: [value for row, length in zip(x.tolist(), LENGTHS) for value in row[:length]]
    return dict(
        settings=dict(algorithm="grpo", **ours),
        batch=dict(
            logprobs=flat(logprobs.detach()), entropies=flat(entropies), oldLogprobs=flat(old), samplerLogprobs=flat(sampler),
            refLogprobs=flat(ref), advantages=flat(advantages[:, None].expand(rows, width)), lengths=LENGTHS, limits=[LIMIT] * rows,
        ),
        loss=loss.item(), dLogprobs=flat(derivative),
    )


if __name__ == "__main__":
    made = {name: case(seed, *settings) for seed, (name, settings) in enumerate(CASES.items())}
    with open(os.path.join(HERE, "trl.json"), "w") as f:
        json.dump(made, f)
        f.write("\n")
