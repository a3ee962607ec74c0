/** The pretraining corpora: repeatable, mixed as declared, laid out as prompts are, and lossless in its own tokenizer. */
import { describe, expect, it } from 'vitest';
import {
  type CorpusRow,
  corpusRow,
  EARLIER_MESSAGE_WEIGHT,
  PROMPT_WEIGHT,
  RESPONSE_WEIGHT,
} from '../../../../../headless/pretrain/arithmetic/corpus.ts';
import {
  DEFAULT_PROFILES,
  FITTING_ROLE_SHARE,
  NO_PROFILE_SHARE,
  PROFILES,
  ROLES,
} from '../../../../../headless/pretrain/arithmetic/profiles.ts';
import { type Course, MICRO_COURSE, STANDARD_COURSE } from '../../../../../headless/pretrain/arithmetic/courses.ts';
import { MICRO, type Recipe, STANDARD } from '../../../../../headless/pretrain/recipe.ts';
import { baseFolder, readFolder } from '../../../../../headless/kit/folders.ts';
import { decodeJson } from '../../../../../src/core/formats/files.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { composePrompt } from '../../../../../src/core/team/compose.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../../../../src/core/tokenizer/train.ts';
import { tokenizerFaults } from '../../../../../src/words/words.ts';
import { long } from '../../../../support/long.ts';

const SEED = MICRO.seed;
const rowsOf = (course: Course) => Array.from({ length: 6000 }, (_, index) => corpusRow(course, SEED, index));
const trainedOf = ({ corpus, seed, config }: Recipe) =>
  trainBpe(corpus.tokenizerTexts(seed), {
    ...corpus.tokenizer,
    vocabularySize: config.vocabularySize,
    maxLength: config.maxPositionEmbeddings,
  });
const tokenizerOf = (recipe: Recipe) => {
  const trained = trainedOf(recipe);
  return TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
};
const rows = rowsOf(MICRO_COURSE);
const tokenizer = tokenizerOf(MICRO);
const standardRows = rowsOf(STANDARD_COURSE);
const standardTokenizer = tokenizerOf(STANDARD);

const share = (list: readonly CorpusRow[], holds: (row: CorpusRow) => boolean) => list.filter(holds).length / list.length;
/** What the row's agent says, without the closing token. */
const response = (row: CorpusRow) =>
  row.parts.flatMap((part) => ('text' in part && part.weight === RESPONSE_WEIGHT ? [part.text] : [])).join('');
const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
const isDrill = (row: CorpusRow) => row.kind.startsWith('drill');

/** The row as text, special tokens spelled out. */
const spelled = (row: CorpusRow) =>
  row.parts.map((part) => ('text' in part ? part.text : part.special === 'start' ? '<|im_start|>' : '<|im_end|>')).join('');

function encode(row: CorpusRow, by = tokenizer): number[] {
  const { start, end } = by.promptTokens;
  return row.parts.flatMap((part) => ('text' in part ? by.encode(part.text) : part.special === 'start' ? [...start] : [end]));
}

describe('a row', () => {
  it('depends on its seed and index only', () => {
    expect(corpusRow(MICRO_COURSE, SEED, 4321)).toEqual(rows[4321]);
    expect(corpusRow(MICRO_COURSE, SEED + 1, 4321)).not.toEqual(rows[4321]);
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
    const messages = blocks.map(([, role = '', text = '']) => ({ role, said: [...tokenizer.encode(text), tokenizer.promptTokens.end] }));
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
  it.each([
    { name: 'micro', course: MICRO_COURSE },
    { name: 'standard', course: STANDARD_COURSE },
  ])('has the declared share of every kind ($name)', ({ course }) => {
    const { kinds } = course;
    const total = kinds.reduce((sum, kind) => sum + kind.share, 0);
    expect(total).toBe(1000);
    const all = course === MICRO_COURSE ? rows : standardRows;
    for (const { kind, share: declared } of kinds)
      expect(Math.abs(share(all, (row) => row.kind === kind) - declared / total), kind).toBeLessThan(0.015);
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
  it('gives every text of the corpus back', (test) => {
    long(test);
    for (const row of rows.slice(0, 1500))
      for (const part of row.parts) if ('text' in part) expect(tokenizer.decode(tokenizer.encode(part.text))).toBe(part.text);
  });

  it.each([MICRO, STANDARD])('is the one that ships with $name', (recipe) => {
    const { tokenizerJson, tokenizerConfig } = trainedOf(recipe);
    const shipped = (file: string): unknown =>
      decodeJson(readFolder(baseFolder(recipe.name))[file] ?? new Uint8Array(), file, tokenizerFaults, 'E_TOKENIZER_UNSUPPORTED');
    expect(shipped('tokenizer.json')).toEqual(tokenizerJson);
    expect(shipped('tokenizer_config.json')).toEqual(tokenizerConfig);
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

describe('the standard corpus', () => {
  /** `*+` of a row's story, null where it has none (bare drills). */
  const typeOf = (row: CorpusRow) => {
    const [, story] = /problem: (.*?)<\|im_end\|>/.exec(spelled(row)) ?? [];
    if (story === undefined) return null;
    return `${/bags|boxes|packs/.test(story) ? '*' : ''}${/finds|buys|gets/.test(story) ? '+' : ''}${/eats|loses|sells/.test(story) ? '-' : ''}`;
  };
  const operatorsOf = (expression: string) => expression.replaceAll(/\d/g, '');
  const value = (expression: string) => {
    const [first = '', ...rest] = expression.match(/\d+|[-+*]\d+/g) ?? [];
    const apply = (total: number, step: string) =>
      step[0] === '+' ? total + Number(step.slice(1)) : step[0] === '-' ? total - Number(step.slice(1)) : total * Number(step.slice(1));
    return rest.reduce(apply, Number(first));
  };
  const ofStandard = (kind: string) => standardRows.filter((row) => row.kind === kind);
  const long = standardRows.filter(({ profile }) => profile.length > 150);

  it('has all six types alike, the right plan of each, and one wrong reading of its own', () => {
    const told = standardRows.filter((row) => typeOf(row) !== null && !isDrill(row));
    const misread: Record<string, string> = { '+': '*', '-': '+', '*': '+', '*+': '*', '*-': '*+', '+-': '++' };
    for (const [type, reading] of Object.entries(misread)) {
      expect(Math.abs(share(told, (row) => typeOf(row) === type) - 1 / 6), type).toBeLessThan(0.02);
      const plans = ofStandard('plan').filter((row) => typeOf(row) === type);
      const right = share(plans, (row) => operatorsOf(response(row)) === type);
      expect(right, type).toBeGreaterThan(0.35);
      expect(right, type).toBeLessThan(0.85);
      expect(
        share(plans, (row) => operatorsOf(response(row)) === reading),
        type,
      ).toBeGreaterThan(0.1);
    }
  });

  it('works two operations out in two steps, and drills are always right, most of them long and bare', () => {
    const drills = ofStandard('drill');
    expect(Math.abs(share(drills, (row) => typeOf(row) === null) - STANDARD_COURSE.drills.bare)).toBeLessThan(0.04);
    expect(share(drills, (row) => spelled(row).split('=').length === 3)).toBeGreaterThan(0.6);
    for (const row of drills) {
      const [, plan = '', said = ''] = /([\d+*-]+)<\|im_end\|>\n<\|im_start\|>[\w-]+: =(.*?)<\|im_end\|>$/.exec(spelled(row)) ?? [];
      const steps = said.split('=');
      expect(steps, spelled(row)).toHaveLength(operatorsOf(plan).length);
      for (const step of steps) expect(value(step), spelled(row)).toBe(value(plan));
    }
  });

  it('gives some agents a long profile, from which nothing is learned but what to do', () => {
    expect(long.length / standardRows.length).toBeGreaterThan(0.035);
    expect(long.length / standardRows.length).toBeLessThan(0.065);
    const lengths = long.map(({ profile }) => standardTokenizer.encode(profile).length);
    expect(Math.min(...lengths)).toBeGreaterThan(80);
    expect(Math.max(...lengths)).toBeLessThan(400);
    for (const row of long) {
      expect(row.parts.find((part) => 'text' in part && part.text === row.profile)?.weight).toBe(0);
      expect(row.profile.toLowerCase()).toContain(row.role);
    }
    expect(new Set(long.map(({ behaviour }) => behaviour))).toEqual(new Set(['plan', 'solve', 'verify']));
  });

  it('is read back from its tokens, in some forty a row', () => {
    for (const row of standardRows.slice(0, 500))
      for (const part of row.parts)
        if ('text' in part) expect(standardTokenizer.decode(standardTokenizer.encode(part.text))).toBe(part.text);
    const lengths = standardRows.slice(0, 1500).map((row) => encode(row, standardTokenizer).length);
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThan(42);
    expect(Math.max(...lengths)).toBeLessThan(STANDARD.config.maxPositionEmbeddings);
  });
});

it.each(['micro', 'standard'] as const)('the shipped project %s uses the default prompts', (name) => {
  const { agents } = PRESETS[name].project({ source: 'export default {}' }).team;
  expect(agents.map(({ prompt }) => prompt)).toEqual([DEFAULT_PROFILES.planner, DEFAULT_PROFILES.solver]);
  expect(rows.some((row) => !isDrill(row) && row.profile === DEFAULT_PROFILES.planner)).toBe(true);
});
