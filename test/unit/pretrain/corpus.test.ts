/** The pretraining corpus: repeatable, mixed as declared, laid out as prompts are, and lossless in its own tokenizer. */
import { describe, expect, it } from 'vitest';
import {
  type CorpusRow,
  corpusRow,
  EARLIER_MESSAGE_WEIGHT,
  PROMPT_WEIGHT,
  RESPONSE_WEIGHT,
  ROW_KINDS,
  tokenizerTexts,
} from '../../../headless/pretrain/corpus.ts';
import { DEFAULT_PROFILES, FITTING_ROLE_SHARE, NO_PROFILE_SHARE, PROFILES, ROLES } from '../../../headless/pretrain/profiles.ts';
import { MICRO } from '../../../headless/pretrain/recipe.ts';
import { presets } from '../../../src/core/document/presets.ts';
import { composePrompt } from '../../../src/core/team/compose.ts';
import { TextTokenizer } from '../../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../../src/core/tokenizer/train.ts';

const SEED = MICRO.seed;
const rows = Array.from({ length: 6000 }, (_, index) => corpusRow(SEED, index));
const trained = trainBpe(tokenizerTexts(SEED), { vocabularySize: MICRO.config.vocabularySize });
const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);

const share = (list: readonly CorpusRow[], holds: (row: CorpusRow) => boolean) => list.filter(holds).length / list.length;
/** What the row's agent says, without the closing token. */
const response = (row: CorpusRow) =>
  row.parts.flatMap((part) => ('text' in part && part.weight === RESPONSE_WEIGHT ? [part.text] : [])).join('');
const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
const isDrill = (row: CorpusRow) => row.kind.startsWith('drill');

/** The row as text, special tokens spelled out. */
const spelled = (row: CorpusRow) =>
  row.parts.map((part) => ('text' in part ? part.text : part.special === 'start' ? '<|im_start|>' : '<|im_end|>')).join('');

function encode(row: CorpusRow): number[] {
  const { start, end } = tokenizer.promptTokens;
  return row.parts.flatMap((part) => ('text' in part ? tokenizer.encode(part.text) : part.special === 'start' ? [...start] : [end]));
}

describe('a row', () => {
  it('depends on its seed and index only', () => {
    expect(corpusRow(SEED, 4321)).toEqual(rows[4321]);
    expect(corpusRow(SEED + 1, 4321)).not.toEqual(rows[4321]);
  });

  it('is laid out as the session prompts its agent', () => {
    for (const row of rows.slice(0, 200).filter((candidate) => ['plan', 'solo', 'solve-first'].includes(candidate.kind))) {
      const observation = /problem: (.*?)<\|im_end\|>/.exec(spelled(row))?.[1] ?? '';
      const prompt = composePrompt({
        tokens: tokenizer.promptTokens,
        agent: { role: row.role, prompt: row.profile },
        turns: [{ observation, messages: [] }],
      });
      expect(encode(row)).toEqual([...prompt.ids, ...tokenizer.encode(response(row)), tokenizer.promptTokens.end]);
    }
  });

  it('shows earlier messages as the session does', () => {
    const row = ofKind('verify')[0] as CorpusRow;
    const [, observation = ''] = /problem: (.*?)<\|im_end\|>/.exec(spelled(row)) ?? [];
    const blocks = [...spelled(row).matchAll(/<\|im_start\|>([\w-]+): (.*?)<\|im_end\|>\n/g)].filter(
      ([, header]) => header !== 'system' && header !== 'problem',
    );
    const messages = blocks.map(([, role = '', text = '']) => ({ role, ids: [...tokenizer.encode(text), tokenizer.promptTokens.end] }));
    expect(messages).toHaveLength(2);
    const prompt = composePrompt({
      tokens: tokenizer.promptTokens,
      agent: { role: row.role, prompt: row.profile },
      turns: [{ observation, messages }],
    });
    expect(encode(row).slice(0, prompt.ids.length)).toEqual(prompt.ids);
  });

  it('learns the response fully, the prompt a little, and nothing of what others said', () => {
    const row = ofKind('solve')[0] as CorpusRow;
    const last = row.parts.slice(-2);
    expect(last.map(({ weight }) => weight)).toEqual([RESPONSE_WEIGHT, RESPONSE_WEIGHT]);
    const said = row.parts.findIndex((part) => 'text' in part && /^\d[-+*]\d$/.test(part.text));
    expect(row.parts.slice(said, said + 2).map(({ weight }) => weight)).toEqual([EARLIER_MESSAGE_WEIGHT, EARLIER_MESSAGE_WEIGHT]);
    expect(row.parts[0]?.weight).toBe(PROMPT_WEIGHT);
  });
});

describe('the mix', () => {
  it('has the declared share of every kind', () => {
    const total = ROW_KINDS.reduce((sum, kind) => sum + kind.share, 0);
    expect(total).toBe(1000);
    for (const { kind, share: declared } of ROW_KINDS)
      expect(Math.abs(share(rows, (row) => row.kind === kind) - declared / total), kind).toBeLessThan(0.015);
  });

  it('leaves the profile out of a fifth of the rows and draws it from the behaviour’s paraphrases', () => {
    expect(Math.abs(share(rows, ({ profile }) => profile === '') - NO_PROFILE_SHARE)).toBeLessThan(0.015);
    for (const behaviour of ['plan', 'solve', 'verify', 'solo'] as const) {
      expect(PROFILES[behaviour].length).toBeGreaterThanOrEqual(6);
      const profiles = rows.filter((row) => row.behaviour === behaviour).map(({ profile }) => profile);
      for (const paraphrase of PROFILES[behaviour]) expect(profiles, paraphrase).toContain(paraphrase);
    }
  });

  it('lets the role name fit more often than not, and contradict the profile often enough', () => {
    const plans = rows.filter((row) => row.behaviour === 'plan');
    const fits = share(plans, ({ role }) => ROLES.plan.includes(role));
    expect(fits).toBeGreaterThan(FITTING_ROLE_SHARE);
    expect(fits).toBeLessThan(0.8);
    expect(plans.some(({ role, profile }) => role === 'solver' && profile !== '')).toBe(true);
  });

  it('keeps a right mode and a systematic wrong one', () => {
    const plans = ofKind('plan').filter((row) => /loses|sells|eats/.test(spelled(row)));
    const right = share(plans, (row) => /^\d-\d$/.test(response(row)));
    expect(right).toBeGreaterThan(0.3);
    expect(right).toBeLessThan(0.55);
    expect(share(plans, (row) => /^\d\+\d$/.test(response(row)))).toBeGreaterThan(right);
    const shown = share(ofKind('solve'), (row) => response(row).startsWith('='));
    expect(shown).toBeGreaterThan(0.4);
    expect(shown).toBeLessThan(0.55);
  });

  it('drills are always right', () => {
    for (const row of ofKind('drill')) {
      const [, a, operator, b, value] =
        /: (\d)([-+*])(\d)<\|im_end\|>\n<\|im_start\|>[\w-]+: =(-?\d+)<\|im_end\|>$/.exec(spelled(row)) ?? [];
      const expected = operator === '+' ? Number(a) + Number(b) : operator === '-' ? Number(a) - Number(b) : Number(a) * Number(b);
      expect(Number(value), spelled(row)).toBe(expected);
    }
  });

  it('sees every problem, those of the test split too', () => {
    const seen = new Set<string>();
    for (const row of rows) {
      const [, a, story = '', b] = /problem: \w+ has (\d) ([a-z ]+) (\d)/.exec(spelled(row)) ?? [];
      if (a !== undefined) seen.add(`${a}${story.endsWith(' of') ? '*' : /(eats|loses|sells)$/.test(story) ? '-' : '+'}${b}`);
    }
    // Sums and products of any two digits; differences that are not negative.
    expect(seen.size).toBe(81 + 81 + 45);
  });
});

describe('the tokenizer', () => {
  it('gives every text of the corpus back', () => {
    for (const row of rows.slice(0, 1500))
      for (const part of row.parts) if ('text' in part) expect(tokenizer.decode(tokenizer.encode(part.text))).toBe(part.text);
  });

  it('keeps a row near thirty tokens', () => {
    const lengths = rows.slice(0, 1500).map((row) => encode(row).length);
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThan(32);
    expect(Math.max(...lengths)).toBeLessThan(96);
  });

  it('lets no token span two words of a prompt', () => {
    for (const profile of Object.values(PROFILES).flat()) {
      for (const id of tokenizer.encode(profile)) expect(tokenizer.decode([id]).trimEnd()).not.toMatch(/\S \S/);
    }
  });
});

it('the shipped project uses the default prompts', () => {
  const { agents } = presets.micro({ source: 'export default {}' }).team;
  expect(agents.map(({ prompt }) => prompt)).toEqual([DEFAULT_PROFILES.planner, DEFAULT_PROFILES.solver]);
  expect(rows.some((row) => !isDrill(row) && row.profile === DEFAULT_PROFILES.planner)).toBe(true);
});
