/** English texts of the challenges under Learn: a hidden culprit, and a limited number of replays. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

const replays = (count: number): string => plural(count, 'replay', 'replays');
const percent = (share: number): string => `${Math.round(100 * share)} %`;

export const challengesEn = spoken('learn/challenges', {
  title: 'Challenges',
  intro:
    'Somebody in a trained team has begun to err. Find out who, with as few replays as you can: read off credit instead of guessing. A replay is one episode that the team plays on, from its beginning or from one of its messages; all that a tool plays is counted.',
  list: 'Challenges',
  names: {
    row: 'Three in a row',
    sides: 'Two side by side',
    witnesses: 'Two witnesses and a judge',
    tally: 'A tally of four',
    tree: 'A tree of eight',
  },
  says: {
    row: 'Each runner adds its step to the digit it is handed, and hands it on. Whatever goes wrong early goes wrong to the end.',
    sides: 'A source divides the parts, two branches work at the same time, and a last agent adds up. Neither branch sees the other.',
    witnesses: 'Two witnesses counted the same things, one of them in fog; a judge who saw nothing names the number.',
    tally: 'Two counters, an adder who sees nothing, and a clerk with the last word.',
    tree: 'Four counters, three adders in a tree above them, and a clerk. Too many agents to ask much about each with the replays there are.',
  },
  agents: (count: number) => plural(count, 'agent', 'agents'),
  done: (right: number, cases: number) => `${right} of ${cases} right`,
  notTried: 'not tried yet',

  caseTitle: (name: string, number: number) => `${name}, case ${number}`,
  opening: 'The team plays until it has lost enough…',
  begin: 'Open the case',
  beginText: 'Loads the team of the recorded run into a worker of this tab and has it play. Nothing is sent anywhere.',
  known: (rate: number, played: number, lost: number) =>
    `One of these agents says in ${percent(rate)} of its messages something that it said to another problem; all others are as they were trained, and err now and then themselves. The team played ${plural(played, 'episode', 'episodes')} until it had lost these ${lost}. Which agent it is follows from the number of the case, so everybody meets the same one.`,
  covered:
    'The words are covered until you have named somebody: these messages are so short that reading would tell, and of a real team nobody reads a thousand episodes.',
  lost: 'Lost episodes',
  episode: (number: number) => `Episode ${number}`,
  message: (number: number, role: string) => `Message ${number}, ${role}`,
  choose: 'Choose a message of a lost episode to ask about it.',

  budget: (spent: number, budget: number) => `${spent} of ${replays(budget)} spent`,
  tools: 'Tools',
  continuations: 'Continuations of each side',
  tool: {
    value: {
      name: 'Value before it',
      says: 'Plays on from before the message (tree Monte Carlo): how often does the team still win from here?',
    },
    again: {
      name: 'Say it again',
      says: 'The message said anew, beside the message as it was: the replay counterfactual.',
    },
    difference: {
      name: 'Difference reward',
      says: 'Silence in its place, beside the message as it was: what the team has of it.',
    },
    coma: {
      name: 'COMA',
      says: 'A critic, fitted to new episodes, compares each message of the lost episodes with others that its agent says to the same prompt. Nobody plays on; it knows what the critic knows.',
    },
    shapley: {
      name: 'Shapley shares',
      says: 'Every coalition plays the same problems, the others with their base alone: who earns how much? Of more than six agents a sample of coalitions.',
    },
  },
  price: (most: number) => `${replays(most)}`,
  priceUp: (most: number) => `up to ${replays(most)}`,
  ask: 'Ask',
  asking: 'Playing…',
  cancel: 'Call off',
  refused: {
    noMessage: 'Choose a message first.',
    asked: 'It was asked already, and would answer the same.',
    budget: (cost: number, left: number) => `It may cost ${cost}, and ${left} are left.`,
  },

  answers: 'What you asked',
  noAnswers: 'Nothing was asked yet.',
  answer: {
    value: (where: string, wins: number, of: number) => `${where}: from before it, ${wins} of ${of} continuations win.`,
    again: (where: string, wins: number, of: number, kept: number) => `${where}: said anew ${wins} of ${of} win, as it was ${kept}.`,
    difference: (where: string, wins: number, of: number, kept: number) =>
      `${where}: with silence ${wins} of ${of} win, as it was ${kept}.`,
    coma: (agents: string) => `COMA, mean advantage of the messages: ${agents}.`,
    shapley: (agents: string) => `Shapley shares with 95 % intervals: ${agents}.`,
  },
  where: (episode: number, message: number, role: string) => `Episode ${episode}, message ${message} (${role})`,
  agentValue: (role: string, value: string) => `${role} ${value}`,
  agentInterval: (role: string, value: string, low: string, high: string) => `${role} ${value} [${low}, ${high}]`,
  unknown: 'unknown',
  cost: (count: number) => replays(count),

  name: 'Who is it?',
  nameText: (proof: number) =>
    `You name one agent. The proof plays the ${proof} lost episodes once more with that agent as it was before it erred, the same random numbers, and counts as ${replays(proof)}.`,
  nameButton: (role: string) => `Name ${role}`,
  nameNobody: 'Name somebody',
  proving: 'Proving it…',

  right: (role: string) => `Right: it was ${role}.`,
  wrong: (named: string, culprit: string) => `It was not ${named}, but ${culprit}.`,
  proof: (saved: number, of: number, named: string) => `With ${named} as it was before, ${saved} of these ${of} episodes are won.`,
  spent: (count: number) => `This case cost ${replays(count)}.`,
  uncovered: 'What was said',
  columns: { episode: 'Episode', said: 'Messages', struck: 'The fault struck', saved: 'Won in the proof' },
  yes: 'yes',
  no: 'no',
  next: (number: number) => `Case ${number}`,
  elsewise: 'What would a fixed strategy have said of this case?',
  elsewiseText:
    'It asks one tool all that can be asked with it, four continuations each, and names the agent that the answers speak against most. It is played now, in this tab.',
  strategySaid: (strategy: string, role: string, right: boolean, count: number) =>
    `${strategy}: ${role}, ${right ? 'right' : 'wrong'}, for ${replays(count)}.`,

  score: 'The score',
  scoreText: (cases: number) =>
    `Right blames per 100 replays, those of the proof included. Corrected for guessing, a wrong name takes off 1 / (agents − 1), so that naming at random has 0 on average. The fixed strategies were measured on the first ${cases} cases.`,
  scoreColumns: { who: 'Who', right: 'Right', replays: 'Replays a case', rate: 'Right per 100 replays', corrected: 'Corrected' },
  you: 'You',
  nothingYet: 'No case closed yet',
  strategies: {
    guess: 'A guess',
    again: 'Every message said again',
    value: 'Tree values of every message',
    difference: 'Difference rewards of every message',
    coma: 'COMA',
    shapley: 'Shapley shares',
  },
  rightOf: (right: number, cases: number) => `${right} of ${cases}`,
  oneOf: (agents: number) => `1 of ${agents}`,
  noScores: 'What the fixed strategies got could not be fetched.',
  notKept: 'This browser keeps nothing: your cases last as long as the page.',
  again: 'Begin this challenge anew',
  againSure: 'Forget its cases and begin with the first?',
  forget: 'Forget them',
  keep: 'Keep them',
} as const);
