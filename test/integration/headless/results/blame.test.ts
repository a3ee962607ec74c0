/** The page about planted errors counts what is named, and of what. */
import { expect, it } from 'vitest';
import {
  BLAMED,
  blamedId,
  type BlameRow,
  blameMarkdown,
  CHUNKS,
  PLANTED,
  type PlantedEpisode,
} from '../../../../headless/results/blame.ts';

const episode = (part: Partial<PlantedEpisode>): PlantedEpisode => ({
  ...{ planted: 1, of: 3, mistake: true, named: 1, told: 'named', played: 97, proved: true, restored: true },
  ...part,
});
const row = (episodes: readonly PlantedEpisode[]): BlameRow => ({ seed: 1, rolled: 64, won: 48, harmless: 6, episodes });

it('says how many are named rightly, wrongly and not at all, and what it cost', () => {
  const episodes = [
    episode({}),
    episode({ restored: false, played: 113 }),
    episode({ proved: false, restored: false }),
    episode({ named: 0, played: 300 }),
    episode({ named: null, told: 'open', proved: false, restored: false }),
  ];
  const text = blameMarkdown(new Map([['relay', [row(episodes)]]]));
  expect(text).toContain(
    '| `relay` | three in a row | 75 % | 5 of 11 | 3 = 60.0 % (23.1 to 88.2) | 1 = 20.0 % (3.6 to 62.4) | 1 | 2 of 3 | 1 of 2 | 97 (300) |',
  );
  expect(text).toContain('| **all** | | | 5 | 3 = 60.0 %');
  expect(text).toContain(`Of ${CHUNKS.length * PLANTED} episodes that are wanted of each, there are 0, 5, 0`);
});

it('keeps teams from early on apart, and says nothing of missing ones where all are there', () => {
  const whole = Array.from({ length: CHUNKS.length }, () => row(Array.from({ length: PLANTED }, () => episode({}))));
  const text = blameMarkdown(new Map(BLAMED.map((team) => [blamedId(team), whole])));
  expect(text).not.toContain('are wanted of each');
  expect(text).toContain('| `relay`, after iteration 9 | three in a row | 75 % | 200 of 224 |');
  expect(text).toContain(`| **all** | | | ${200 * BLAMED.filter(({ after }) => after === undefined).length} |`);
});
