"""Holds the peer to the golden file `llama-tied`: every form of training gives the same log-probabilities, entropies and
adapter gradients, and every form of decoding the same logits; four adapters mixed agree with each alone.

    python check.py ../../../test/golden/llama-tied
"""
import sys

import torch

import files
import llama

TOLERANCE = 2e-4


def close(what, got, expected):
    error = float((got.detach() - expected.detach()).abs().max() / expected.detach().abs().max().clamp_min(1e-6))
    if error > TOLERANCE:
        raise SystemExit(f"{what}: relative error {error:.2g}")


def check_adapter(folder, role, expected):
    settings = files.read_json(f"{folder}/{role}/adapter_config.json")
    weights = files.read_safetensors(f"{folder}/{role}/adapter_model.safetensors")
    gradients = files.read_safetensors(f"{folder}/{role}/expected_gradients.safetensors")
    rank = settings["r"]

    def adapter(module, outputs, inputs):
        name = f"base_model.model.{module}"
        if f"{name}.lora_A.weight" not in weights:  # a projection without adapter is one with B = 0
            return torch.zeros(1, rank, inputs), torch.zeros(1, rank, outputs)
        return weights[f"{name}.lora_A.weight"][None], weights[f"{name}.lora_B.weight"].t().contiguous()[None]

    model = files.read_model(folder, rank, settings["lora_alpha"] / rank, adapter)
    ids = torch.tensor(expected["ids"])
    lengths = torch.tensor(expected["attention_mask"]).sum(1)
    rows, length = ids.shape
    inputs, targets = ids[:, :-1], ids[:, 1:]
    real = torch.arange(1, length)[None] < lengths[:, None]
    of_adapter = expected["adapters"][role]
    ppo = of_adapter["ppo"]
    want = lambda values: torch.tensor(values)[real]
    for form in llama.training_forms(1):
        x = llama.hidden_states(model, inputs, form)
        logprobs, entropies = llama.token_statistics(model, x, torch.arange(rows * (length - 1)), targets.reshape(-1))
        logprobs, entropies = logprobs.view(rows, -1), entropies.view(rows, -1)
        close(f"{role}, {form}: log-probabilities", logprobs[real], want(of_adapter["logprobs"]))
        close(f"{role}, {form}: entropies", entropies[real], want(of_adapter["entropy"]))
        mask = torch.tensor(ppo["response_mask"])
        old, advantages = torch.tensor(ppo["old_logprobs"]), torch.tensor(ppo["advantages"])
        ratio = (logprobs - old).exp()
        surrogate = torch.maximum(-advantages * ratio, -advantages * ratio.clamp(1 - ppo["clip"], 1 + ppo["clip"]))
        distance = torch.tensor(expected["base"]["logprobs"]) - logprobs
        kl = distance.exp() - distance - 1
        terms = surrogate - ppo["entropy_coef"] * entropies + ppo["kl_ref_coef"] * kl
        loss = torch.where(mask > 0, terms, torch.zeros(())).sum() / mask.sum()
        close(f"{role}, {form}: loss", loss, torch.tensor(ppo["loss"]))
        for parameter in model.parameters():
            parameter.grad = None
        loss.backward()
        for index, layer in enumerate(model.layers):
            for name in llama.PROJECTIONS:
                module = f"base_model.model.{files.module_of(index, name)}"
                if f"{module}.lora_A.weight" in gradients:
                    close(f"{role}, {form}: {module} A", layer.a[name].grad[0], gradients[f"{module}.lora_A.weight"])
                    close(f"{role}, {form}: {module} B", layer.b[name].grad[0].t(), gradients[f"{module}.lora_B.weight"])
    with torch.inference_mode():
        row = ids[:1].expand(4, -1)
        for form in llama.decoding_forms(1):
            decoder = llama.Decoder(model, torch.zeros(4, dtype=torch.long), length, form)
            for position in range(int(lengths[0]) - 1):
                logits = decoder.step(row[:, position], position)
                close(f"{role}, decode {form}, token {position}", logits[3], torch.tensor(of_adapter["logits_row0"])[position])


def check_mixed():
    """Four adapters in one batch against the same rows in batches of one adapter."""
    config = llama.Config(hidden=32, intermediate=48, layers=2, heads=4, kv_heads=2, head_dim=8, vocabulary=64)
    rows, length, adapters = 8, 9, 4
    model = llama.Model.random(config, adapters, 4, 2.0, "cpu")
    ids = torch.randint(64, (rows, length), generator=torch.Generator().manual_seed(5))

    def alone(index):
        own = llama.Model.random(config, adapters, 4, 2.0, "cpu")
        for layer in own.layers:
            for name in llama.PROJECTIONS:
                layer.a[name] = layer.a[name].detach()[index : index + 1].requires_grad_()
                layer.b[name] = layer.b[name].detach()[index : index + 1].requires_grad_()
        return own

    singles = [alone(index) for index in range(adapters)]
    per = rows // adapters
    reference = torch.cat([llama.hidden_states(one, ids[i * per : (i + 1) * per], "merged") for i, one in enumerate(singles)])
    reference.pow(2).sum().backward()
    for form in llama.training_forms(adapters):
        x = llama.hidden_states(model, ids, form)
        close(f"mixed, {form}", x, reference)
        for parameter in model.parameters():
            parameter.grad = None
        x.pow(2).sum().backward()
        for layer_index, layer in enumerate(model.layers):
            for name in llama.PROJECTIONS:
                of = lambda which: torch.cat([getattr(one.layers[layer_index], which)[name].grad for one in singles])
                close(f"mixed, {form}: {name} A", layer.a[name].grad, of("a"))
                close(f"mixed, {form}: {name} B", layer.b[name].grad, of("b"))
    with torch.inference_mode():
        owner = torch.arange(rows) // per
        expected = llama.rms_norm(reference.view(rows, length, -1)[:, -1], model.norm, config.eps) @ model.head.t()
        for form in llama.decoding_forms(adapters):
            decoder = llama.Decoder(model, owner, length, form)
            for position in range(length):
                logits = decoder.step(ids[:, position], position)
            close(f"mixed, decode {form}", logits, expected)


def main():
    folder = sys.argv[1]
    expected = files.read_json(f"{folder}/expected.json")
    for role in expected["adapters"]:
        check_adapter(folder, role, expected)
    check_mixed()
    print(f"the PyTorch peer agrees with {folder}")


main()
