"""A Llama-type transformer with LoRA adapters in PyTorch eager, written to be fast: the peer our own engine is measured
against. RMSNorm, rotate-half RoPE, grouped-query causal attention, SwiGLU, LoRA on all seven projections.

Activations are [tokens, features]; rows have equal length, so tokens = rows * length. The base is frozen. Several
adapters train or decode together: rows are sorted by adapter, equally many each.
"""
import functools
from dataclasses import dataclass

import torch
import torch.nn.functional as F

PROJECTIONS = ("q", "k", "v", "o", "gate", "up", "down")


@dataclass(frozen=True)
class Config:
    hidden: int
    intermediate: int
    layers: int
    heads: int
    kv_heads: int
    head_dim: int
    vocabulary: int
    eps: float = 1e-5
    theta: float = 10_000.0

    def shape(self, projection):
        """[outputs, inputs]"""
        q, kv = self.heads * self.head_dim, self.kv_heads * self.head_dim
        return {
            "q": (q, self.hidden),
            "k": (kv, self.hidden),
            "v": (kv, self.hidden),
            "o": (self.hidden, q),
            "gate": (self.intermediate, self.hidden),
            "up": (self.intermediate, self.hidden),
            "down": (self.hidden, self.intermediate),
        }[projection]


@dataclass
class Layer:
    norm1: torch.Tensor
    norm2: torch.Tensor
    w: dict  # projection -> [outputs, inputs]
    a: dict  # projection -> [adapters, rank, inputs]
    b: dict  # projection -> [adapters, rank, outputs], the transpose of PEFT's: its gradient is then the faster product


class Model:
    """Weights, adapters and the two ways to run them."""

    def __init__(self, config, embedding, norm, layers, scale, head=None):
        self.config, self.embedding, self.norm, self.layers, self.scale = config, embedding, norm, layers, scale
        self.head = embedding if head is None else head

    def parameters(self):
        return [p for layer in self.layers for name in PROJECTIONS for p in (layer.a[name], layer.b[name])]

    @staticmethod
    def random(config, adapters, rank, scale, device, seed=1):
        """Base and adapters N(0, 0.05^2), as our bench has them."""
        generator = torch.Generator().manual_seed(seed)
        noise = lambda *shape: (torch.randn(*shape, generator=generator) * 0.05).to(device)
        layers = []
        for _ in range(config.layers):
            w, a, b = {}, {}, {}
            for name in PROJECTIONS:
                outputs, inputs = config.shape(name)
                w[name] = noise(outputs, inputs)
                a[name] = noise(adapters, rank, inputs).requires_grad_()
                b[name] = noise(adapters, rank, outputs).requires_grad_()
            layers.append(Layer(torch.ones(config.hidden, device=device), torch.ones(config.hidden, device=device), w, a, b))
        return Model(config, noise(config.vocabulary, config.hidden), torch.ones(config.hidden, device=device), layers, scale)


@functools.cache
@torch.inference_mode(False)  # shared by passes with and without gradients
def rope_tables(config, length, device):
    """cos and sin, [length, head_dim / 2]"""
    half = torch.arange(0, config.head_dim, 2, dtype=torch.float64) / config.head_dim
    angles = torch.arange(length, dtype=torch.float64)[:, None] * config.theta ** -half[None]
    return angles.cos().float().to(device), angles.sin().float().to(device)


def rotate(x, cos, sin):
    """x [..., head_dim] by tables [..., head_dim / 2]: three operations instead of negate, join, two products and a sum."""
    half = x.shape[-1] // 2
    out = x * torch.cat((cos, cos), -1)
    out[..., :half].addcmul_(x[..., half:], sin, value=-1)
    out[..., half:].addcmul_(x[..., :half], sin)
    return out


class Rotate(torch.autograd.Function):
    """A rotation's backward is the rotation back."""

    @staticmethod
    def forward(ctx, x, cos, sin):
        ctx.save_for_backward(cos, sin)
        return rotate(x, cos, sin)

    @staticmethod
    def backward(ctx, dy):
        cos, sin = ctx.saved_tensors
        return rotate(dy, cos, -sin), None, None


def rms_norm(x, gain, eps):
    return F.rms_norm(x, gain.shape, gain, eps)


# Training: how a projection with its adapter is computed. Every form gives the same numbers; `twin.py` times all and
# counts the fastest.


def grouped(x, n):
    """[tokens, f] as [adapters, tokens / adapters, f]"""
    return x.view(n, -1, x.shape[-1])


def thin(x, w, a, b, scale):
    """y = x Wᵀ + s (x Aᵀ) B, differentiated by autograd."""
    n = a.shape[0]
    y = x @ w.t()
    if n == 1:
        return torch.addmm(y, x @ a[0].t(), b[0], alpha=scale)
    return torch.baddbmm(grouped(y, n), grouped(x, n) @ a.mT, b, alpha=scale).view_as(y)


class ThinFunction(torch.autograd.Function):
    """`thin` with the backward written out: sums go into the products, nothing is computed for W."""

    @staticmethod
    def forward(ctx, x, w, a, b, scale):
        n = a.shape[0]
        u = torch.bmm(grouped(x, n), a.mT)
        y = x @ w.t()
        grouped(y, n).baddbmm_(u, b, alpha=scale)
        ctx.save_for_backward(x, w, a, b, u)
        ctx.scale = scale
        return y

    @staticmethod
    def backward(ctx, dy):
        x, w, a, b, u = ctx.saved_tensors
        n = a.shape[0]
        dyg = grouped(dy.contiguous(), n)
        du = torch.bmm(dyg, b.mT).mul_(ctx.scale)
        dx = None
        if ctx.needs_input_grad[0]:
            dx = dy @ w
            grouped(dx, n).baddbmm_(du, a)
        return dx, None, torch.bmm(du.mT, grouped(x, n)), torch.bmm(u.mT, dyg).mul_(ctx.scale), None


class MergedFunction(torch.autograd.Function):
    """One adapter only: W' = W + s Bᵀ A, then one product each way; the adapter's gradients stay thin."""

    @staticmethod
    def forward(ctx, x, w, a, b, scale):
        merged = torch.addmm(w, b[0].t(), a[0], alpha=scale)
        ctx.save_for_backward(x, merged, a, b)
        ctx.scale = scale
        return x @ merged.t()

    @staticmethod
    def backward(ctx, dy):
        x, merged, a, b = ctx.saved_tensors
        du = (dy @ b[0].t()).mul_(ctx.scale)
        u = (x @ a[0].t()).mul_(ctx.scale)
        dx = dy @ merged if ctx.needs_input_grad[0] else None
        return dx, None, (du.t() @ x)[None], (u.t() @ dy)[None], None


class StackedFunction(torch.autograd.Function):
    """One adapter only: projections of one input (q, k, v; gate, up) merged with their adapters and stacked into one product."""

    @staticmethod
    def forward(ctx, x, scale, count, *tensors):
        ws, As, Bs = tensors[:count], tensors[count : 2 * count], tensors[2 * count :]
        sizes = [w.shape[0] for w in ws]
        merged = torch.empty(sum(sizes), x.shape[1], dtype=x.dtype, device=x.device)
        for part, w, a, b in zip(merged.split(sizes), ws, As, Bs):
            torch.addmm(w, b[0].t(), a[0], alpha=scale, out=part)
        a = torch.cat([a[0] for a in As])
        ctx.save_for_backward(x, merged, a, *Bs)
        ctx.scale, ctx.sizes = scale, sizes
        return (x @ merged.t()).split(sizes, 1)

    @staticmethod
    def backward(ctx, *dys):
        x, merged, a, *Bs = ctx.saved_tensors
        rank = Bs[0].shape[1]
        dy = torch.cat(dys, 1)
        parts = dy.split(ctx.sizes, 1)
        du = torch.cat([part @ b[0].t() for part, b in zip(parts, Bs)], 1).mul_(ctx.scale)
        u = (x @ a.t()).mul_(ctx.scale)
        dx = dy @ merged if ctx.needs_input_grad[0] else None
        da = (du.t() @ x).view(len(Bs), 1, rank, -1).unbind(0)
        db = [(share.t() @ part)[None] for part, share in zip(parts, u.split(rank, 1))]
        return (dx, None, None, *([None] * len(Bs)), *da, *db)


def projected(form, layer, names, x, scale):
    """The projections `names` of one input; form `base` leaves the adapters out."""
    if form == "stacked":
        tensors = [layer.w[n] for n in names] + [layer.a[n] for n in names] + [layer.b[n] for n in names]
        return StackedFunction.apply(x, scale, len(names), *tensors)
    if form == "base":
        return [x @ layer.w[n].t() for n in names]
    apply = {"thin": thin, "function": ThinFunction.apply, "merged": MergedFunction.apply}[form]
    return [apply(x, layer.w[n], layer.a[n], layer.b[n], scale) for n in names]


def training_forms(adapters):
    return ("thin", "function", "merged", "stacked") if adapters == 1 else ("thin", "function")


def hidden_states(model, ids, form):
    """The residual stream [rows * length, D] of ids [rows, length]; the last norm is the reader's. Padding goes to the right."""
    config = model.config
    rows, length = ids.shape
    cos, sin = rope_tables(config, length, ids.device)
    heads = lambda y, count: y.view(rows, length, count, config.head_dim)
    x = F.embedding(ids.reshape(-1), model.embedding)
    for layer in model.layers:
        h = rms_norm(x, layer.norm1, config.eps)
        q, k, v = projected(form, layer, ("q", "k", "v"), h, model.scale)
        q = Rotate.apply(heads(q, config.heads), cos[:, None], sin[:, None]).transpose(1, 2)
        k = Rotate.apply(heads(k, config.kv_heads), cos[:, None], sin[:, None]).transpose(1, 2)
        v = heads(v, config.kv_heads).transpose(1, 2)
        attended = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=config.heads != config.kv_heads)
        attended = attended.transpose(1, 2).reshape(rows * length, -1)
        x = x + projected(form, layer, ("o",), attended, model.scale)[0]
        h = rms_norm(x, layer.norm2, config.eps)
        gate, up = projected(form, layer, ("gate", "up"), h, model.scale)
        x = x + projected(form, layer, ("down",), F.silu(gate) * up, model.scale)[0]
    return x


def token_statistics(model, x, scored, targets, temperature=1.0):
    """Log-probabilities and entropies [N] of `targets` at the chosen token rows `scored` of the residual stream."""
    hidden = rms_norm(x[scored], model.norm, model.config.eps)
    logp = torch.log_softmax(hidden @ model.head.t() / temperature, -1)
    return logp.gather(1, targets[:, None])[:, 0], -(logp.exp() * logp).sum(-1)


# Decoding: how projections of one input are computed for rows with different adapters.


class Gathered:
    """Each row's own A and B, gathered once for the whole generation: two batched products of one row each."""

    def __init__(self, model, layer, names, owner):
        self.parts = [
            (layer.w[n].t(), layer.a[n].detach().mT[owner].contiguous(), (layer.b[n].detach() * model.scale)[owner].contiguous())
            for n in names
        ]

    def __call__(self, x):
        rows = x[:, None]
        return [torch.baddbmm((x @ w)[:, None], torch.bmm(rows, a), b)[:, 0] for w, a, b in self.parts]


class Grouped:
    """Rows sorted by adapter: two batched products per adapter."""

    def __init__(self, model, layer, names, owner):
        self.n = layer.a["q"].shape[0]
        self.parts = [
            (layer.w[n].t(), layer.a[n].detach().mT.contiguous(), layer.b[n].detach() * model.scale) for n in names
        ]

    def __call__(self, x):
        n = self.n
        out = []
        for w, a, b in self.parts:
            y = x @ w
            grouped(y, n).baddbmm_(torch.bmm(grouped(x, n), a), b)
            out.append(y)
        return out


def owner_mask(n, rank, owner):
    """1 where a column of the concatenated adapters is the row's own: [rows, n * rank]"""
    return (torch.arange(n, device=owner.device).repeat_interleave(rank)[None] == owner[:, None]).float()


class Masked:
    """All adapters' A as one matrix, the others' columns set to zero: two plain products."""

    def __init__(self, model, layer, names, owner):
        self.mask = owner_mask(*layer.a["q"].shape[:2], owner)
        self.parts = [
            (
                layer.w[n].t(),
                layer.a[n].detach().flatten(0, 1).t().contiguous(),
                (layer.b[n].detach() * model.scale).flatten(0, 1),
            )
            for n in names
        ]

    def __call__(self, x):
        return [torch.addmm(x @ w, (x @ a).mul_(self.mask), b) for w, a, b in self.parts]


class Fused:
    """`Masked` with the projections of one input and all their A in one product, and one block-diagonal product for B."""

    def __init__(self, model, layer, names, owner):
        n, rank = layer.a["q"].shape[:2]
        self.sizes = [layer.w[name].shape[0] for name in names]
        self.outputs = sum(self.sizes)
        self.mask = owner_mask(n, rank, owner).repeat(1, len(names))
        weights = [layer.w[name] for name in names] + [layer.a[name].detach().flatten(0, 1) for name in names]
        self.w = torch.cat(weights).t().contiguous()
        self.b = torch.block_diag(*[(layer.b[name].detach() * model.scale).flatten(0, 1) for name in names]).contiguous()

    def __call__(self, x):
        z = x @ self.w
        u = z[:, self.outputs :] * self.mask
        return z[:, : self.outputs].addmm_(u, self.b).split(self.sizes, 1)


class Merged:
    """One adapter only: merged and stacked into one product."""

    def __init__(self, model, layer, names, owner):
        self.sizes = [layer.w[name].shape[0] for name in names]
        merged = [torch.addmm(layer.w[n], layer.b[n][0].detach().t(), layer.a[n][0].detach(), alpha=model.scale) for n in names]
        self.w = torch.cat(merged).t().contiguous()

    def __call__(self, x):
        return (x @ self.w).split(self.sizes, 1)


DECODING_FORMS = {"gathered": Gathered, "grouped": Grouped, "masked": Masked, "fused": Fused, "merged": Merged}


def decoding_forms(adapters):
    return ("gathered", "grouped", "masked", "fused", "merged") if adapters == 1 else ("gathered", "grouped", "masked", "fused")


class Decoder:
    """Rows behind a preallocated key-value cache, all at one position; `owner` [rows] names each row's adapter, sorted."""

    def __init__(self, model, owner, capacity, form):
        self.model, self.config, self.rows = model, model.config, owner.shape[0]
        device = model.embedding.device
        make = DECODING_FORMS[form]
        self.layers = [
            (layer, *(make(model, layer, names, owner) for names in (("q", "k", "v"), ("o",), ("gate", "up"), ("down",))))
            for layer in model.layers
        ]
        config = self.config
        shape = (config.layers, self.rows, config.kv_heads, capacity, config.head_dim)
        self.keys, self.values = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
        self.cos, self.sin = rope_tables(config, capacity, device)
        self.head = model.head.t()

    def prefill(self, ids, mask):
        """Logits [rows, V] behind prompts [rows, length], padded on the left; `mask` [rows, 1, length, length] is added."""
        config = self.config
        rows, length = ids.shape
        cos, sin = self.cos[:length, None], self.sin[:length, None]
        heads = lambda y, count: y.reshape(rows, length, count, config.head_dim)
        x = F.embedding(ids.reshape(-1), self.model.embedding)
        for index, (layer, qkv, o, gate_up, down) in enumerate(self.layers):
            q, k, v = qkv(rms_norm(x, layer.norm1, config.eps))
            q = rotate(heads(q, config.heads), cos, sin).transpose(1, 2)
            k = rotate(heads(k, config.kv_heads), cos, sin).transpose(1, 2)
            v = heads(v, config.kv_heads).transpose(1, 2)
            self.keys[index][:, :, :length] = k
            self.values[index][:, :, :length] = v
            attended = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, enable_gqa=config.heads != config.kv_heads)
            x = x + o(attended.transpose(1, 2).reshape(rows * length, -1))[0]
            gate, up = gate_up(rms_norm(x, layer.norm2, config.eps))
            x = x + down(F.silu(gate) * up)[0]
        return rms_norm(x.view(rows, length, -1)[:, -1], self.model.norm, config.eps) @ self.head

    def step(self, ids, position, mask=None):
        """Logits [rows, V] behind one more token `ids` [rows] at `position`; `mask` [rows, 1, 1, position + 1] is added."""
        config, rows = self.config, self.rows
        cos, sin = self.cos[position], self.sin[position]
        x = F.embedding(ids, self.model.embedding)
        for index, (layer, qkv, o, gate_up, down) in enumerate(self.layers):
            q, k, v = qkv(rms_norm(x, layer.norm1, config.eps))
            q = rotate(q.reshape(rows, config.heads, config.head_dim), cos, sin)
            keys, values = self.keys[index], self.values[index]
            keys[:, :, position] = rotate(k.reshape(rows, config.kv_heads, config.head_dim), cos, sin)
            values[:, :, position] = v.reshape(rows, config.kv_heads, config.head_dim)
            attended = F.scaled_dot_product_attention(
                q[:, :, None],
                keys[:, :, : position + 1],
                values[:, :, : position + 1],
                attn_mask=mask,
                enable_gqa=config.heads != config.kv_heads,
            )
            x = x + o(attended.reshape(rows, -1))[0]
            gate, up = gate_up(rms_norm(x, layer.norm2, config.eps))
            x = x + down(F.silu(gate) * up)[0]
        return rms_norm(x, self.model.norm, config.eps) @ self.head


def sample(logits, temperature):
    """Tokens drawn at `temperature`, their log-probabilities and the entropies, [rows] each, by the exponential race."""
    logp = torch.log_softmax(logits / temperature, -1)
    p = logp.exp()
    token = (p / torch.empty_like(p).exponential_()).argmax(-1)
    return token, logp.gather(1, token[:, None])[:, 0], -(p * logp).sum(-1)
