"""Makes joint-norm.json: steps of torch.optim.AdamW on two adapters whose gradients torch.nn.utils.clip_grad_norm_ limits together.

Needs torch (2.13.0 made the file). Of four steps the first and the last are below the limit; one has no gradient in the second adapter.
`python make_joint_norm.py` rewrites the file.
"""
import json, os
import torch

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
torch.set_default_dtype(torch.float64)
SHAPES = {"planner": {"a": [4], "b": [2, 3]}, "solver": {"a": [5]}}
SETTINGS = dict(learningRate=0.01, maxGradNorm=0.5, beta1=0.9, beta2=0.95, epsilon=1e-5, weightDecay=0.02)
# How large the gradients of each adapter are, step by step.
SCALES = [(0.05, 0.02), (3.0, 0.2), (0.4, 0.0), (0.01, 0.1)]

if __name__ == "__main__":
    g = torch.Generator().manual_seed(17)
    draw = lambda shape, scale: (scale * torch.randn(shape, generator=g)).to(torch.float32).to(torch.float64)
    adapters = {role: {name: draw(shape, 1.0).requires_grad_(True) for name, shape in own.items()} for role, own in SHAPES.items()}
    every = [tensor for own in adapters.values() for tensor in own.values()]
    told = lambda of: {role: {name: of(tensor).flatten().tolist() for name, tensor in own.items()} for role, own in adapters.items()}
    optimizer = torch.optim.AdamW(
        every, lr=SETTINGS["learningRate"], betas=(SETTINGS["beta1"], SETTINGS["beta2"]), eps=SETTINGS["epsilon"],
        weight_decay=SETTINGS["weightDecay"],
    )
    made = dict(shapes=SHAPES, settings=SETTINGS, start=told(lambda tensor: tensor.detach()), steps=[])
    for scales in SCALES:
        for own, scale in zip(adapters.values(), scales):
            for tensor in own.values():
                tensor.grad = draw(list(tensor.shape), scale)
        gradients = told(lambda tensor: tensor.grad)
        norm = torch.nn.utils.clip_grad_norm_(every, SETTINGS["maxGradNorm"]).item()
        optimizer.step()
        made["steps"].append(dict(gradients=gradients, norm=norm, after=told(lambda tensor: tensor.detach())))
    with open(os.path.join(HERE, "joint-norm.json"), "w") as f:
        json.dump(made, f)
        f.write("\n")
