"""The shipped micro recipe end to end in one PyTorch process: planner -> solver on arithmetic word problems, token-level
PPO on one LoRA adapter per agent, shared critic on the frozen base's features. Prints one JSON line per seed.

    python recipe.py ../../../public/models/micro --seeds 3 --threads 2

Same settings as the preset: 32 episodes, 2 epochs of one minibatch, rank 8 (scale 2) on all seven projections, learning
rate 3e-3 with adaptive control (target KL 3e-3), KL gate 0.01, gradient norm 1, clip 0.2, lambda 0.95, AdamW with epsilon 1e-5,
critic 128 wide with 2 steps per epoch. An iteration does what ours does: rollout, one pass of the frozen base (features
for the critic, reference log-probabilities), credit, two epochs, and one more pass that measures the KL old -> new.

`start` is the accuracy of the untrained team over 512 sampled episodes, before the clock runs. `+30` is reached at the
smallest iteration k >= 3 for which the mean reward of iterations k-2, k-1 and k (each 32 fresh train problems) is at least
start + 0.30; its time is the wall clock from the begin of iteration 1 to the end of iteration k. `+50` likewise.
"""
import argparse
import json
import random
import statistics
import time

from memory import keep_memory

keep_memory()

import torch
import torch.nn.functional as F

import arithmetic
import files
import llama

EPISODES, EPOCHS = 32, 2
RANK, SCALE = 8, 2.0
LEARNING_RATE, TARGET_KL, KL_GATE, MAX_NORM, CLIP, TRACE, EPSILON = 3e-3, 3e-3, 0.01, 1.0, 0.2, 0.95, 1e-5
CRITIC_WIDTH, CRITIC_RATE, CRITIC_STEPS = 128, 3e-3, 2
START_EPISODES = 512


class Agent:
    """An adapter on the shared base, with its optimiser."""

    def __init__(self, base, generator):
        self.layers = []
        for layer in base.layers:
            a, b = {}, {}
            for name in llama.PROJECTIONS:
                outputs, inputs = layer.w[name].shape
                a[name] = (torch.randn(1, RANK, inputs, generator=generator) / inputs**0.5).requires_grad_()
                b[name] = torch.zeros(1, RANK, outputs).requires_grad_()
            self.layers.append(llama.Layer(layer.norm1, layer.norm2, layer.w, a, b))
        self.model = llama.Model(base.config, base.embedding, base.norm, self.layers, SCALE, base.head)
        self.parameters = self.model.parameters()
        self.optimizer = torch.optim.AdamW(self.parameters, lr=LEARNING_RATE, eps=EPSILON, weight_decay=0.0, fused=True)
        self.rate = LEARNING_RATE

    def adapt(self, kl):
        if kl > 2 * TARGET_KL:
            self.rate /= 1.5
        elif kl < TARGET_KL / 2:
            self.rate = min(LEARNING_RATE, self.rate * 1.1)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate


class Message:
    def __init__(self, prompt, response, logprobs):
        self.prompt, self.response, self.logprobs = prompt, response, logprobs


class Batch:
    """Messages padded on the right; scored are their responses, message by message."""

    def __init__(self, messages):
        width = max(len(m.prompt) + len(m.response) for m in messages) - 1
        ids, scored, targets = [], [], []
        for row, m in enumerate(messages):
            whole = m.prompt + m.response
            ids.append(whole[:-1] + [0] * (width - len(whole) + 1))
            first = row * width + len(m.prompt) - 1
            scored.extend(range(first, first + len(m.response)))
            targets.extend(m.response)
        self.ids, self.scored, self.targets = torch.tensor(ids), torch.tensor(scored), torch.tensor(targets)
        self.old = torch.tensor([p for m in messages for p in m.logprobs])

    def scores(self, model, form):
        return llama.token_statistics(model, llama.hidden_states(model, self.ids, form), self.scored, self.targets)


@torch.inference_mode()
def generate(agent, prompts, end):
    """One message per prompt, all rows together behind one cache."""
    rows, width, steps = len(prompts), max(map(len, prompts)), arithmetic.MAX_NEW_TOKENS
    pads = torch.tensor([width - len(p) for p in prompts])
    ids = torch.tensor([[0] * (width - len(p)) + p for p in prompts])
    decoder = llama.Decoder(agent.model, torch.zeros(rows, dtype=torch.long), width + steps, "merged")
    place = torch.arange(width + steps)
    hidden = torch.where(place[None] < pads[:, None], float("-inf"), 0.0)[:, None, None]
    later = torch.full((width, width), float("-inf")).triu(1)
    # A padding place sees itself, so that its softmax is defined; nobody else sees it.
    mask = (hidden[..., :width] + later).masked_fill(torch.eye(width, dtype=torch.bool), 0.0)
    logits = decoder.prefill(ids, mask)
    tokens, logprobs = [], []
    finished = torch.zeros(rows, dtype=torch.bool)
    for step in range(steps):
        token, logprob, _ = llama.sample(logits, 1.0)
        tokens.append(token)
        logprobs.append(logprob)
        finished |= token == end
        if step + 1 == steps or bool(finished.all()):
            break
        logits = decoder.step(token, width + step, hidden[..., : width + step + 1])
    messages = []
    for prompt, row, scores in zip(prompts, torch.stack(tokens, 1).tolist(), torch.stack(logprobs, 1).tolist()):
        length = row.index(end) + 1 if end in row else len(row)
        messages.append(Message(prompt, row[:length], scores[:length]))
    return messages


def roll_out(agents, tokenizer, episodes, dice):
    """Planner's and solver's messages and the rewards of fresh problems."""
    problems = [arithmetic.problem(dice) for _ in range(episodes)]
    (planner, plan), (solver, solve) = arithmetic.PROFILES
    plans = generate(agents[0], [arithmetic.prompt(tokenizer, planner, plan, told) for told, _ in problems], tokenizer.end)
    prompts = [arithmetic.prompt(tokenizer, solver, solve, told, m.response) for (told, _), m in zip(problems, plans)]
    answers = generate(agents[1], prompts, tokenizer.end)
    rewards = [arithmetic.reward(tokenizer.decode(m.response), answer) for m, (_, answer) in zip(answers, problems)]
    return (plans, answers), rewards


class Critic:
    def __init__(self, width, generator):
        self.w1 = (torch.randn(CRITIC_WIDTH, width, generator=generator) / width**0.5).requires_grad_()
        self.b1, self.w2, self.b2 = (torch.zeros(*shape).requires_grad_() for shape in ((CRITIC_WIDTH,), (1, CRITIC_WIDTH), (1,)))
        self.parameters = [self.w1, self.b1, self.w2, self.b2]
        self.optimizer = torch.optim.AdamW(self.parameters, lr=CRITIC_RATE, eps=EPSILON, weight_decay=0.0, fused=True)

    def values(self, features):
        return F.linear(F.relu(F.linear(features, self.w1, self.b1)), self.w2, self.b2)[:, 0]

    def train(self, features, returns):
        for _ in range(CRITIC_STEPS):
            self.optimizer.zero_grad(set_to_none=True)
            ((self.values(features) - returns).square().mean() / 2).backward()
            torch.nn.utils.clip_grad_norm_(self.parameters, MAX_NORM)
            self.optimizer.step()


def credit(lengths, values, rewards):
    """GAE (discount 1) over each episode's tokens, planner's then solver's; the reward is paid at the last token."""
    advantages = [[0.0] * len(v) for v in values]
    offsets = [0, 0]
    for episode, paid in enumerate(rewards):
        following, trace = 0.0, 0.0
        for side in (1, 0):
            end = offsets[side] + lengths[side][episode]
            for t in range(end - 1, offsets[side] - 1, -1):
                value = values[side][t]
                trace = paid + following - value + TRACE * trace
                paid, following = 0.0, value
                advantages[side][t] = trace
        for side in (0, 1):
            offsets[side] += lengths[side][episode]
    return advantages


def k3(logprobs, old):
    """KL old -> new per token."""
    distance = (logprobs - old).clamp(-20, 20)
    return float((distance.expm1() - distance).mean())


def iterate(base, agents, critic, tokenizer, dice):
    """One iteration; its mean reward."""
    messages, rewards = roll_out(agents, tokenizer, EPISODES, dice)
    batches = [Batch(side) for side in messages]
    with torch.inference_mode():
        joint = Batch([*messages[0], *messages[1]])
        features = llama.rms_norm(llama.hidden_states(base, joint.ids, "base")[joint.scored], base.norm, base.config.eps)
        logits = features @ base.head.t()
        _reference = torch.log_softmax(logits, -1).gather(1, joint.targets[:, None])  # monitored, as in ours; the loss has no KL term
        values = critic.values(features)
    split = len(batches[0].targets)
    sides = [values[:split].tolist(), values[split:].tolist()]
    advantages = torch.tensor(sum(credit([[len(m.response) for m in side] for side in messages], sides, rewards), []))
    returns = advantages + values.clone()
    features = features.clone()
    normalized = (advantages - advantages.mean()) / (advantages.std(unbiased=False) + 1e-8)
    count = len(advantages)
    for _ in range(EPOCHS):
        critic.train(features, returns)
        for agent, batch, share in zip(agents, batches, (normalized[:split], normalized[split:])):
            logprobs, _entropies = batch.scores(agent.model, "merged")
            distance = (logprobs - batch.old).clamp(-20, 20)
            ratio = distance.exp()
            loss = torch.maximum(-share * ratio, -share * ratio.clamp(1 - CLIP, 1 + CLIP)).sum() / count
            agent.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            if k3(logprobs.detach(), batch.old) > KL_GATE:
                continue
            torch.nn.utils.clip_grad_norm_(agent.parameters, MAX_NORM)
            agent.optimizer.step()
    with torch.inference_mode():
        for agent, batch in zip(agents, batches):
            agent.adapt(k3(batch.scores(agent.model, "merged")[0], batch.old))
    return sum(rewards) / len(rewards)


def train(folder, seed, limit):
    torch.manual_seed(seed)
    dice = random.Random(seed)
    tokenizer = arithmetic.Tokenizer(f"{folder}/tokenizer.json")
    base = files.read_model(folder, RANK, SCALE, lambda _module, outputs, inputs: (torch.zeros(1, RANK, inputs), torch.zeros(1, RANK, outputs)))
    generator = torch.Generator().manual_seed(seed)
    agents = [Agent(base, generator) for _ in arithmetic.PROFILES]
    critic = Critic(base.config.hidden, generator)
    _, rewards = roll_out(agents, tokenizer, START_EPISODES, dice)
    start = sum(rewards) / len(rewards)
    curve, reached = [], {}
    wall, cpu = time.perf_counter(), time.process_time()
    for k in range(1, limit + 1):
        curve.append(iterate(base, agents, critic, tokenizer, dice))
        now = {"iterations": k, "wall_s": round(time.perf_counter() - wall, 3), "cpu_s": round(time.process_time() - cpu, 3)}
        for points in (30, 50):
            if k >= 3 and statistics.mean(curve[-3:]) >= start + points / 100:
                reached.setdefault(f"+{points}", now)
        if "+50" in reached:
            break
    return {"start": round(start, 4), "last": now, **{f"+{points}": reached.get(f"+{points}") for points in (30, 50)}, "rewards": curve}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--iterations", type=int, default=80)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    for seed in range(1, args.seeds + 1):
        result = train(args.folder, seed, args.iterations)
        print(json.dumps({"peer": "pytorch", "version": torch.__version__, "threads": args.threads, "seed": seed, **result}), flush=True)


main()
