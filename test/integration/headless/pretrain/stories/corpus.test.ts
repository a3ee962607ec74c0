/** The corpus of the base of stories: repeatable, told as the session tells it, right where it should be, lossless in its tokenizer. */
import { describe, expect, it } from 'vitest';
import { storiesCorpus, STORY_PROFILES, storyRow } from '../../../../../headless/pretrain/stories/corpus.ts';
import { NARROW, WIDE } from '../../../../../headless/pretrain/stories/courses.ts';
import { STORIES } from '../../../../../headless/pretrain/recipe.ts';
import { PROMPT_WEIGHT } from '../../../../../headless/pretrain/rows/corpus.ts';
import { composePrompt } from '../../../../../src/core/team/compose.ts';
import { TextTokenizer } from '../../../../../src/core/tokenizer/tokenizer.ts';
import { trainBpe } from '../../../../../src/core/tokenizer/train.ts';
import { RESPONSE_WEIGHT } from '../../../../../src/session/update/supervised.ts';

const corpus = storiesCorpus(NARROW);
const rows = Array.from({ length: 2000 }, (_, index) => storyRow(NARROW, 1, index));
const ofKind = (kind: string) => rows.filter((row) => row.kind === kind);
const texts = rows.flatMap(({ prompt, asked, heard, reply }) => [prompt, asked, ...heard.map(({ said }) => said), reply]);
const trained = trainBpe(texts, { ...corpus.tokenizer, vocabularySize: 1200 });
const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);

const lastNumber = (text: string): number => Number(/(\d+)\.$/.exec(text)?.[1]);

/** Every `a op b = c.` of a text holds. */
function sumsHold(text: string): boolean {
  return [...text.matchAll(/(\d+) ([-+*/]) (\d+) = (\d+)/g)].every(([, a, operator, b, c]) => {
    const [left, right] = [Number(a), Number(b)];
    const value = { '+': left + right, '-': left - right, '*': left * right, '/': left / right }[operator as '+'];
    return value === Number(c);
  });
}

/** What the story comes to, by its own numbers and words. */
function answerTo(story: string): number {
  let value = 0;
  for (const sentence of story.split(/(?<=[.?]) /)) {
    const [a = 0, b] = (sentence.match(/\d+/g) ?? []).map(Number);
    if (b !== undefined) value = a * b;
    else if (sentence.includes(' has ')) value = a;
    else if (/ buys | finds | gives \w+ \d+ more/.test(sentence)) value += a;
    else if (/ gives \d+ to | loses | sells /.test(sentence)) value -= a;
    else if (sentence.includes(' doubles ')) value *= 2;
    else if (sentence.includes(' shares ')) value /= a;
  }
  return value;
}

describe('a row', () => {
  it('depends on its seed and index only', () => {
    expect(storyRow(NARROW, 1, 321)).toEqual(rows[321]);
    expect(storyRow(NARROW, 2, 321)).not.toEqual(rows[321]);
    expect(storyRow(WIDE, 1, 321)).not.toEqual(rows[321]);
  });

  it('is the session’s prompt in the chat template, then what is said and the end', () => {
    for (const [index, { kind, role, prompt, asked, heard, reply }] of rows.slice(0, 60).entries()) {
      const { ids, weights } = corpus.example(tokenizer, 1, index);
      const composed = composePrompt({
        tokens: tokenizer.tokensFor('model'),
        agent: { role, prompt },
        turns: [{ observation: asked, messages: heard }],
      });
      expect(ids.slice(0, composed.ids.length)).toEqual(composed.ids);
      const told = [asked, ...heard.map((message) => `${message.role}: ${message.said}`)].join('\n\n');
      const system = prompt === '' ? '' : `<|im_start|>system\n${prompt}<|im_end|>\n`;
      expect(tokenizer.decode(ids)).toBe(`${system}<|im_start|>user\n${told}<|im_end|>\n<|im_start|>assistant\n${reply}<|im_end|>`);
      if (kind !== 'drill') expect(weights.slice(composed.ids.length)).toEqual(ids.slice(composed.ids.length).map(() => RESPONSE_WEIGHT));
      expect(weights.slice(0, composed.ids.length).filter((weight) => weight !== 0 && weight !== PROMPT_WEIGHT)).toEqual([]);
      expect(weights.includes(0)).toBe(heard.length > 0);
    }
  });

  it('of sums is right, and no sum is the next one’s number', () => {
    for (const { asked, reply } of ofKind('sums')) {
      expect(reply.match(/=/g)).toHaveLength(asked.split(', ').length);
      expect(sumsHold(reply), reply).toBe(true);
    }
  });
});

describe('a drill', () => {
  const drills = [...rows.entries()].filter(([, { kind }]) => kind === 'drill');

  it('is right, and of it only what can be known counts: the values', () => {
    for (const [index, { reply }] of drills.slice(0, 50)) {
      expect(sumsHold(reply), reply).toBe(true);
      const { ids, weights } = corpus.example(tokenizer, 1, index);
      const counted = ids.map((id, at) => (weights[at] === RESPONSE_WEIGHT ? tokenizer.decode([id]) : '')).join('');
      expect(counted.trim()).toBe([...reply.matchAll(/= (\d+\.)/g)].map(([, value]) => value).join(' '));
    }
  });
});

it('a course draws its own numbers, and only wide stories go beyond those of the environment', () => {
  const largest = (course: typeof WIDE) =>
    Math.max(
      ...Array.from({ length: 400 }, (_, index) => storyRow(course, 1, index)).flatMap(({ kind, reply }) =>
        kind === 'sums' ? (reply.match(/\d+/g) ?? []).map(Number) : [],
      ),
    );
  expect(largest(NARROW)).toBeLessThanOrEqual(180);
  expect(largest(WIDE)).toBeGreaterThan(300);
});

describe('what a solver says', () => {
  const { habits } = NARROW;

  it('is right as often as the habits say, in the environment’s words and in others', () => {
    const solved = ofKind('solve');
    const right = solved.filter(({ asked, reply }) => lastNumber(reply) === answerTo(asked)).length / solved.length;
    const guessed = 1 - habits.careful - habits.dropLast - habits.misread;
    // Some misread steps come to nothing whole and stay as they were.
    expect(right).toBeGreaterThan(habits.careful + guessed * habits.guessRight - 0.06);
    expect(right).toBeLessThan(habits.careful + guessed * habits.guessRight + habits.misread + 0.06);
    expect(solved.filter(({ reply }) => !sumsHold(reply))).toEqual([]);
  });

  it('a checker repeats or works out again', () => {
    const checked = ofKind('check');
    const agrees = checked.filter(({ reply }) => reply.startsWith('That is right.'));
    expect(Math.abs(agrees.length / checked.length - habits.agree)).toBeLessThan(0.08);
    for (const { heard, reply } of agrees) expect(lastNumber(reply)).toBe(lastNumber(heard[0]?.said ?? ''));
    expect(checked.every(({ prompt }) => (STORY_PROFILES.check as readonly string[]).includes(prompt))).toBe(true);
  });
});

it('the shipped team is told what the base was told', () => {
  const { team } = STORIES.project();
  expect(team.agents.map(({ prompt }) => prompt)).toEqual([STORY_PROFILES.solve[0], STORY_PROFILES.check[0]]);
  expect(team.template).toBe('model');
});
