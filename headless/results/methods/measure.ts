/** The runs behind the table of methods, one after the other in this process; each is kept as soon as it is over. */
import { openSession } from '../../kit/host.ts';
import { kept } from '../kept.ts';
import { EVALUATED } from '../measureRun.ts';
import {
  ITERATIONS,
  LONGEST,
  type Method,
  METHOD_SEEDS,
  methodDocument,
  methodId,
  type MethodRow,
  METHODS,
  type Point,
  type Team,
  TEAMS,
} from './report.ts';

/** All runs, team by team and seed by seed, so that those of one seed are there together; `told` hears of each such set. */
export async function measureMethods(told: (rows: ReadonlyMap<string, readonly MethodRow[]>) => void): Promise<void> {
  const rows = new Map<string, readonly MethodRow[]>();
  for (const team of TEAMS) {
    for (const seed of METHOD_SEEDS) {
      let budget: number | null = null;
      for (const method of METHODS) {
        const id = methodId(team, method);
        const row: MethodRow = await kept(`methods/${id}-seed${seed}.json`, () => measureMethod(team, method, seed, budget));
        budget ??= row.episodes.tokens;
        rows.set(id, [...(rows.get(id) ?? []), row]);
      }
      told(rows);
    }
  }
}

/** One run; `budget`: tokens of the first method, null of itself. */
async function measureMethod(team: Team, method: Method, seed: number, budget: number | null): Promise<MethodRow> {
  const document = methodDocument(team, method, seed);
  const { session } = await openSession(document, 'wasm', undefined, { workers: 1 });
  try {
    const reward = async () => (await session.evaluate({ split: 'train', episodes: EVALUATED, greedy: false })).reward;
    const before = await reward();
    let tokens = 0;
    let atEpisodes: Point | null = null;
    let atTokens: Point | null = null;
    while (session.iteration < LONGEST && !(atEpisodes && atTokens)) {
      const { iteration, timing } = await session.iterate();
      const sampled = timing['perf/sampled_tokens'];
      if (sampled === undefined) throw new Error(`${team.name}, ${method}: nobody counted the tokens of iteration ${iteration}`);
      tokens += sampled;
      const [episodesDue, tokensDue] = [iteration === ITERATIONS, !atTokens && tokens >= (budget ?? Infinity)];
      if (!episodesDue && !tokensDue) continue;
      const point = { iteration, tokens, reward: await reward() };
      if (episodesDue) atEpisodes = point;
      if (tokensDue || (episodesDue && budget === null)) atTokens = point;
    }
    if (!atEpisodes) throw new Error(`${team.name}, ${method}: ended before iteration ${ITERATIONS}`);
    return { seed, before, episodes: atEpisodes, tokens: atTokens };
  } finally {
    session.dispose();
    session.engine.dispose();
  }
}
