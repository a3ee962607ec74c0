/** Per-step credit's source: what the hook is asked, what it may answer, and what the built-in environments pay. */
import { describe, expect, it } from 'vitest';
import { ratedPositions, type SpokenMessage, type StepRewardRequest } from '../../../src/core/environment/contract.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { faultOf, moduleWith, QUICK } from '../session/sandbox/support.ts';

const said = (...texts: [role: string, text: string, turn?: number][]): SpokenMessage[] =>
  texts.map(([role, text, turn = 0]) => ({ role, text, turn }));
const TWO_TURNS = said(['planner', 'a'], ['solver', 'b'], ['planner', 'c', 1], ['solver', 'd', 1]);

/** A sandbox whose `stepReward` is `body`. */
async function paying(body: string, top = '') {
  const sandbox = createSandbox({ limits: QUICK });
  await sandbox.load(moduleWith({ top, more: `stepReward({ state, messages, position, teamReward }) { ${body} }` }));
  return sandbox;
}

const request = (more: Partial<StepRewardRequest> = {}): StepRewardRequest => ({
  state: { n: 1 },
  messages: TWO_TURNS,
  teamReward: 0.25,
  ...more,
});

describe('stepReward()', () => {
  it('is asked once for each message of the last turn, or for the positions given, batch by batch', async () => {
    const sandbox = await paying('return 100 * state.n + 10 * position + teamReward + messages[position].text.charCodeAt(0) / 1000;');
    const value = (n: number, position: number) => 100 * n + 10 * position + 0.25 + (97 + position) / 1000;
    expect(
      await sandbox.stepReward([
        request(),
        request({ state: { n: 2 }, positions: [3, 0] }),
        request({ messages: [] }),
        request({ state: { n: 3 }, messages: TWO_TURNS.slice(0, 1) }),
      ]),
    ).toEqual([[value(1, 2), value(1, 3)], [value(2, 3), value(2, 0)], [], [value(3, 0)]]);
    expect(await sandbox.stepReward([])).toEqual([]);
  });

  it('gives the same in any order and any batch, and no message sees what another did to its input', async () => {
    const sandbox = await paying('messages.push(0); state.n += 1; return state.n * messages.length + position;');
    const requests = Array.from({ length: 12 }, (_, n) => request({ state: { n }, positions: n % 3 === 0 ? [0, 1, 2, 3] : undefined }));
    const together = await sandbox.stepReward(requests);
    expect(together[0]).toEqual([5, 6, 7, 8]);
    const apart: number[][] = [];
    for (const one of requests.toReversed()) apart.unshift(...(await sandbox.stepReward([one])));
    expect(apart).toEqual(together);
  });

  it.each([
    ['return NaN;', 'E_ENV_RESULT', 'stepReward() must be a finite number, got NaN.'],
    ['return -1 / 0;', 'E_ENV_RESULT', 'stepReward() must be a finite number, got -Infinity.'],
    ["return '1';", 'E_ENV_RESULT', 'stepReward() must be a finite number, got "1".'],
    ['return [1];', 'E_ENV_RESULT', 'stepReward() must be a finite number, got a list of 1.'],
    ['return true;', 'E_ENV_RESULT', 'stepReward() must be a finite number, got true.'],
    ['', 'E_ENV_RESULT', 'stepReward() returned nothing.'],
    ['return null;', 'E_ENV_RESULT', 'stepReward() must be a finite number, got null.'],
    ["throw new Error('no');", 'E_ENV_THROW', 'stepReward() stopped with Error: no (line 5).'],
    ['for (;;) {}', 'E_ENV_TICKS', 'The code looked like an endless loop (budget 200,000 ticks) in stepReward().'],
    ['return Promise.resolve(1);', 'E_ENV_ASYNC', 'stepReward() returned a promise, but it must answer at once.'],
  ])('refuses %j and says for which message', async (body, code, message) => {
    const sandbox = await paying(`if (position < 3) return 0; ${body}`);
    expect(await faultOf(() => sandbox.stepReward([request({ positions: [0] }), request()]))).toMatchObject({
      code,
      message,
      place: { subject: 'stepReward(), message 4 of 4 (solver)' },
    });
  });

  it('is missed with what to do about it', async () => {
    const sandbox = createSandbox();
    await sandbox.load(moduleWith());
    expect(await faultOf(() => sandbox.stepReward([request()]))).toMatchObject({
      code: 'E_ENV_STEP_REWARD',
      hint: expect.stringMatching(/^Add `stepReward.*or choose another credit strategy\.$/) as string,
    });
  });

  it('may keep nothing between calls', async () => {
    const fault = await faultOf(() =>
      paying(
        'return (seen.count += 1);',
        'const seen = new (class { #n = 0; get count() { return this.#n; } set count(n) { this.#n = n; } })();',
      ),
    );
    expect(fault).toMatchObject({ code: 'E_ENV_STATE', place: { subject: 'stepReward()' } });
  });

  it('knows the messages of a turn, and no others', () => {
    expect(ratedPositions({ messages: TWO_TURNS })).toEqual([2, 3]);
    expect(ratedPositions({ messages: [] })).toEqual([]);
    expect(() => ratedPositions({ messages: TWO_TURNS, positions: [4] })).toThrow('no message 4 among 4');
  });
});

describe.each([
  ['arithmetic', '9*8', '=72', '9+8', '=17'],
  ['arithmetic-six', '9*8+3', '=72+3=75', '9*8-3', '=72-3=69'],
])('%s', (id, plan, working, wrongPlan, wrongWorking) => {
  const answer = Number(/\d+$/.exec(working)![0]);
  const state = { problem: 'p', expression: plan, working, answer };
  const sandbox = createSandbox();
  const pay = async (teamReward: number, ...texts: [string, string][]) => {
    await (loaded ??= sandbox.load(environmentSource(id)));
    return (await sandbox.stepReward([{ state, messages: said(...texts), teamReward }]))[0];
  };
  let loaded: Promise<unknown> | undefined;

  it('pays a planner for its expression, whatever the others make of it', async () => {
    expect(await pay(0, ['planner', plan], ['solver', '='])).toEqual([1, 0]);
    expect(await pay(1, ['planner', wrongPlan], ['solver', working])).toEqual([0, 1]);
    expect(await pay(0, ['planner', 'x'], ['solver', ''])).toEqual([0, 0]);
  });

  it('pays who answers for the answer, and a little for following a wrong plan', async () => {
    expect(await pay(1, ['planner', plan], ['solver', working])).toEqual([1, 1]);
    expect(await pay(0, ['planner', wrongPlan], ['solver', wrongWorking])).toEqual([0, 0.1]);
    expect(await pay(0, ['planner', wrongPlan], ['reflector', 'bad'], ['solver', wrongWorking])).toEqual([0, 0, 0.1]);
    expect(await pay(0, ['planner', plan], ['solver', wrongWorking])).toEqual([1, 0]);
    expect(await pay(1, ['actor', `${plan}${working}`])).toEqual([1]);
    expect(await pay(0, ['actor', `${wrongPlan}${wrongWorking}`])).toEqual([0.1]);
    expect(await pay(0, ['actor', 'many'])).toEqual([0]);
  });

  it('pays a verifier, and roles it does not know, what the team got', async () => {
    expect(await pay(0.5, ['planner', plan], ['solver', working], ['verifier', 'no 1'], ['anna', ''])).toEqual([1, 1, 0.5, 0.5]);
  });

  it('pays every demonstration of a team in full', async () => {
    await (loaded ??= sandbox.load(environmentSource(id)));
    const starts = await sandbox.reset(
      Array.from({ length: 60 }, (_, index) => ({ seed: 1, split: 'train' as const, index, randomKey: [index, 3] as const })),
    );
    for (const team of [['planner', 'solver'], ['actor'], ['planner', 'solver', 'verifier']]) {
      const requests: StepRewardRequest[] = [];
      for (const start of starts) {
        const messages: SpokenMessage[] = [];
        for (const role of team) {
          const [text = ''] = await sandbox.demonstrate([{ state: start.state, role, messages, randomKey: [1, 2] }]);
          messages.push({ role, text, turn: 0 });
        }
        requests.push({ state: start.state, messages, teamReward: 1 });
      }
      for (const paid of await sandbox.stepReward(requests)) expect(paid).toEqual(team.map(() => 1));
    }
  });
});
