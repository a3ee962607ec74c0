/** What the view says and hands on of a question's answer. Pure. */
import type { BlameSettings, Cell } from '../../../core/counterfactual/blame/cells.ts';
import type { Blame, Compared, Correction } from '../../../core/counterfactual/blame/course.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { encodeJsonLine } from '../../../core/formats/jsonl.ts';
import { meanOf, pairsIn } from '../../../core/statistics/betting.ts';
import type { EnvironmentCase } from '../../../core/trial/cases.ts';
import { agentName } from '../../kit/figures/lineStyle.ts';
import { blameText, type SaidComparison } from '../../../words/words.ts';
import type { EpisodeForm, Other } from './createBlame.ts';

const words = blameText.verdict;

/** The best reward of the iteration; null where no episode did better than this one. */
export function bestBeside(episodes: readonly EpisodeRecord[], { reward }: EpisodeRecord): number | null {
  const best = episodes.reduce((most, episode) => (episode.reward > most ? episode.reward : most), reward);
  return best > reward ? best : null;
}

/** What is asked; null where it is not said what counts as won. */
export function settingsOf(form: EpisodeForm, usual: number | null, rolls: number, other: Other): BlameSettings | null {
  const won = form.won ?? usual;
  if (won === null) return null;
  const asked = other === 'nobody' ? {} : { other: other === 'base' ? null : other };
  return { won, rolls, ...asked, edits: form.edit ? [form.edit] : [] };
}

export function messageName(document: ProjectDocument, { messages }: EpisodeRecord, index: number): string {
  return blameText.message(index + 1, agentName(document, messages[index]?.role ?? ''));
}

/** Points of a difference of chances, such as `+94`. */
export function points(difference: number): string {
  const whole = Math.round(100 * difference);
  return `${whole > 0 ? '+' : ''}${String(whole).replace('-', '−')}`;
}

export function saidOf({ tally, wins, controlWins, interval }: Compared): SaidComparison {
  const [low, high] = interval ? [interval.low, interval.high] : [-1, 1];
  return { wins, controlWins, of: pairsIn(tally), difference: points(meanOf(tally)), low: points(low), high: points(high) };
}

export function candidateName({ candidate }: Cell): string {
  const { candidates } = blameText.table;
  switch (candidate.kind) {
    case 'own':
      return candidates.own;
    case 'text':
      return candidates.text;
    case 'other':
      return candidate.iteration === null ? candidates.base : candidates.other(candidate.iteration);
  }
}

/** What may be said, in the order of reading; nothing while it is looked for. */
export function blameSentences(document: ProjectDocument, record: EpisodeRecord, { verdict, cells, asItWas, played }: Blame): string[] {
  if (!verdict) return [];
  if (verdict.kind === 'luck') return [words.luck(asItWas.better, pairsIn(asItWas))];
  if (verdict.kind === 'open') {
    const first = cells[0];
    const hopeless = first && 2 * first.wins < pairsIn(first.tally);
    return [words.open(played), ...(hopeless ? [words.hopeless(first.wins, pairsIn(first.tally))] : [])];
  }
  const { cell, correction } = verdict;
  const { message } = cell.cell;
  const also = [...new Set(cells.filter(({ told, cell: other }) => told && other.message !== message).map((other) => other.cell.message))];
  return [
    named(document, record, cell.cell, saidOf(cell)),
    ...proofOf(correction),
    ...(also.length > 0 ? [words.also(also.map((index) => index + 1))] : []),
  ];
}

function named(document: ProjectDocument, record: EpisodeRecord, { message, candidate }: Cell, said: SaidComparison): string {
  const number = message + 1;
  const agent = agentName(document, record.messages[message]?.role ?? '');
  switch (candidate.kind) {
    case 'own':
      return words.own(number, agent, said);
    case 'text':
      return words.text(number, agent, shortened(candidate.text), said);
    case 'other':
      return candidate.iteration === null ? words.base(number, agent, said) : words.other(number, agent, candidate.iteration, said);
  }
}

function proofOf(correction: Correction | null): string[] {
  if (!correction) return [];
  const say = correction.told ? words.proof : words.noProof;
  return [say(shortened(correction.text), saidOf(correction))];
}

/** Letters of a text that a sentence holds; the whole stands below it. */
const LETTERS = 80;

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line === '') return blameText.correction.nothing;
  return line.length > LETTERS ? `${line.slice(0, LETTERS)}…` : line;
}

/** A line of a file that a warm start reads; null where in one of the turns nobody spoke. */
export function demonstrationOf({ won }: Correction): string | null {
  if (!won || won.turns.some(({ messages }) => messages.length === 0)) return null;
  return encodeJsonLine({ turns: won.turns, reward: won.reward }).trimEnd();
}

/** The episode as it was said, and as the correction won it, as lines of a file of cases. */
export function casesOf(document: ProjectDocument, record: EpisodeRecord, message: number, { won }: Correction): string {
  const { seed, split, problem_index: index, iteration, episode } = record;
  const common = { seed, split, index, roles: document.team.agents.map(({ role }) => role) };
  const lost: EnvironmentCase = {
    ...common,
    chance: { iteration, episode },
    messages: record.messages.map(({ role, text, turn }) => ({ role, text, turn })),
    reward: record.reward,
  };
  if (!won) return encodeJsonLine(lost);
  const right: EnvironmentCase = {
    ...common,
    chance: { iteration, episode, from: message, continuation: won.continuation },
    messages: won.turns.flatMap(({ messages }, turn) => messages.map(({ role, text }) => ({ role, text, turn }))),
    reward: won.reward,
  };
  return encodeJsonLine(lost) + encodeJsonLine(right);
}
