/** What an environment promises is checked by playing it, and each broken promise is told in a sentence. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import type { EnvironmentHost, EnvironmentInfo } from '../../../../src/core/environment/contract.ts';
import { playEpisodes, type Speakers, teamSpeakers } from '../../../../src/core/trial/episodes.ts';
import {
  checkProperties,
  difference,
  PROPERTIES,
  type Property,
  type PropertyOptions,
  type PropertyReport,
} from '../../../../src/core/trial/properties.ts';
import { SIDE_PROJECTS } from '../../../../src/core/document/presets/sideProjects.ts';
import { MODEL_PROJECTS } from '../../../../src/core/document/presets/modelProjects.ts';
import { BUILTIN_ENVIRONMENTS } from '../../../../src/environments/index.ts';
import { environmentSource, templateSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { long } from '../../../support/long.ts';

const TEAM = ['planner', 'solver'];

async function reportsOf(
  source: string,
  speakers: Speakers = TEAM,
  horizon = 1,
  options: PropertyOptions = {},
): Promise<Record<Property, PropertyReport>> {
  const sandbox = createSandbox();
  const info = await sandbox.load(source);
  const reports = await checkProperties(sandbox, info, speakers, horizon, options);
  await sandbox.dispose();
  expect(reports.map(({ property }) => property)).toEqual(PROPERTIES);
  return Object.fromEntries(reports.map((report) => [report.property, report])) as Record<Property, PropertyReport>;
}

const failing = (reports: Record<Property, PropertyReport>): string[] =>
  Object.values(reports).flatMap(({ property, ok }) => (ok ? [] : [property]));

/** A sound environment of one turn, in which parts are replaced. */
function guessing({
  top = '',
  reset = 'const answer = integer(random, 1, 9); return { state: { answer }, observation: "guess" };',
  step = 'return { state, observation: "", reward: lastInteger(messages.at(-1).text) === state.answer ? 1 : 0, terminated: true, truncated: false };',
  demonstrate = 'return String(state.answer);',
  more = '',
} = {}): string {
  return `import { integer, lastInteger } from 'marft/env';\n${top}
export default { name: 'Guess', description: '', reset({ seed, split, index, random }) { ${reset} },
step({ state, messages, random }) { ${step} },
demonstrate({ state, role, messages, random }) { ${demonstrate} }, ${more} };`;
}

it('finds nothing wrong with a sound environment, and says what was looked at', async () => {
  const reports = await reportsOf(guessing());
  expect(failing(reports)).toEqual([]);
  expect(reports.finite.message).toBe(
    'All rewards of 72 episodes were finite: demonstrations, random texts, empty texts, very long texts.',
  );
  expect(reports.ends.message).toBe('All 72 episodes ended on their own within 1 turn.');
  expect(reports.demonstrations.message).toBe('Demonstrations alone earned at least 1 in all 18 episodes, and nobody earned more.');
});

describe('built-in environments', () => {
  const FROM_FILES = ['dataset-math'];

  it('plays rows of a data set, as many as there are', async () => {
    const rows = {
      train: [
        ['1+1?', '2'],
        ['half of one?', '\\frac{1}{2}'],
      ],
      test: [['2·3?', '6']],
    } as const;
    const problemOf: PropertyOptions['problemOf'] = (split, index) => {
      const [problem, answer] = rows[split][index] ?? [];
      return problem === undefined ? undefined : { problem, answer: answer ?? '' };
    };
    const reports = await reportsOf(environmentSource('dataset-math'), ['solver'], 1, { problemOf });
    expect(Object.values(reports).filter(({ ok }) => !ok)).toEqual([]);
    expect(reports.demonstrations.message).toBe('Demonstrations alone earned at least 1 in all 9 episodes, and nobody earned more.');
  });

  it.for(BUILTIN_ENVIRONMENTS.map(({ id }) => id).filter((id) => !FROM_FILES.includes(id)))(
    '%s keeps every promise, with the teams it is shipped with',
    async (id, context) => {
      long(context);
      const shipped = [...Object.values(PRESETS), ...Object.values(MODEL_PROJECTS), ...Object.values(SIDE_PROJECTS)].filter(
        ({ environment }) => environment === id,
      );
      for (const { project } of shipped) {
        const { team, training } = project({ source: environmentSource(id) });
        const reports = await reportsOf(environmentSource(id), teamSpeakers(team), training.horizon);
        expect(Object.values(reports).filter(({ ok }) => !ok)).toEqual([]);
      }
      expect(shipped).not.toEqual([]);
    },
  );
});

it('keeps every promise in the environment of the tutorial', async () => {
  const source = readFileSync(new URL('../../../../docs/tutorial/weekday.env.ts', import.meta.url), 'utf8');
  expect(failing(await reportsOf(source, ['counter', 'teller']))).toEqual([]);
});

it('keeps every promise in the template that a new environment begins with', async () => {
  const reports = await reportsOf(templateSource());
  expect(Object.values(reports).filter(({ ok }) => !ok)).toEqual([]);
  expect(reports.finite.message).toContain('mistakes');
});

describe('broken promises', () => {
  // The check at load sees three problems only; these fail beyond them.
  it('a result that depends on what was asked before', async () => {
    const reports = await reportsOf(
      guessing({
        top: 'let calls = 0;',
        step: 'if (state.answer > 4) calls += 1; return { state, observation: "", reward: 1, terminated: true, truncated: false, info: { calls } };',
        reset:
          'const answer = split === "test" && index === 0 ? 0 : index === 0 || seed === 1 ? 0 : 5; return { state: { answer }, observation: "" };',
      }),
    );
    expect(failing(reports)).toEqual(['deterministic', 'keeps_nothing', 'json']);
    expect(reports.deterministic.message).toBe(
      'step() gave a different info.calls when it was asked twice in a row with the same input (seed 2, train problem 1, turn 0, demonstrations).',
    );
    expect(reports.deterministic.place).toEqual({ subject: 'step()' });
  });

  it('a memory of earlier episodes that shows only in another order', async () => {
    const reports = await reportsOf(
      guessing({
        top: 'let seen = 0;',
        reset:
          'if (seed > 1) { if (index === 0 && split === "train") seen = seed; if (split === "test" && index === 2) return { state: { answer: seen }, observation: "" }; } return { state: { answer: 1 }, observation: "" };',
      }),
    );
    expect(failing(reports)).toEqual(['keeps_nothing']);
    expect(reports.keeps_nothing.message).toMatch(
      /^reset\(\) gave a different state\.answer when it was asked again in another order with the same input \(seed [23], test problem 2, turn 0, \w+ ?\w*\)\.$/,
    );
  });

  it('a reward that is not finite for what some agent may say', async () => {
    const reports = await reportsOf(
      guessing({
        step: 'return { state, observation: "", reward: 1 / messages.at(-1).text.length, terminated: true, truncated: false };',
        demonstrate: 'return "7";',
      }),
    );
    expect(reports.finite).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /^step\(\)\.reward must be a finite number, got Infinity \(seed 1, train problem 0, turn 0, (random|empty) texts\)\.$/,
      ),
      place: { subject: 'step()' },
    });
  });

  it('an error for a long text only', async () => {
    const reports = await reportsOf(
      guessing({
        step: `if (messages[0].text.length > 3000) null.x; ${'return { state, observation: "", reward: 1, terminated: true, truncated: false };'}`,
      }),
    );
    expect(failing(reports)).toEqual(['finite', 'ends']);
    expect(reports.finite.message).toMatch(/of null \(line \d+\) \(seed 1, train problem 0, turn 0, very long texts\)\.$/);
    expect(reports.finite.place?.line).toBeGreaterThan(1);
    expect(reports.ends.message).toMatch(/^Could not be checked: /);
  });

  it('pay for somebody who is not in the team', async () => {
    const reports = await reportsOf(
      guessing({ step: 'return { state, observation: "", reward: { planner: 1, writer: 1 }, terminated: true, truncated: false };' }),
    );
    expect(reports.finite.message).toBe(
      'The environment paid “writer”, but no agent has that role (seed 1, train problem 0, turn 0, demonstrations).',
    );
  });

  it('a state that is no plain data', async () => {
    const reports = await reportsOf(
      guessing({ reset: 'return { state: seed === 1 ? { answer: 1 } : { answer: 1, seen: new Set() }, observation: "" };' }),
    );
    expect(reports.json).toMatchObject({
      ok: false,
      message: 'reset().state.seen must be plain data, got a Set (seed 2, train problem 0, turn 0, demonstrations).',
    });
    expect(reports.deterministic.message).toMatch(/^Could not be checked: reset\(\)\.state\.seen/);
  });

  it('demonstrations that do not earn all', async () => {
    const reports = await reportsOf(guessing({ demonstrate: 'return String(Math.min(state.answer, 5));' }));
    expect(failing(reports)).toEqual(['demonstrations']);
    expect(reports.demonstrations.message).toMatch(
      /^Demonstrations alone earned 0 instead of 1 \(seed \d, \w+ problem \d; so in \d+ of 18 episodes\)\.$/,
    );
  });

  it('mistakes that earn more than demonstrations', async () => {
    const reports = await reportsOf(
      guessing({
        step: 'return { state, observation: "", reward: messages.at(-1).text.length, terminated: true, truncated: false };',
        demonstrate: 'return "7";',
        more: 'mistake() { return "17"; }',
      }),
    );
    expect(reports.demonstrations.message).toBe('Demonstrations alone earned 1, but mistakes earned 2 (seed 1, train problem 0).');
  });

  it('says that nothing was demonstrated', async () => {
    const reports = await reportsOf(guessing().replace(/demonstrate\(.*?\},/, ''));
    expect(reports.demonstrations).toMatchObject({ ok: true, message: 'Not checked: the environment has no demonstrate().' });
  });
});

describe('several turns', () => {
  // Counts to three: the speaker of each turn says its number; per-role pay, and a text between turns.
  const counting = (last = 3) => `export default { name: 'Count', description: '',
    reset() { return { state: { at: 0 }, observation: { odd: 'you begin', even: 'wait' } }; },
    step({ state, messages }) {
      const right = Number(messages.at(-1).text) === state.at + 1;
      const at = state.at + (right ? 1 : 0);
      const done = at === ${last};
      return { state: { at }, observation: 'go on', reward: { odd: done ? 1 : 0, even: done ? 1 : 0 }, terminated: done, truncated: false };
    },
    transition({ state }) { return 'at ' + state.at; },
    demonstrate({ state }) { return String(state.at + 1); },
    render({ state }) { return String(state.at); },
  };`;
  const inTurn: Speakers = (turn) => (turn % 2 === 0 ? ['odd'] : ['even']);

  it('plays them with another speaker in each, and says where the horizon ends episodes', async () => {
    const reports = await reportsOf(counting(), inTurn, 4);
    expect(failing(reports)).toEqual([]);
    expect(reports.ends.message).toMatch(
      /^Nothing but the session's horizon of 4 turns ends 5\d of 72 episodes; the others end on their own\.$/,
    );
    expect(reports.demonstrations.message).toMatch(/in all 18 episodes/);
  });

  it('says when demonstrations need more turns than there are', async () => {
    const reports = await reportsOf(counting(5), inTurn, 4);
    expect(reports.ends).toMatchObject({
      ok: false,
      message: 'Demonstrations need 5 turns to end, more than the horizon of 4 (seed 1, train problem 0): raise the horizon.',
    });
  });

  it('lets an episode without an end pass, and says so', async () => {
    const reports = await reportsOf(counting(1_000), inTurn, 3);
    expect(reports.ends).toMatchObject({
      ok: true,
      message:
        "Nothing but the session's horizon of 3 turns ends 72 of 72 episodes, all of demonstrations among them; the others end on their own.",
    });
  });

  it('sees a hidden state that remembers', async () => {
    // Of what begins later than this loading sees nothing.
    const source = counting().replace(
      '    render(',
      "    privileged({ state }) { return 'hidden ' + ((told += 1) > 12 ? told : state.at); },\n    render(",
    );
    const reports = await reportsOf(`let told = 0;\n${source}`, inTurn, 4);
    expect(failing(reports)).toEqual(['deterministic', 'keeps_nothing']);
    expect(reports.deterministic.message).toContain('privileged() gave a different result when it was asked twice');
    expect(failing(await reportsOf(source.replace('((told += 1) > 12 ? told : state.at)', 'state.at'), inTurn, 4))).toEqual([]);
  });

  it('sees a transition that remembers', async () => {
    const source = counting().replace("return 'at ' + state.at;", "return 'at ' + ((said += 1) > 12 ? said : state.at);");
    const reports = await reportsOf(`let said = 0;\n${source}`, inTurn, 4);
    expect(failing(reports)).toEqual(['deterministic', 'keeps_nothing']);
    expect(reports.deterministic.message).toMatch(
      /^transition\(\) gave a different result when it was asked twice in a row with the same input \(seed 1, train problem 0, turn 0, demonstrations\)\.$/,
    );
  });
});

it('checks any host, one without a sandbox too', async () => {
  const info: EnvironmentInfo = {
    name: 'Bare',
    description: '',
    splits: { train: 1, test: 1 },
    skills: [],
    hooks: {
      transition: false,
      stepReward: false,
      demonstrate: false,
      mistake: false,
      render: false,
      privileged: false,
      tool: false,
      dependencies: false,
    },
  };
  const host = {
    reset: async (requests: readonly unknown[]) => requests.map(() => ({ state: { at: undefined }, observation: '' })),
    step: async (requests: readonly { readonly state: object }[]) =>
      requests.map(({ state }) => ({ state: { known: 'at' in state }, observation: '', reward: 0, terminated: true, truncated: false })),
  } as unknown as EnvironmentHost;
  const reports = await checkProperties(host, info, TEAM, 1);
  expect(reports.filter(({ ok }) => !ok).map(({ message }) => message)).toEqual([
    'step() gave a different state.known from a state that was written as JSON and read back with the same input (seed 1, train problem 0, turn 0, random texts).',
  ]);
});

it.each([
  [1, 1, null],
  [{ a: [1, 2] }, { a: [1, 2] }, null],
  [{ a: [1, 2] }, { a: [1, 3] }, '.a[1]'],
  [{ a: 1 }, {}, '.a'],
  [[], {}, ''],
  ['x', null, ''],
])('the first difference of %j and %j', (one, other, where) => {
  expect(difference(one, other)).toBe(where);
});

it('keeps the values of what it found, and whose call it was', async () => {
  const sandbox = createSandbox();
  const step = 'return { state, observation: "", reward: { stranger: 1 }, terminated: true, truncated: false };';
  const info = await sandbox.load(guessing({ step }));
  const playing = { host: sandbox, info, speakers: TEAM, horizon: 1 };
  await expect(playEpisodes(playing, [{ seed: 2, split: 'train', index: 3 }], 'empty')).rejects.toMatchObject({
    fault: {
      code: 'E_ENV_REWARD',
      message: 'The environment paid “stranger”, but no agent has that role (seed 2, train problem 3, turn 0, empty texts).',
      params: { found: 'stranger', role: 'stranger', call: { seed: 2, split: 'train', index: 3, turn: 0, manner: 'empty' } },
    },
  });
  await sandbox.dispose();
});
