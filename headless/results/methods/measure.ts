/** The runs behind the table of methods, one after the other in this process; each is recorded as soon as it is over. */
import { openSession } from '../../kit/host.ts';
import { EVALUATED } from '../measureRun.ts';
import { recorded } from '../recorded.ts';
import {
  FIRST,
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

/**
 * Makes the runs that are not recorded yet: team by team and method by method, so that a method has all of its seeds before the next one
 * begins. `told` hears of all rows, those of before too, after each run.
 */
export async function measureMethods(told: (rows: ReadonlyMap<string, readonly MethodRow[]>) => void): Promise<void> {
  const known = recorded<MethodRow>('methods');
  const ids = TEAMS.flatMap((team) => METHODS.map((method) => methodId(team, method)));
  const rows = new Map(ids.map((id) => [id, known.get(id) ?? []]));
  told(rows);
  for (const team of TEAMS) {
    for (const method of METHODS) {
      for (const seed of METHOD_SEEDS) {
        const of = (one: Method) => rows.get(methodId(team, one))?.find((row) => row.seed === seed);
        if (of(method)) continue;
        const id = methodId(team, method);
        process.stderr.write(`${new Date().toISOString()} measuring ${id}, seed ${seed} …\n`);
        const row = await measureMethod(team, method, seed, of(FIRST)?.episodes.tokens ?? null);
        rows.set(
          id,
          [...(rows.get(id) ?? []), row].toSorted((a, b) => a.seed - b.seed),
        );
        told(rows);
      }
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
