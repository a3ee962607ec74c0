"""An iteration of a team that learns by GRPO, as one would write it with transformers and peft: agents speak one after the other, each
for all episodes at once, with a cache; the base scores what was said (the reference); each adapter takes a step on its own messages,
which are then scored once more, for how far it has moved.

`messages`: by agent, [tokens of the prompt, tokens of the answer] of each episode. The tokens are any: nobody reads what they say, and
what is compared is the time of as many of them. `batch`: messages that are scored and differentiated together."""
import torch


def sampled(works, name, prompts, lengths):
    """Ids [rows, width + answers], prompts padded on the left; old log-probabilities of the answers."""
    model = works.model
    model.set_adapter(name)
    works.write(True)
    rows, width, most = len(prompts), max(prompts), max(lengths)
    ids = works.ids(rows, width)
    padded = any(prompt != width for prompt in prompts)
    mask = torch.arange(width)[None] >= width - torch.tensor(prompts)[:, None]
    positions = (mask.cumsum(1) - 1).clamp_min(0)
    logprobs = []
    with torch.inference_mode():
        out = model(
            input_ids=ids,
            attention_mask=mask.long() if padded else None,
            position_ids=positions,
            use_cache=True,
            logits_to_keep=1,
        )
        for step in range(most):
            scores = torch.log_softmax(out.logits[:, -1], -1)
            token = torch.multinomial(scores.exp(), 1)
            logprobs.append(scores.gather(1, token))
            ids = torch.cat([ids, token], 1)
            mask = torch.cat([mask, mask.new_ones(rows, 1)], 1)
            if step + 1 == most:
                break
            out = model(
                input_ids=token,
                attention_mask=mask.long() if padded else None,
                position_ids=positions[:, -1:] + 1 + step,
                past_key_values=out.past_key_values,
                use_cache=True,
            )
    works.write(False)
    return ids.clone(), mask.clone(), torch.cat(logprobs, 1).clone()


def scored(model, ids, mask, answers):
    """Log-probabilities of the last `answers` tokens; the head sees only where they are predicted."""
    from __main__ import token_logprobs

    positions = (mask.cumsum(1) - 1).clamp_min(0)[:, :-1]
    padded = not bool(mask.all())
    logits = model(
        input_ids=ids[:, :-1],
        attention_mask=mask[:, :-1].long() if padded else None,
        position_ids=positions,
        use_cache=False,
        logits_to_keep=answers,
    ).logits
    return token_logprobs(logits, ids[:, -answers:])


def iterate(works):
    told = works.told
    model, batch = works.model, told["batch"]
    said = []
    for name, pairs in zip(told["adapters"], told["messages"]):
        prompts, lengths = zip(*pairs)
        ids, mask, old = sampled(works, name, prompts, lengths)
        real = torch.arange(max(lengths))[None] < torch.tensor(lengths)[:, None]
        said.append((name, ids, mask, old, real))
    # Half of the episodes are right: any advantages will do.
    episodes = len(told["messages"][0])
    rewards = (torch.arange(episodes) % 2).float()
    advantages = (rewards - rewards.mean()) / (rewards.std() + 1e-6)
    parts = [slice(from_, from_ + batch) for from_ in range(0, episodes, batch)]
    with torch.inference_mode(), model.disable_adapter():
        for _name, ids, mask, old, _real in said:
            for part in parts:
                scored(model, ids[part], mask[part], old.shape[1])
    for name, ids, mask, old, real in said:
        model.set_adapter(name)
        model.train()
        trained = [p for n, p in model.named_parameters() if f".{name}." in n]
        if name not in works.optimizers:
            works.optimizers[name] = torch.optim.AdamW(trained, lr=1e-6, eps=1e-5, weight_decay=0.0, fused=True)
        works.optimizers[name].zero_grad(set_to_none=True)
        for part in parts:
            logprobs = scored(model, ids[part], mask[part], old.shape[1])
            ratio = (logprobs - old[part]).clamp(-20, 20).exp()
            share = advantages[part, None]
            loss = torch.maximum(-share * ratio, -share * ratio.clamp(0.8, 1.2))
            ((loss * real[part]).sum() / real.sum()).backward()
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        works.optimizers[name].step()
    with torch.inference_mode():
        for name, ids, mask, old, _real in said:
            model.set_adapter(name)
            for part in parts:
                scored(model, ids[part], mask[part], old.shape[1])
