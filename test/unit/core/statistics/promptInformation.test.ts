/** The information of a prompt in a message: zero where nothing is read, the prompt's own entropy where all of it is; as recorded runs have it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { keyFor, STREAMS, uniformAt } from '../../../../src/core/random/streams.ts';
import { mean } from '../../../../src/core/statistics/intervals.ts';
import { promptInformation } from '../../../../src/core/statistics/promptInformation.ts';
import { LIMITS } from '../../../../src/core/health/limits.ts';

const entropyOf = (weights: readonly number[]): number => weights.reduce((sum, p) => (p > 0 ? sum - p * Math.log(p) : sum), 0);

/** `count` messages of one token, drawn from the distribution that the prompt of each has; prompts take turns. */
function drawn(channel: readonly (readonly number[])[], count: number, seed: number) {
  return Array.from({ length: count }, (_, index) => {
    const weights = channel[index % channel.length]!;
    let left = uniformAt(keyFor(seed, STREAMS.demonstration, index), 0);
    const token = weights.findIndex((p) => (left -= p) < 0);
    return { response_ids: [token < 0 ? weights.length - 1 : token], entropies: [entropyOf(weights)] };
  });
}

/** I(prompt; message) of equally likely prompts, in closed form. */
function exact(channel: readonly (readonly number[])[]): number {
  const marginal = channel[0]!.map((_, token) => mean(channel.map((weights) => weights[token]!)));
  return entropyOf(marginal) - mean(channel.map(entropyOf));
}

const onAverage = (channel: readonly (readonly number[])[], count = 32): number =>
  mean(Array.from({ length: 200 }, (_, seed) => promptInformation(drawn(channel, count, seed)) ?? Number.NaN));

describe('information of a prompt in a message', () => {
  const eighth = Array.from({ length: 8 }, () => 1 / 8);
  it.each([
    ['nothing read, eight messages alike', [eighth, eighth, eighth, eighth]],
    [
      'nothing read, one of them likelier',
      [
        [0.7, 0.1, 0.1, 0.1],
        [0.7, 0.1, 0.1, 0.1],
      ],
    ],
    [
      'half of it read',
      [
        [0.5, 0.5, 0, 0],
        [0, 0, 0.5, 0.5],
      ],
    ],
    [
      'a little read',
      [
        [0.6, 0.4],
        [0.4, 0.6],
      ],
    ],
    [
      'all read',
      [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
        [0, 0, 0, 1],
      ],
    ],
  ])('%s: the mean over many batches of 32 is the exact one', (_, channel) => {
    expect(onAverage(channel)).toBeCloseTo(exact(channel), 1);
  });

  it('counts whole messages, not single tokens', () => {
    const said = (ids: number[]) => ({ response_ids: ids, entropies: ids.map(() => 0) });
    // The first token is the same in all: what was read stands in the second.
    const messages = Array.from({ length: 40 }, (_, index) => said([9, index % 2]));
    expect(promptInformation(messages)).toBeCloseTo(Math.log(2) + 1 / 80, 12);
  });

  it('is unknown without entropies, of one message, and where most were said once', () => {
    expect(
      promptInformation([
        { response_ids: [1], entropies: [] },
        { response_ids: [1], entropies: [] },
      ]),
    ).toBeNull();
    expect(promptInformation([{ response_ids: [1], entropies: [0] }])).toBeNull();
    const once = Array.from({ length: 10 }, (_, index) => ({ response_ids: [index], entropies: [3] }));
    expect(promptInformation(once)).toBeNull();
  });

  it('of recorded runs: agents that learnt to read do; those of `signalling` begin by guessing', () => {
    const root = join(import.meta.dirname, '../../../../public/recorded');
    const known = new Map<string, number>();
    for (const run of readdirSync(root)) {
      const files = readdirSync(join(root, run, 'rollouts')).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
      for (const [when, file] of [
        ['first', files[0]!],
        ['last', files.at(-1)!],
      ] as const) {
        const lines = gunzipSync(readFileSync(join(root, run, 'rollouts', file)))
          .toString()
          .trim()
          .split('\n');
        const messages = lines.map((line) => JSON.parse(line) as EpisodeRecord).flatMap((episode) => episode.messages);
        for (const role of new Set(messages.map((message) => message.role))) {
          const own = messages.filter((message) => message.role === role);
          const nats = own.length >= 20 ? promptInformation(own) : null;
          if (nats !== null) known.set(`${run} ${role} ${when}`, nats);
        }
      }
    }
    const unread = [...known].filter(([, nats]) => nats < LIMITS.unread).map(([name]) => name);
    expect(unread).toEqual(['signalling speaker first', 'signalling listener first']);
    expect(known.size).toBeGreaterThan(40);
    // The notebook’s gossip learns to keep quiet whatever it has read.
    known.delete('notebook gossip last');
    for (const [name, nats] of known) if (name.endsWith(' last')) expect(nats, name).toBeGreaterThan(0.5);
  });
});
