/** What the critic reads behind an episode that was cut off, as text: for the museum's table. */
import { PRESETS } from '../document/presets/presets.ts';
import type { Compat } from '../document/trainingSchema.ts';
import { Episode } from '../episode/machine.ts';
import type { PromptTokens } from '../tokenizer/promptTokens.ts';

/** A tokenizer with one token per character; −1 and −2 stand for the marks around a block. */
const codesOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);
const CHARACTERS: PromptTokens = { encode: codesOf, encodeStretch: (parts) => parts.map(codesOf), start: [-1], end: -2 };

const textOf = (ids: readonly number[]): string =>
  ids.map((id) => (id === -1 ? '<|im_start|>' : id === -2 ? '<|im_end|>' : String.fromCodePoint(id))).join('');

/** One turn of “higher or lower” that stops there, though the rules allow more: the prompt whose value stands for the rest. */
export function bootstrapPrompts(compat: readonly Compat[]): string {
  const { team } = PRESETS['higher-lower'].project({ source: '' });
  const episode = new Episode({
    iteration: 1,
    episode: 0,
    split: 'train',
    problemIndex: 0,
    group: 0,
    seed: 1,
    horizon: 1,
    team,
    compat,
    tokensOf: () => CHARACTERS,
    first: { state: null, observation: 'a number from 2 to 8' },
  });
  for (const text of ['2-8', '5']) {
    for (const request of episode.ready()) {
      const responseIds = [...CHARACTERS.encode(text), CHARACTERS.end];
      const zeros = responseIds.map(() => 0);
      episode.deliver(request, { responseIds, logprobs: zeros, entropies: zeros, finishReason: 'stop', text, adapterVersion: 0 });
    }
  }
  episode.toStep();
  episode.stepped({ state: null, observation: '', reward: 0, terminated: false, truncated: false }, 'higher');
  const prompt = episode.bootstrap()?.prompt;
  if (!prompt) throw new Error('an episode that was cut off has a prompt behind it');
  return textOf(prompt.ids).trimEnd();
}
