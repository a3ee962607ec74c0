/** A fault planted into one agent of a recorded team: a small sample of what `npm run results -- --only turned` measures. */
import { expect, it } from 'vitest';
import { measureFault } from '../../../headless/results/turned/faultyTeam.ts';
import { blamedIn, lostByFault } from '../../../headless/results/turned/report.ts';
import { trainedTeam } from '../../../headless/results/trainedTeam.ts';

it('blames the agent that errs, and nobody else, whichever of the two it is', async () => {
  const team = await trainedTeam({ preset: 'micro' });
  await team.environment.load(team.document.environment.source);
  const rows = [
    await measureFault(team, { rate: 0.25, standIn: 'own' }, 1, 20),
    await measureFault(team, { rate: 0.25, standIn: 'own' }, 2, 20),
  ];
  expect(rows.map(({ role }) => role)).toEqual(['planner', 'solver']);
  for (const { played, budget, episodes } of rows) {
    expect(lostByFault(episodes).length).toBeGreaterThan(1);
    expect(played).toBeLessThan(budget);
    // Without the fault the team is hardly ever wrong: the numbers of the clean episodes are those of the others.
    expect(episodes.filter(({ struck, won, cleanWon }) => !struck && won !== cleanWon)).toEqual([]);
  }
  const { lost, right, innocent } = blamedIn(rows);
  expect(right / lost).toBeGreaterThanOrEqual(0.8);
  expect(innocent).toBe(0);
});
