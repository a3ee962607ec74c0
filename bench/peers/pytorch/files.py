"""Hugging Face folders by hand: safetensors without its package, a Llama config, and PEFT adapters."""
import json
import struct

import torch

import llama

DTYPES = {"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}


def read_safetensors(path):
    """Tensors by name, as float32: 8 bytes of header length, a JSON header, the data."""
    with open(path, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    header.pop("__metadata__", None)
    tensors = {}
    for name, entry in header.items():
        start, end = entry["data_offsets"]
        raw = bytearray(data[8 + length + start : 8 + length + end])
        tensors[name] = torch.frombuffer(raw, dtype=DTYPES[entry["dtype"]]).reshape(entry["shape"]).float()
    return tensors


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def config_of(folder):
    raw = read_json(f"{folder}/config.json")
    if raw["model_type"] != "llama" or raw.get("rope_scaling") or raw.get("attention_bias"):
        raise SystemExit(f"{folder}: the peer knows plain Llama only")
    return llama.Config(
        hidden=raw["hidden_size"],
        intermediate=raw["intermediate_size"],
        layers=raw["num_hidden_layers"],
        heads=raw["num_attention_heads"],
        kv_heads=raw["num_key_value_heads"],
        head_dim=raw["head_dim"],
        vocabulary=raw["vocab_size"],
        eps=raw["rms_norm_eps"],
        theta=raw["rope_theta"],
    )


def module_of(layer, projection):
    block = "mlp" if projection in ("gate", "up", "down") else "self_attn"
    return f"model.layers.{layer}.{block}.{projection}_proj"


def read_model(folder, rank, scale, adapter):
    """The base of `folder`; `adapter(module, outputs, inputs)` gives A [adapters, rank, inputs] and B [adapters, rank, outputs]."""
    config = config_of(folder)
    tensors = read_safetensors(f"{folder}/model.safetensors")
    layers = []
    for index in range(config.layers):
        w, a, b = {}, {}, {}
        for name in llama.PROJECTIONS:
            module = module_of(index, name)
            w[name] = tensors[f"{module}.weight"]
            first, second = adapter(module, *w[name].shape)
            a[name], b[name] = first.requires_grad_(), second.requires_grad_()
        norm = lambda which: tensors[f"model.layers.{index}.{which}.weight"]
        layers.append(llama.Layer(norm("input_layernorm"), norm("post_attention_layernorm"), w, a, b))
    head = tensors.get("lm_head.weight")
    return llama.Model(config, tensors["model.embed_tokens.weight"], tensors["model.norm.weight"], layers, scale, head)
