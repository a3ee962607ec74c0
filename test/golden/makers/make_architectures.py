"""Makes the golden cases whose numbers are transformers' own: tiny random checkpoints of architectures with blocks of their own,
adapters for them, and what transformers computes with them in float64 (norms and softmax in float32, as it does itself), beside
`make_golden.py`'s cases and in their form. The model is built from the very config.json that is written.

An adapter acts on this workbench's modules (q, k, v, o, gate, up, down); its ΔW is added to the weight of transformers' module,
to the rows of a fused one that are its own. Needs torch and transformers 5. `python make_architectures.py [case …]`.
"""
import json, math, os, sys
import torch
from torch.func import functional_call
from transformers import AutoConfig, AutoModelForCausalLM
from make_golden import save_safetensors, token_logprobs

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
torch.set_default_dtype(torch.float64)
ALL = ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]
FUSED = {"qkv_proj": ["q_proj", "k_proj", "v_proj"], "gate_up_proj": ["gate_proj", "up_proj"]}


def sizes(cfg):
    D, H, I = cfg["hidden_size"], cfg["num_attention_heads"], cfg["intermediate_size"]
    hd, KV = cfg.get("head_dim", D // H), cfg["num_key_value_heads"]
    return {"q_proj": (D, H * hd), "k_proj": (D, KV * hd), "v_proj": (D, KV * hd), "o_proj": (H * hd, D), "gate_proj": (D, I), "up_proj": (D, I), "down_proj": (I, D)}


def module(layer, target):
    return f"model.layers.{layer}.{'mlp' if target in ('gate_proj', 'up_proj', 'down_proj') else 'self_attn'}.{target}"


def split(cfg, tensors):
    """Fused tensors by the names of their parts."""
    out = {}
    for name, t in tensors.items():
        block, _, rest = name.rpartition(".weight")
        parts = FUSED.get(block.rpartition(".")[2]) if not rest else None
        if parts is None:
            out[name] = t
            continue
        rows = [sizes(cfg)[p][1] for p in parts]
        for part, rows_of in zip(parts, t.split(rows)):
            out[f"{block.rpartition('.')[0]}.{part}.weight"] = rows_of
    return out


def join(cfg, names, tensors):
    """The inverse, for transformers' own names."""
    out = {}
    for name in names:
        parts = FUSED.get(name.split(".")[-2])
        out[name] = tensors[name] if parts is None else torch.cat([tensors[name.replace(name.split(".")[-2], p)] for p in parts])
    return out


def case(name, cfg, seed, rank=4, alpha=8, T=14):
    d = os.path.join(HERE, name)
    os.makedirs(os.path.join(d, "planner"), exist_ok=True)
    json.dump(cfg, open(os.path.join(d, "config.json"), "w"), indent=2)
    model = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(d), attn_implementation="eager", dtype=torch.float64).eval()
    g = torch.Generator().manual_seed(seed)
    rn = lambda *s, scale: (torch.randn(*s, generator=g) * scale).float().double()
    gemma = "gemma" in cfg["model_type"]
    stored = {}
    for key, p in model.named_parameters():  # tied weights appear once
        norm = key.endswith("norm.weight")
        # Embeddings are large enough for scores and logits to reach the bend of a soft cap.
        stored[key] = rn(*p.shape, scale=0.1) + (0 if gemma else 1) if norm else rn(*p.shape, scale=0.25)
    save_safetensors(os.path.join(d, "model.safetensors"), stored)
    w = split(cfg, stored)
    ids = torch.randint(0, cfg["vocab_size"], (3, T), generator=g)
    lens = [T, T - 3, T - 5]
    mask = torch.tensor([[1 if t < n else 0 for t in range(T)] for n in lens])

    def forward(weights):
        """Rows are padded on the right, where nothing that is scored looks: no mask is needed."""
        named = join(cfg, stored, weights)
        hidden = functional_call(model.model, {k[6:]: v for k, v in named.items() if k.startswith("model.")}, (ids,), {"use_cache": False}).last_hidden_state
        out = functional_call(model, named, (ids,), {"use_cache": False}, tie_weights=True)
        return out.logits, hidden

    adapter = {}
    for layer in range(cfg["num_hidden_layers"]):
        for target in ALL:
            n_in, n_out = sizes(cfg)[target]
            adapter[f"{module(layer, target)}.lora_A"] = rn(rank, n_in, scale=0.2).requires_grad_()
            adapter[f"{module(layer, target)}.lora_B"] = rn(n_out, rank, scale=0.2).requires_grad_()
    peft = lambda values: {f"base_model.model.{k}.weight": v for k, v in zip(adapter, values)}
    ad = os.path.join(d, "planner")
    save_safetensors(os.path.join(ad, "adapter_model.safetensors"), peft(adapter.values()))
    json.dump({"base_model_name_or_path": name, "bias": "none", "fan_in_fan_out": False, "inference_mode": True, "init_lora_weights": True,
               "lora_alpha": alpha, "lora_dropout": 0.0, "modules_to_save": None, "peft_type": "LORA", "r": rank, "revision": None,
               "target_modules": ALL, "task_type": "CAUSAL_LM", "use_dora": False, "use_rslora": False}, open(os.path.join(ad, "adapter_config.json"), "w"), indent=2)

    with torch.no_grad():
        logits, hidden = forward(w)
    blp, bent = token_logprobs(logits, ids)
    resp = torch.tensor([[1.0 if (n // 2) <= t < n - 1 else 0.0 for t in range(T - 1)] for n in lens])
    out = {"ids": ids.tolist(), "attention_mask": mask.tolist(),
           "base": {"logits_row0": logits[0].tolist(), "hidden_row0": hidden[0].tolist(), "logprobs": blp.tolist(), "entropy": bent.tolist()}, "adapters": {}}

    adapted = dict(w)
    for key in adapter:
        if key.endswith(".lora_A"):
            m = key[:-7]
            adapted[m + ".weight"] = w[m + ".weight"] + alpha / rank * adapter[m + ".lora_B"] @ adapter[key]
    logits, _ = forward(adapted)
    lp, ent = token_logprobs(logits, ids)
    lp_t, _ = token_logprobs(logits, ids, 0.7)
    old = (lp + 0.3 * torch.randn(lp.shape, generator=g)).detach().float().double()
    adv = torch.randn(lp.shape, generator=g).float().double()
    n = resp.sum()
    ratio = (lp - old).exp()
    pg_loss = (torch.maximum(-adv * ratio, -adv * ratio.clamp(0.8, 1.2)) * resp).sum() / n
    entropy = (ent * resp).sum() / n
    k3 = (blp - lp).exp() - 1 - (blp - lp)
    kl = (k3 * resp).sum() / n
    loss = pg_loss - 0.01 * entropy + 0.1 * kl
    grads = torch.autograd.grad(loss, list(adapter.values()))
    norm = lambda gs: math.sqrt(sum(float((x ** 2).sum()) for x in gs))
    out["adapters"]["planner"] = {
        "r": rank, "alpha": alpha, "targets": ALL, "logits_row0": logits[0].tolist(), "logprobs": lp.tolist(), "logprobs_temperature_0.7": lp_t.tolist(), "entropy": ent.tolist(),
        "ppo": {"response_mask": resp.tolist(), "old_logprobs": old.tolist(), "advantages": adv.tolist(), "clip": 0.2, "entropy_coef": 0.01, "kl_ref_coef": 0.1,
                "pg_loss": pg_loss.item(), "entropy": entropy.item(), "kl_ref_k3": kl.item(), "loss": loss.item(),
                "clip_fraction": (((ratio - 1).abs() > 0.2) * resp).sum().item() / n.item(), "grad_norm": norm(grads)}}
    save_safetensors(os.path.join(ad, "expected_gradients.safetensors"), peft(grads))

    wg = {k: v.clone().requires_grad_() for k, v in w.items()}
    lp, _ = token_logprobs(forward(wg)[0], ids)
    nll = -(lp * resp).sum() / n
    grads = torch.autograd.grad(nll, list(wg.values()))
    out["supervised"] = {"response_mask": resp.tolist(), "loss": nll.item(), "grad_norm": norm(grads)}
    save_safetensors(os.path.join(d, "expected_base_gradients.safetensors"), dict(zip(wg, grads)))
    round9 = lambda o: [round9(x) for x in o] if isinstance(o, list) else {k: round9(v) for k, v in o.items()} if isinstance(o, dict) else float(f"{o:.9g}") if isinstance(o, float) else o
    json.dump(round9(out), open(os.path.join(d, "expected.json"), "w"))
    print(name, "loss", loss.item(), "supervised", nll.item())


SMALL = dict(hidden_size=12, intermediate_size=20, num_hidden_layers=2, num_attention_heads=2, num_key_value_heads=1, vocab_size=33,
             max_position_embeddings=64, rms_norm_eps=1e-5, rope_theta=10000.0, hidden_act="silu", bos_token_id=None, eos_token_id=None, pad_token_id=None)

GEMMA = {**{k: v for k, v in SMALL.items() if k != "hidden_act"}, "head_dim": 6, "hidden_activation": "gelu_pytorch_tanh", "sliding_window": 5,
         "attention_bias": False, "tie_word_embeddings": True}

CASES = {
    "mistral": (dict(SMALL, model_type="mistral", architectures=["MistralForCausalLM"], sliding_window=5, tie_word_embeddings=False), 111),
    # Layers 1 and 3 without positions; of real models it is every fourth.
    "smollm3": (dict(SMALL, model_type="smollm3", architectures=["SmolLM3ForCausalLM"], num_hidden_layers=3, no_rope_layers=[0, 1, 0], no_rope_layer_interval=2,
                     use_sliding_window=False, sliding_window=None, attention_bias=False, mlp_bias=False, tie_word_embeddings=True), 102),
    "phi3": (dict(SMALL, model_type="phi3", architectures=["Phi3ForCausalLM"], sliding_window=6, rope_scaling=None, original_max_position_embeddings=64,
                  resid_pdrop=0.0, embd_pdrop=0.0, tie_word_embeddings=False), 103),
    # Caps low enough to bend; every second layer looks through the window.
    "gemma2": (dict(GEMMA, model_type="gemma2", architectures=["Gemma2ForCausalLM"], query_pre_attn_scalar=8, attn_logit_softcapping=1.5, final_logit_softcapping=2.0), 104),
    "gemma3": (dict(GEMMA, model_type="gemma3_text", architectures=["Gemma3ForCausalLM"], query_pre_attn_scalar=8, attn_logit_softcapping=None, final_logit_softcapping=None,
                    sliding_window_pattern=2, rope_local_base_freq=100.0), 105),
}

if __name__ == "__main__":
    for name in sys.argv[1:] or CASES:
        case(name, *CASES[name])
