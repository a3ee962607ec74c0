"""Makes distillation.json: on-policy distillation as others compute it, on tensors drawn here, in float64.

`tokens`: sampled tokens. What tinker-cookbook's `incorporate_kl_penalty` adds to advantages (kl_discount_factor 0), the loss of its
`importance_sampling` with them, and prime-rl's `ref_kl` loss without its mask and drift term, by their equations; derivatives by autograd.
`vocabulary`: whole distributions. TRL's own `GKDTrainer.generalized_jsd_loss` with beta 1, the reverse KL over the vocabulary, and its
derivative by the student's logits.

Needs torch and trl (2.13 and 1.13.0 made the file). `python make_distillation.py` rewrites the file.
"""
import json, os
import torch
from trl.experimental.gkd.gkd_trainer import GKDTrainer

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
torch.set_default_dtype(torch.float64)
LENGTHS = [3, 1, 4, 2]
COEF = 0.7


def tokens(seed):
    g = torch.Generator().manual_seed(seed)
    count = sum(LENGTHS)
    uniform = lambda low, high: (low + (high - low) * torch.rand(count, generator=g)).round(decimals=6)
    sampled, teacher, advantages = uniform(-3, -0.1), uniform(-4, -0.1), uniform(-2, 2)
    logprobs = (sampled + uniform(-0.4, 0.4)).requires_grad_(True)
    added = -COEF * (sampled - teacher)
    with_teacher = advantages + added
    out = {}
    for name, weights in (("added", with_teacher), ("alone", added)):
        loss = -(torch.exp(logprobs - sampled) * weights).sum() / count
        (derivative,) = torch.autograd.grad(loss, [logprobs])
        out[name] = dict(advantages=weights.tolist(), loss=loss.item(), dLogprobs=derivative.tolist())
    # prime-rl: the reference's log-probability less the present policy's, times the ratio; before a step the present policy sampled.
    fresh = sampled.clone().requires_grad_(True)
    loss = -((teacher - fresh).detach() * torch.exp(fresh - sampled)).sum() / count
    (derivative,) = torch.autograd.grad(loss, [fresh])
    out["prime-rl"] = dict(loss=loss.item(), dLogprobs=derivative.tolist())
    return dict(
        lengths=LENGTHS, coef=COEF, sampled=sampled.tolist(), teacher=teacher.tolist(), advantages=advantages.tolist(),
        logprobs=logprobs.tolist(), kl=(sampled - teacher).mean().item(), **out,
    )


def vocabulary(seed, size=7, rows=4):
    g = torch.Generator().manual_seed(seed)
    student = (2 * torch.randn(rows, size, generator=g)).round(decimals=6).requires_grad_(True)
    teacher = (2 * torch.randn(rows, size, generator=g)).round(decimals=6)
    loss = GKDTrainer.generalized_jsd_loss(student[None], teacher[None], beta=1, reduction="sum") / rows
    (derivative,) = torch.autograd.grad(loss, [student])
    return dict(student=student.tolist(), teacher=teacher.tolist(), kl=loss.item(), dLogits=derivative.tolist())


if __name__ == "__main__":
    with open(os.path.join(HERE, "distillation.json"), "w") as f:
        json.dump(dict(tokens=[tokens(seed) for seed in range(3)], vocabulary=[vocabulary(seed) for seed in range(3)]), f)
        f.write("\n")
