"""Makes `gguf/` in this folder with llama.cpp's own Python package: small files, the numbers that it reads out of them, and the
names and orders that its converter gives the golden checkpoints.

Needs gguf, numpy and tokenizers. `python make_gguf.py` rewrites everything, always the same. Made with gguf 0.19, numpy 2.4 and
tokenizers 0.23.
"""
import hashlib, json, os, struct
import numpy as np
from gguf import GGMLQuantizationType as Type, GGUFWriter, TokenType
from gguf.constants import GGML_QUANT_SIZES
from gguf.quants import dequantize, quantize
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OUT = os.path.join(HERE, "gguf")
TOKENIZER = os.path.join(HERE, "tokenizers")
os.makedirs(OUT, exist_ok=True)
random = np.random.default_rng(18)

NAMES = {
    "input_layernorm": "attn_norm", "self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output", "self_attn.q_norm": "attn_q_norm", "self_attn.k_norm": "attn_k_norm",
    "post_attention_layernorm": "ffn_norm", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down",
}


def gguf_name(name):
    module, kind = name.rsplit(".", 1)
    if module == "model.embed_tokens": return f"token_embd.{kind}"
    if module == "model.norm": return f"output_norm.{kind}"
    if module == "lm_head": return f"output.{kind}"
    _, _, layer, own = module.split(".", 3)
    return f"blk.{layer}.{NAMES[own]}.{kind}"


def permute(weights, heads):
    """The order of rows that llama.cpp rotates, as its converter makes it."""
    return weights.reshape(heads, 2, weights.shape[0] // heads // 2, *weights.shape[1:]).swapaxes(1, 2).reshape(weights.shape)


def blocks(type, rows, columns):
    """Random blocks of a type, with scales that are ordinary numbers."""
    if type in (Type.Q4_0, Type.Q4_1, Type.Q5_0, Type.Q5_1, Type.Q8_0, Type.BF16, Type.F16):
        return quantize(random.standard_normal((rows, columns)).astype(np.float32) * 0.1, type)
    block, size = GGML_QUANT_SIZES[type]
    data = random.integers(0, 256, (rows * columns // block, size), dtype=np.uint8)
    scales = lambda: (random.standard_normal(len(data)) * 1e-3).astype(np.float16).view(np.uint8).reshape(-1, 2)
    if type == Type.Q6_K: data[:, -2:] = scales()
    else: data[:, 0:2], data[:, 2:4] = scales(), scales()
    return data.reshape(rows, -1)


def write(writer):
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def safetensors(path, tensors):
    header, body = {}, b""
    for name, data in tensors.items():
        raw = np.ascontiguousarray(data, np.float32).tobytes()
        header[name] = {"dtype": "F32", "shape": list(data.shape), "data_offsets": [len(body), len(body) + len(raw)]}
        body += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file: file.write(struct.pack("<Q", len(text)) + text + body)


def read_safetensors(path):
    """Name to (dtype, shape, raw numbers)."""
    with open(path, "rb") as file: data = file.read()
    length = struct.unpack("<Q", data[:8])[0]
    kinds = {"F32": np.float32, "F16": np.float16, "BF16": np.uint16}
    tensors = {}
    for name, entry in json.loads(data[8:8 + length]).items():
        if name == "__metadata__": continue
        begin, end = entry["data_offsets"]
        raw = data[8 + length + begin:8 + length + end]
        tensors[name] = (entry["dtype"], np.frombuffer(raw, kinds[entry["dtype"]]).reshape(entry["shape"]))
    return tensors


def types():
    """A tensor of every type that is read, and a value of every type of metadata."""
    writer, expected = GGUFWriter(os.path.join(OUT, "types.gguf"), "llama"), {}
    for kind, value in [("uint8", 200), ("int8", -100), ("uint16", 60000), ("int16", -30000), ("uint32", 4000000000),
                        ("int32", -2000000000), ("float32", 0.1), ("uint64", 2**60 + 1), ("int64", -5), ("float64", 0.1), ("bool", True)]:
        getattr(writer, f"add_{kind}")(f"test.{kind}", value)
    writer.add_string("test.string", "naïve 🙂")
    writer.add_array("test.strings", ["", "日本", "a b"])
    writer.add_array("test.floats", [0.5, -1.25])
    writer.add_array("test.integers", [1, -2, 3])
    writer.add_array("test.truths", [True, False])
    plain = random.standard_normal((3, 32)).astype(np.float32)
    writer.add_tensor("F32", plain)
    expected["F32"] = plain
    for type, rows, columns in [(Type.F16, 3, 5), (Type.BF16, 3, 5), (Type.Q4_0, 10, 64), (Type.Q4_1, 3, 64), (Type.Q5_0, 10, 64),
                                (Type.Q5_1, 3, 64), (Type.Q8_0, 10, 64), (Type.Q4_K, 2, 512), (Type.Q5_K, 2, 512), (Type.Q6_K, 2, 512)]:
        data = blocks(type, rows, columns)
        expected[type.name] = dequantize(data, type).reshape(rows, columns)
        writer.add_tensor(type.name, data.view(np.float16) if type == Type.F16 else data, raw_dtype=type)
    write(writer)
    safetensors(os.path.join(OUT, "types.safetensors"), expected)


def architecture(writer, config):
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_freq_base(config.get("rope_theta", 10000.0))
    head = config.get("head_dim") or config["hidden_size"] // config["num_attention_heads"]
    writer.add_key_length(head)
    writer.add_value_length(head)
    if config["model_type"] == "llama":
        writer.add_vocab_size(config["vocab_size"])
        writer.add_rope_dimension_count(head)
    return head


def rope_factors(config, head):
    """Llama 3's divisors of frequencies, as the converter works them out."""
    rope = config.get("rope_scaling") or {}
    if rope.get("rope_type") != "llama3": return None
    frequencies = 1.0 / (config.get("rope_theta", 10000.0) ** (np.arange(0, head, 2, dtype=np.float32) / head))
    low, high, original = rope["low_freq_factor"], rope["high_freq_factor"], rope["original_max_position_embeddings"]
    factors = []
    for wavelength in 2 * np.pi / frequencies:
        if wavelength < original / high: factors.append(1)
        elif wavelength > original / low: factors.append(rope["factor"])
        else:
            smooth = (original / wavelength - low) / (high - low)
            factors.append(1 / ((1 - smooth) / rope["factor"] + smooth))
    return np.array(factors, np.float32)


def model(case):
    """A golden checkpoint as the converter writes it, its numbers as they are."""
    with open(os.path.join(HERE, case, "config.json")) as file: config = json.load(file)
    kind = config["model_type"]
    writer = GGUFWriter(os.path.join(OUT, f"{case}.gguf"), kind)
    head = architecture(writer, config)
    factors = rope_factors(config, head)
    if factors is not None: writer.add_tensor("rope_freqs.weight", factors)
    for name, (dtype, data) in read_safetensors(os.path.join(HERE, case, "model.safetensors")).items():
        if kind == "llama" and "q_proj" in name: data = permute(data, config["num_attention_heads"])
        if kind == "llama" and "k_proj" in name: data = permute(data, config["num_key_value_heads"])
        if data.ndim == 1: # vectors are always F32
            data = (data.astype(np.uint32) << 16).view(np.float32) if dtype == "BF16" else data.astype(np.float32)
        raw = Type.BF16 if data.dtype == np.uint16 else None
        writer.add_tensor(gguf_name(name), np.ascontiguousarray(data).view(np.uint8) if raw else np.ascontiguousarray(data), raw_dtype=raw)
    write(writer)


def tokenizer(writer, style, pre, template=None):
    with open(os.path.join(TOKENIZER, style, "tokenizer.json")) as file: file = json.load(file)
    with open(os.path.join(TOKENIZER, style, "tokenizer_config.json")) as config: config = json.load(config)
    return vocabulary(writer, file, config, pre, template)


def vocabulary(writer, file, config, pre, template=None):
    added = {token["content"]: token["special"] for token in file["added_tokens"]}
    ids = {**file["model"]["vocab"], **{token["content"]: token["id"] for token in file["added_tokens"]}}
    tokens = sorted(ids, key=ids.get)
    types = [(TokenType.CONTROL if added[token] else TokenType.USER_DEFINED) if token in added else TokenType.NORMAL for token in tokens]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(tokens + ["[PAD520]"])
    writer.add_token_types(types + [TokenType.UNUSED])
    writer.add_token_merges([" ".join(merge) for merge in file["model"]["merges"]])
    for name, add in [("bos_token", writer.add_bos_token_id), ("eos_token", writer.add_eos_token_id), ("pad_token", writer.add_pad_token_id)]:
        if config.get(name): add(ids[config[name]])
    if template: writer.add_chat_template(template)
    return len(tokens) + 1


def tokenizers():
    for style, pre in [("qwen2", "qwen2"), ("gpt2", "gpt-2")]:
        writer = GGUFWriter(os.path.join(OUT, f"tokenizer-{style}.gguf"), "qwen2")
        tokenizer(writer, style, pre)
        write(writer)


def smollm():
    """SmolLM cuts single digits off, of any script, and then as GPT-2 does. Beside the file: texts and their ids."""
    corpus = ["Bob has 12 bags of 345 apples each; how many has he?", "it's 2024, don't you think? (17+25)*3", "naïve 日本語 🙂 x² and Ⅷ ½ ٣٤ 12 12"] * 4
    own = Tokenizer(models.BPE())
    own.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    own.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    own.train_from_iterator(corpus, trainers.BpeTrainer(vocab_size=340, special_tokens=["<|endoftext|>"], initial_alphabet=alphabet, show_progress=False))
    writer = GGUFWriter(os.path.join(OUT, "tokenizer-smollm.gguf"), "llama")
    vocabulary(writer, json.loads(own.to_str()), {"eos_token": "<|endoftext|>"}, "smollm")
    write(writer)
    texts = corpus[:3] + ["٣٤12½Ⅷx²", " 7\n\n 70  700 ", "it's 9am, isn't it?"]
    with open(os.path.join(OUT, "tokenizer-smollm.json"), "w") as file:
        file.write(json.dumps({text: own.encode(text, add_special_tokens=False).ids for text in texts}) + "\n")


def mixed():
    """A whole model of Llama's kind, tokenizer included, each matrix in another form; what it holds is told by hashes."""
    config = {"model_type": "llama", "max_position_embeddings": 128, "hidden_size": 64, "num_hidden_layers": 2, "intermediate_size": 96,
              "num_attention_heads": 4, "num_key_value_heads": 2, "rms_norm_eps": 1e-5, "rope_theta": 500000.0}
    writer = GGUFWriter(os.path.join(OUT, "mixed.gguf"), "llama")
    config["vocab_size"] = tokenizer(writer, "llama3", "llama-bpe", "{% for message in messages %}{{ message.content }}{% endfor %}")
    architecture(writer, config)
    width, inner, expected = config["hidden_size"], config["intermediate_size"], {}

    def matrix(name, type, rows, columns, heads=None):
        values = random.standard_normal((rows, columns)).astype(np.float32) / np.sqrt(columns)
        expected[name] = dequantize(quantize(values, type), type).reshape(rows, columns)
        data = quantize(permute(values, heads) if heads else values, type)
        writer.add_tensor(gguf_name(name), data.view(np.float16) if type == Type.F16 else data, raw_dtype=type)

    def vector(name):
        expected[name] = (1 + 0.1 * random.standard_normal(width)).astype(np.float32)
        writer.add_tensor(gguf_name(name), expected[name])

    matrix("model.embed_tokens.weight", Type.Q8_0, config["vocab_size"], width)
    for layer, (q, k, v, o, gate, up, down) in enumerate([
        (Type.Q8_0, Type.Q4_0, Type.F16, Type.Q5_0, Type.Q4_0, Type.Q8_0, Type.Q4_1),
        (Type.Q4_0, Type.Q8_0, Type.BF16, Type.Q5_1, Type.Q8_0, Type.Q4_0, Type.Q5_0),
    ]):
        at = f"model.layers.{layer}"
        vector(f"{at}.input_layernorm.weight")
        matrix(f"{at}.self_attn.q_proj.weight", q, width, width, config["num_attention_heads"])
        matrix(f"{at}.self_attn.k_proj.weight", k, width // 2, width, config["num_key_value_heads"])
        matrix(f"{at}.self_attn.v_proj.weight", v, width // 2, width)
        matrix(f"{at}.self_attn.o_proj.weight", o, width, width)
        vector(f"{at}.post_attention_layernorm.weight")
        matrix(f"{at}.mlp.gate_proj.weight", gate, inner, width)
        matrix(f"{at}.mlp.up_proj.weight", up, inner, width)
        matrix(f"{at}.mlp.down_proj.weight", down, width, inner)
    vector("model.norm.weight")
    write(writer)
    hashes = {name: hashlib.sha256(np.ascontiguousarray(data, np.float32).tobytes()).hexdigest() for name, data in expected.items()}
    with open(os.path.join(OUT, "mixed.json"), "w") as file: file.write(json.dumps(hashes, indent=1) + "\n")


types()
for case in ["llama-tied", "llama-untied-bf16", "llama3-rope-f16", "qwen2", "qwen3"]: model(case)
tokenizers()
smollm()
mixed()
