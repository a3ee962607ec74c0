/** English texts of the view that asks who spoiled and who saved an iteration's episodes. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const episodes = (count: number): string => plural(count, 'episode', 'episodes');
const continuations = (count: number): string => plural(count, 'continuation', 'continuations');

export const turnedText = spoken('inspect/turned', {
  title: 'Who saved, who spoiled',
  intro:
    'A sample of this iteration’s episodes is played on with every message as it was, and with something else in its place, by the same random numbers. A message spoiled an episode that is mostly won with the other and mostly lost with it, and saved one the other way round; only where that is beyond chance.',
  start: 'Who saved, who spoiled?',
  won: 'Won from',
  wonHelp: 'Least reward of an episode that counts as won; left empty, the best of this iteration.',
  wonUsual: (reward: string) => `${reward} (the best here)`,
  sample: 'Episodes',
  sampleHelp: 'Of episodes of one group only the first is taken: the same problem twice would count as two.',
  rolls: 'Continuations',
  rollsHelp: (most: number) => `Most continuations of each try, up to ${most}. An episode ends sooner where more cannot change its answer.`,
  standIn: 'Instead',
  standIns: { own: 'The agent, asked again', base: 'Its base alone', elsewhere: 'What it said to another problem' },
  meaning: {
    own: 'Was it this message, or would the agent have said as much anyway? An agent that errs more often than not spoils nothing by its own measure: ask its base too.',
    base: 'Against what the agent’s base would have said: what training made of it.',
    elsewhere: 'Does it matter what the agent says? Saved are episodes that hang on its words.',
  },
  refused: {
    alike: 'All episodes here earned the same. Say from which reward an episode counts as won.',
    none: 'There is no episode with a message.',
  },
  budget: (most: number, sample: number) =>
    `At most ${continuations(most)} of ${episodes(sample)}. In an episode in which nothing else changes anything, somebody is named with a chance of 5 % at most.`,
  looking: (done: number, of: number, played: number, budget: number) =>
    `${done} of ${episodes(of)}; ${played} of at most ${continuations(budget)} played`,
  round: 'this round',
  calledOff: (done: number, of: number) => `It ended before all was played: this is what ${done} of ${episodes(of)} tell.`,
  played: (played: number, budget: number) => `${played} of at most ${continuations(budget)} were played.`,
  about: (iteration: number, team: string) => `Episodes of iteration ${iteration}, played on by the ${team}.`,
  empty: 'Nobody was asked yet who saved and who spoiled this iteration’s episodes.',
  emptyHint:
    'The answer is a share of episodes for each agent, with its interval: how many it turned from lost to won, and from won to lost.',
  untold: 'What is not told counts for nobody, so the shares are too small rather than too large.',
  nobody: (count: number) => `Nobody is told to have turned any of ${episodes(count)}.`,
  spoiled: (agent: string, count: number, of: number, range: string) => `${agent} spoiled ${count} of ${episodes(of)} (95 %: ${range}).`,
  saved: (agent: string, count: number, of: number, range: string) => `${agent} saved ${count} of ${episodes(of)} (95 %: ${range}).`,
  overrides: (agent: string, count: number, of: number, next: string, nextCount: number, nextOf: number) =>
    `${agent} overrides the rest: of ${of} won episodes ${count} are lost once it says what it said to another problem, but only ${nextCount} of ${nextOf} once ${next} does.`,
  bypassed: (agent: string, count: number, of: number) =>
    `Hardly anything hangs on what ${agent} says: of ${of} won episodes ${count} are lost once it says what it said to another problem.`,
  noOverride: 'No agent is told to override the rest.',
  /** While a team trains. */
  live: {
    title: 'Who saved, who spoiled',
    help: 'Behind some rollouts a few episodes are played on by the team that played them: with each message said again by its agent, and the won ones with what each agent said to another problem. It changes nothing that is learnt, and costs what “Ask who saved, every” allows. The bar is the 95 % interval (Wilson), the mark the share; what is not told counts for nobody. Inspect, “Saved, spoiled” asks more episodes of one iteration.',
    about: (count: number, won: number) => `Of the ${episodes(count)} last asked about, ${won} won.`,
    shares: { saved: 'Saved', spoiled: 'Spoiled', decides: 'Won ones that hang on its words' },
  },
  range: (low: string, high: string) => `${low} to ${high}`,
  table: {
    label: 'Episodes that each agent turned',
    agent: 'Agent',
    saved: 'Saved',
    spoiled: 'Spoiled',
    chance: 'The environment’s chance',
    unknown: 'unknown',
    share: (percent: string, range: string) => `${percent} (${range})`,
    which: (numbers: readonly number[]) => `episodes ${numbers.join(', ')}`,
  },
});
