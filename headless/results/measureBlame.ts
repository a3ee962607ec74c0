/**
 * `measureBlame.ts TEAM NUMBER`: plants single errors into episodes that a team of a recorded run has won, and asks the lab which
 * message lost them; prints a {@link BlameRow} as JSON.
 */
import { at } from '../../src/core/at.ts';
import { findBlame } from '../../src/core/counterfactual/blame/course.ts';
import { environmentKey } from '../../src/core/environment/start.ts';
import type { Episode } from '../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../src/core/episode/records.ts';
import { fault, FaultError } from '../../src/core/faults.ts';
import type { Json } from '../../src/core/json.ts';
import { keyFor, uniformAt } from '../../src/core/random/streams.ts';
import { replay, said } from '../../src/session/counterfactual/replay.ts';
import { playTries } from '../../src/session/counterfactual/tries.ts';
import { type RolloutContext, rollOut } from '../../src/session/play/rollout.ts';
import { commandFaults } from '../../src/words/words.ts';
import { main } from '../kit/console.ts';
import { BLAMED, blamedId, BLAME_ROLLS, type BlameRow, PLANTED, type PlantedEpisode } from './blame.ts';
import { trainedTeam } from './trainedTeam.ts';

/** Least reward that counts as won: all that these environments pay. */
const WON = 1;
/** Episodes rolled out at a time; others' messages are taken from the same batch. */
const BATCH = 64;
/** Numbers of the iterations they are called: those of no run. */
const ITERATION = 1_000_000;
/** Stream of the choice of the planted message, and of the mistake's own chance: beside those of `STREAMS`. */
const CHOICE = 1_001;
const MISTAKE = 1_002;

await main(async () => {
  const [id = '', number = ''] = process.argv.slice(2);
  const chosen = BLAMED.find((team) => blamedId(team) === id);
  if (!chosen) throw new FaultError(fault(commandFaults, 'E_FLAG', { command: 'results', wrong: 'project', given: id }));
  const context = await trainedTeam(chosen);
  const { hooks } = await context.environment.load(context.document.environment.source);
  const seed = Number(number);
  const episodes: PlantedEpisode[] = [];
  let [rolled, won, harmless] = [0, 0, 0];
  for (let batch = 0; episodes.length < PLANTED; batch += 1) {
    const all = await rolledOut(context, seed, batch);
    const right = all.filter((episode) => episode.record().reward >= WON);
    rolled += all.length;
    won += right.length;
    for (const episode of right) {
      if (episodes.length === PLANTED) break;
      const planted = await plant(context, hooks.mistake, episode, right);
      if (!planted || planted.lost.reward >= WON) harmless += 1;
      else episodes.push(await asked(context, planted, episode.record()));
    }
  }
  const row: BlameRow = { seed, rolled, won, harmless, episodes };
  process.stdout.write(`${JSON.stringify(row)}\n`);
});

/** Episodes of problems that no other measurement has. */
function rolledOut(context: RolloutContext, seed: number, batch: number): Promise<Episode[]> {
  const numbers = Array.from({ length: BATCH }, (_, index) => batch * BATCH + index);
  return rollOut(
    context,
    numbers.map((episode) => ({
      ...{ iteration: ITERATION + seed, episode, group: episode },
      ...{ split: 'train' as const, problemIndex: seed * 1_000_000 + episode },
    })),
  );
}

interface Planted {
  readonly message: number;
  readonly mistake: boolean;
  readonly lost: EpisodeRecord;
}

/** The episode with one wrong message; null where no other text is at hand. */
async function plant(context: RolloutContext, mistakes: boolean, episode: Episode, others: readonly Episode[]): Promise<Planted | null> {
  const record = episode.record();
  const { seed, iteration, episode: number, messages } = record;
  const message = Math.floor(uniformAt(keyFor(seed, CHOICE, iteration, number), 0) * messages.length);
  const { text: right, role, call } = at(messages, message);
  const same = (text: string): boolean => text.trim() === right.trim();
  const own = mistakes ? await mistakeOf(context, episode, message) : null;
  const from = others.indexOf(episode);
  const elsewhere = [...others.slice(from + 1), ...others.slice(0, from)].flatMap(
    (other) => other.record().messages.find((one) => one.role === role && one.call === call)?.text ?? [],
  );
  const mistake = own !== null && !same(own);
  const wrong = mistake ? own : elsewhere.find((text) => !same(text));
  if (wrong === undefined) return null;
  const [lost] = await replay(context, record, [...messages.slice(0, message).map(said), wrong], [0]);
  return lost ? { message, mistake, lost } : null;
}

/** What the environment says a careless agent would have said there. */
async function mistakeOf({ environment }: RolloutContext, episode: Episode, message: number): Promise<string | null> {
  const record = episode.record();
  const { role, turn } = at(record.messages, message);
  const spoken = record.messages.map(({ role: speaker, text, turn: when }) => ({ role: speaker, text, turn: when }));
  let state: Json = episode.settings.first.state;
  for (let past = 0; past < turn; past += 1) {
    const messages = spoken.filter(({ turn: when }) => when <= past);
    const [stepped] = await environment.step([{ state, messages, randomKey: environmentKey(record, past + 1) }]);
    if (stepped) ({ state } = stepped);
  }
  const randomKey = keyFor(record.seed, MISTAKE, record.iteration, record.episode, message);
  const [text] = await environment.mistake([{ state, role, messages: spoken.slice(0, message), randomKey }]);
  return text ?? null;
}

async function asked(context: RolloutContext, { message, mistake, lost }: Planted, recorded: EpisodeRecord): Promise<PlantedEpisode> {
  const otherwise = (): never => {
    throw new Error('no other speaker is asked');
  };
  const { verdict, played } = await findBlame(lost, { won: WON, rolls: BLAME_ROLLS, edits: [] }, (tries, first, count, turns) =>
    playTries(context, lost, tries, { first, count, turns, otherwise }),
  );
  if (!verdict) throw new Error('a question that nobody called off has a verdict');
  const named = verdict.kind === 'named' ? verdict : null;
  const proved = named?.correction?.told === true;
  return {
    planted: message,
    of: lost.messages.length,
    mistake,
    named: named?.cell.cell.message ?? null,
    told: verdict.kind,
    played,
    proved,
    restored: proved && named.correction?.text === recorded.messages[message]?.text,
  };
}
