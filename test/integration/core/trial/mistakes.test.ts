/** What mistakes earn: little in every shipped environment, all of it where two mistakes cancel. */
import { expect, it } from 'vitest';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { LIMITS } from '../../../../src/core/health/limits.ts';
import { mistakesTold } from '../../../../src/core/health/mistakes.ts';
import { type Speakers, teamSpeakers } from '../../../../src/core/trial/episodes.ts';
import { type MistakesPaid, mistakesPaid } from '../../../../src/core/trial/mistakes.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';

async function paidIn(source: string, speakers: Speakers, horizon = 1): Promise<MistakesPaid | null> {
  const sandbox = createSandbox();
  try {
    return await mistakesPaid(sandbox, await sandbox.load(source), speakers, horizon);
  } finally {
    await sandbox.dispose();
  }
}

/** A planner says a number or its negative, a solver repeats it or negates it: two mistakes are right again. */
const CANCELLING = `import { integer, lastInteger } from 'marft/env';
export default { name: 'Signs', description: '',
  reset({ random }) { const answer = integer(random, 1, 9); return { state: { answer }, observation: String(answer) }; },
  step({ state, messages }) { return { state, observation: '', reward: lastInteger(messages.at(-1).text) === state.answer ? 1 : 0, terminated: true, truncated: false }; },
  demonstrate({ state, role, messages }) { return role === 'planner' ? String(state.answer) : String(lastInteger(messages[0].text)); },
  mistake({ state, role, messages }) { return role === 'planner' ? String(-state.answer) : String(-lastInteger(messages[0].text)); } };`;

it('finds mistakes that cancel, and says so with the number', async () => {
  const paid = await paidIn(CANCELLING, ['planner', 'solver']);
  expect(paid).toEqual({ mistaken: 1, right: 1, problems: 32 });
  expect(mistakesTold(paid!, 2)).toBe(
    'Mistakes cancel: with every message a mistake an episode earns 1, with none 1 (32 problems), so the reward hardly tells them apart.',
  );
  // Three of them are one mistake again.
  const three = CANCELLING.replace('messages[0].text)); },\n', 'messages.at(-1).text)); },\n').replace(
    '-lastInteger(messages[0]',
    '-lastInteger(messages.at(-1)',
  );
  expect(await paidIn(three, ['planner', 'solver', 'checker'])).toMatchObject({ mistaken: 0 });
});

it('is unknown where an environment shows no mistakes', async () => {
  expect(await paidIn(environmentSource('arithmetic'), ['planner', 'solver'])).toBeNull();
});

it.each(Object.entries(PRESETS).filter(([, { environment }]) => environmentSource(environment).includes('mistake(')))(
  '%s does not pay them',
  async (_, { environment, project }) => {
    const { team, training } = project({ file: `${environment}.env.ts`, source: environmentSource(environment) });
    const paid = await paidIn(environmentSource(environment), teamSpeakers(team), training.horizon);
    expect(paid!.right).toBe(1);
    expect(paid!.mistaken).toBeLessThan(LIMITS.mistakesPaid - 0.1);
    expect(mistakesTold(paid!, team.agents.length)).toBeNull();
  },
);
