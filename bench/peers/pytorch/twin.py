"""The work of one update or one decoding step of our engine, in PyTorch eager. Prints one JSON line:

    python twin.py update --hidden 128 --intermediate 384 --layers 4 --vocabulary 512 --threads 1

update   forward (head on the scored tokens only), token log-probabilities and entropies, backward to the adapters, AdamW
forward  the same forward alone, without gradients
decode   one step behind a cache, mean of `--steps` steps after a prompt: model, sampling, token fed back
gemm     tokens x hidden x intermediate, the machine's matrix multiplication

All forms of computing LoRA that make sense (llama.py) take turns; the line's numbers are the fastest form's, by minimum.
`wall` is the clock, `cpu` the processor time of all threads of the process, both in milliseconds.
With `--serve` the fastest form runs once per line read from the standard input, so that somebody else can take turns.
"""
import argparse
import json
import statistics
import sys
import time

from memory import keep_memory

keep_memory()

import torch

import llama


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("mode", choices=("update", "forward", "decode", "gemm"))
    for name, default in (
        ("hidden", 128),
        ("intermediate", 384),
        ("layers", 4),
        ("heads", 4),
        ("kv-heads", 0),
        ("vocabulary", 512),
        ("rows", 16),
        ("length", 64),
        ("first", 0),
        ("prompt", 32),
        ("steps", 32),
        ("adapters", 1),
        ("rank", 8),
        ("threads", 1),
        ("repeats", 21),
        ("warmup", 3),
    ):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--form", help="measure this form only")
    parser.add_argument("--serve", action="store_true")
    args = parser.parse_args()
    args.kv_heads = args.kv_heads or args.heads
    # Scored are the tokens from `first` on, as in our bench: targets first … length of length + 1 ids.
    args.first = args.first or args.length // 2
    return args


def adapters_of(args):
    """The adapter of each row, sorted."""
    if args.rows % args.adapters != 0:
        raise SystemExit(f"{args.rows} rows cannot be shared equally by {args.adapters} adapters")
    return torch.arange(args.rows, device=args.device) // (args.rows // args.adapters)


def training_run(args, model, form, backward):
    device = args.device
    rows, length, first = args.rows, args.length, args.first
    ids = (torch.arange(rows)[:, None] * 7 + torch.arange(length + 1)[None] * 3) % args.vocabulary
    inputs, targets = ids[:, :-1].contiguous().to(device), ids[:, first:].reshape(-1).to(device)
    scored = (torch.arange(rows)[:, None] * length + torch.arange(first - 1, length)[None]).reshape(-1).to(device)
    derivatives = torch.randn(2, scored.numel(), generator=torch.Generator().manual_seed(2)).to(device) / scored.numel()

    def forward():
        return llama.token_statistics(model, llama.hidden_states(model, inputs, form), scored, targets)

    if not backward:

        def run_forward():
            with torch.inference_mode():
                return forward()

        return run_forward

    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-6, eps=1e-5, weight_decay=0.0, fused=True)

    def run_update():
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(forward(), tuple(derivatives))
        optimizer.step()

    return run_update


def decoding_run(args, model, form):
    decoder = llama.Decoder(model, adapters_of(args), args.prompt + args.steps, form)
    generator = torch.Generator().manual_seed(3)
    decoder.keys.copy_(torch.randn(decoder.keys.shape, generator=generator) * 0.1)
    decoder.values.copy_(torch.randn(decoder.values.shape, generator=generator) * 0.1)
    start = (torch.arange(args.rows, device=args.device) * 5) % args.vocabulary

    def run():
        with torch.inference_mode():
            token = start
            for step in range(args.steps):
                token, _logprob, _entropy = llama.sample(decoder.step(token, args.prompt + step), 1.0)
            return token

    return run


def gemm_run(args):
    x = torch.randn(args.rows * args.length, args.hidden, device=args.device)
    w = torch.randn(args.intermediate, args.hidden, device=args.device)

    def run():
        for _ in range(10):
            torch.mm(x, w.t())

    return run


def runs_of(args):
    """Form -> run, and how many units of work a run does."""
    if args.mode == "gemm":
        return {"mm": gemm_run(args)}, 10
    config = llama.Config(
        args.hidden, args.intermediate, args.layers, args.heads, args.kv_heads, args.hidden // args.heads, args.vocabulary
    )
    model = llama.Model.random(config, args.adapters, args.rank, 2.0, args.device)
    if args.mode == "decode":
        forms = [args.form] if args.form else llama.decoding_forms(args.adapters)
        return {form: decoding_run(args, model, form) for form in forms}, args.steps
    forms = [args.form] if args.form else llama.training_forms(args.adapters)
    return {form: training_run(args, model, form, args.mode == "update") for form in forms}, 1


def timed(run, args, units):
    wall, cpu = time.perf_counter(), time.process_time()
    run()
    if args.device != "cpu":
        torch.cuda.synchronize()
    return (time.perf_counter() - wall) * 1000 / units, (time.process_time() - cpu) * 1000 / units


def summary(times):
    wall, cpu = zip(*times)
    return {
        "wall_median": round(statistics.median(wall), 4),
        "wall_min": round(min(wall), 4),
        "cpu_median": round(statistics.median(cpu), 4),
        "cpu_min": round(min(cpu), 4),
    }


def main():
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)
    runs, units = runs_of(args)
    for _ in range(args.warmup):
        for run in runs.values():
            timed(run, args, units)
    times = {form: [] for form in runs}
    for _ in range(args.repeats):
        for form, run in runs.items():
            times[form].append(timed(run, args, units))
    forms = {form: summary(values) for form, values in times.items()}
    # A busy machine disturbs one thread's processor time least; with more threads or a GPU only the clock counts.
    clock = "cpu_min" if args.device == "cpu" and args.threads == 1 else "wall_min"
    best = min(forms, key=lambda form: forms[form][clock])
    processor = torch.cuda.get_device_name() if args.device != "cpu" else torch.backends.cpu.get_cpu_capability()
    line = {"peer": "pytorch", "version": torch.__version__, "processor": processor, **vars(args), "form": best, **forms[best]}
    if args.mode == "gemm":
        line["gflops"] = round(2e-6 * args.rows * args.length * args.hidden * args.intermediate / forms[best]["wall_min"], 1)
    print(json.dumps({**line, "forms": forms}), flush=True)
    if not args.serve:
        return
    for _ in sys.stdin:
        wall, cpu = timed(runs[best], args, units)
        print(json.dumps({"wall": wall, "cpu": cpu}), flush=True)


main()
