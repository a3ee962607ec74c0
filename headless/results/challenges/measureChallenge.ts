/** `measureChallenge.ts CHALLENGE NUMBER`: plays every fixed strategy on one case of a challenge, and prints a {@link ChallengeRow} as JSON. */
import { CHALLENGES } from '../../../src/core/challenges/challenges.ts';
import type { ChallengeRow } from '../../../src/core/challenges/recorded.ts';
import { STRATEGIES } from '../../../src/core/challenges/strategies.ts';
import { fault, FaultError } from '../../../src/core/faults.ts';
import { answerCase, type HeldCase } from '../../../src/session/challenges/answerCase.ts';
import { commandFaults } from '../../../src/words/words.ts';
import { main } from '../../kit/console.ts';
import { trainedVoices } from '../trainedTeam.ts';

await main(async () => {
  const [id = '', number = ''] = process.argv.slice(2);
  const challenge = CHALLENGES.find((one) => one.id === id);
  if (!challenge) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'project', given: id }));
  const { context, speakers } = await trainedVoices(challenge);
  await context.environment.load(context.document.environment.source);
  const strategies: Record<string, { readonly right: boolean; readonly replays: number }> = {};
  let held: HeldCase | null = null;
  for (const strategy of STRATEGIES.filter((one) => one !== 'guess')) {
    const found = await answerCase(
      context,
      speakers,
      { kind: 'challenge', challenge: challenge.id, number: Number(number), ask: 'strategy', strategy },
      held,
    );
    ({ held } = found);
    if (found.answer.ask === 'strategy') strategies[strategy] = { right: found.answer.found.right, replays: found.answer.found.replays };
  }
  const row: ChallengeRow = { seed: Number(number), agents: context.document.team.agents.length, strategies };
  process.stdout.write(`${JSON.stringify(row)}\n`);
});
