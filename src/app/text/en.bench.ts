/** English texts of the bench beside the environment's editor: stepping through an episode, and what was found of its promises. */
import type { BenchManner, Moment } from '../../core/trial/stepping.ts';
import type { Property } from '../../core/trial/properties.ts';
import type { Reach } from '../../stores/bench.ts';

const manners: Readonly<Record<BenchManner, string>> = { demonstrate: 'Demonstrate', mistake: 'Make a mistake', random: 'Say anything' };
const mannerHelp: Readonly<Record<BenchManner, string>> = {
  demonstrate: 'What a good agent says here, by the environment’s demonstrate().',
  mistake: 'What a careless agent says here, by the environment’s mistake().',
  random: 'Random printable text, the same at each try: does the environment bear it?',
};
const without: Readonly<Record<BenchManner, string>> = {
  demonstrate: 'This environment has no demonstrate().',
  mistake: 'This environment has no mistake().',
  random: '',
};
const reaches: Readonly<Record<Reach, string>> = { message: 'one message', turn: 'to the end of the turn', episode: 'to the end' };
const endings: Readonly<Record<NonNullable<Moment['ending']>, string>> = {
  terminated: 'ended by the environment',
  truncated: 'cut off by the environment',
  horizon: 'cut off at the horizon',
};
const properties: Readonly<Record<Property, string>> = {
  deterministic: 'Same input, same result',
  keeps_nothing: 'Keeps nothing between calls',
  json: 'State is plain JSON',
  finite: 'Finite rewards',
  ends: 'Ends within the horizon',
  demonstrations: 'Demonstrations earn all',
};

export const benchEn = {
  title: 'Try',
  split: 'Split',
  splits: { train: 'train', test: 'test' },
  seed: 'Seed',
  index: 'Problem no.',
  stepByStep: 'Step by step',
  stepByStepHelp: 'Draws the problem, then you say what each agent says, or let it speak, and go back and forth.',
  tryOne: 'Try one problem',
  tryOneHelp:
    'Draws the problem and lets every agent say what a good one would, to the end; silence where the environment demonstrates nothing.',
  empty: 'Draw a problem to see what agents read, what a message leads to and what it pays. Nothing is trained.',
  region: 'One problem, step by step',
  problem: (split: string, index: number, seed: number) => `${split === 'train' ? 'Train' : 'Test'} problem ${index}, seed ${seed}`,
  stale: 'The code, the team or the horizon has changed since; draw the problem again to see what it does now.',
  working: 'Working…',
  restart: 'To the beginning',
  back: 'Back one message',
  forward: 'Forward one message',
  place: (at: number, count: number) => `${at} of ${count} messages`,
  earnedSoFar: (reward: string) => `team reward ${reward}`,
  endings,
  speaks: (role: string, turn: number, horizon: number) =>
    horizon > 1 ? `${role} speaks, turn ${turn}, of 0 to ${horizon - 1}` : `${role} speaks`,
  message: (role: string) => `Message of ${role}`,
  messageHint: 'Enter says it, Shift+Enter begins a new line',
  say: 'Say it',
  manners,
  mannerHelp,
  without,
  reach: 'How far agents speak by themselves',
  reaches,
  turn: (turn: number) => `Turn ${turn}`,
  observation: 'Observation',
  says: (role: string) => `${role} says`,
  earned: (reward: number) => `earns ${reward} by itself`,
  reward: 'Reward',
  ends: 'Flags',
  terminated: 'terminated',
  truncated: 'truncated',
  goesOn: 'goes on',
  transition: 'Between turns',
  info: 'Info',
  skills: 'Skills',
  console: 'Console',
  printedBefore: 'Printed before it failed',
  nothingSaid: '(nothing)',
  of: (what: string, whose: string) => `${what} · ${whose}`,
  state: 'State',
  rendered: 'Rendered',
  asTree: 'Tree',
  asText: 'Text',
  stateView: 'How the state is shown',
  entries: (count: number) => (count === 1 ? '1 entry' : `${count} entries`),
  cost: 'Cost of the calls',
  slow: (hook: string, turn: number, ticks: string, share: number) =>
    `${hook}() of turn ${turn} took ${ticks} ticks, ${share} % of what a call may take.`,
  call: (hook: string, ticks: string) => `${hook}() ${ticks}`,
  ticks: (count: string) => `${count} ticks`,
  million: (count: string) => `${count} million`,
  found: 'Does it keep its promises?',
  foundHelp: 'The environment is played with demonstrations, mistakes and random texts, a little after each change.',
  properties,
  running: 'being played…',
  ok: 'kept',
  failed: 'broken',
  unchecked: 'not checked',
  summary: (ok: number, all: number) => (ok === all ? `all ${all} kept` : `${all - ok} of ${all} broken`),
  goToLine: (line: number) => `Go to line ${line}`,
  fresh: 'New environment',
  freshHelp: 'Puts the template in the editor in place of this code; undo brings it back.',
  foreignBase:
    'The base learnt other problems than these. Unless the team is paid now and then, there is nothing to learn from: let it see such problems first.',
  fork: 'Fork',
  forkHelp: 'Makes a copy of this environment under a name of its own, to change as you like; undo takes it back.',
};
