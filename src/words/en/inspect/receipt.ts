/** English texts of the learning receipt: what an iteration's update did to the tokens it learnt from. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';

const tokens = (count: number) => plural(count, 'token', 'tokens');
const steps = (count: number) => plural(count, 'step', 'steps');

interface FateText {
  readonly name: string;
  readonly says: string;
}

const fates = table<FateText>()({
  reinforced: { name: 'reinforced', says: 'pushed up: the objective wanted them likelier' },
  weakened: { name: 'weakened', says: 'pushed down: the objective wanted them less likely' },
  clipped: { name: 'clipped', says: 'the clip took their gradient in every step' },
  zero_advantage: { name: 'as expected', says: 'their advantage was exactly 0, so there was nothing to push' },
  gated: { name: 'gated', says: 'the KL gate refused every step they were in' },
  undone: { name: 'taken back', says: 'pushed, but the KL gate took the steps back' },
  rolled_back: { name: 'rolled back', says: 'pushed, but afterwards the team went back to its best' },
  dropped: {
    name: 'dropped',
    says: 'the loss left them out (a weight’s cap, the M2 threshold, too little entropy), or their log-ratio was held at ±20',
  },
  masked: { name: 'masked', says: 'left out of the loss: a message that ran into its token limit, or a thought' },
  left_out: { name: 'left out', says: 'in no minibatch: the epochs ended early, or a compat switch dropped the remainder' },
  not_learner: { name: 'not their turn', says: 'another agent learnt in this iteration' },
  warm_up: { name: 'warm-up', says: 'only the critic learnt in this iteration' },
  frozen: { name: 'frozen', says: 'the agent’s adapter never learns' },
});

interface EndingSaid {
  readonly steps: number;
  readonly skipped: number;
  readonly undone: number;
  readonly reason: 'frozen' | 'warm_up' | 'not_learner' | 'gated' | 'undone' | 'rolled_back' | 'silent' | null;
}

/** Tokens pushed one way; `delta`: their mean Δ log π in nats. */
interface MovedSaid {
  readonly tokens: number;
  readonly delta: number | null;
}

/** Shares of the pushed tokens. */
interface WentSaid {
  readonly asPushed: number;
  readonly against: number;
  readonly still: number;
}

interface ReceiptSaid {
  readonly ending: EndingSaid;
  readonly up: MovedSaid;
  readonly down: MovedSaid;
  readonly still: MovedSaid;
  readonly went: WentSaid | null;
  readonly everClipped: number;
  /** It gained less than half of what its gradients predicted. */
  readonly fellShort: boolean;
}

/** `12 % more likely`, or how many times where that is more than twice. */
function likelier(times: number): string {
  if (times >= 2) return `${times >= 100 ? times.toExponential(1) : times.toPrecision(2)} times as likely`;
  const percent = Math.abs(times - 1) * 100;
  const written = percent >= 10 ? percent.toFixed(0) : percent >= 1 ? percent.toFixed(1) : percent.toPrecision(1);
  if (percent === 0) return 'exactly as likely as before';
  if (percent < 0.05) return 'as likely as before, apart from rounding';
  return `${written} % ${times > 1 ? 'more' : 'less'} likely`;
}

/** What happened to tokens pushed one way; empty where none was. */
function movedSentence(what: string, { tokens: count, delta }: MovedSaid, past: boolean): string {
  if (delta === null) return '';
  const had = past ? 'had become' : 'became';
  return `${plural(count, `${what} token`, `${what} tokens`)} ${had} ${likelier(Math.exp(delta))}${count === 1 ? '' : ' on average'}.`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

const wentSentence = ({ asPushed, against, still }: WentSaid): string =>
  `Of the pushed tokens ${percent(asPushed)} moved that way, ${percent(against)} the other way, ${percent(still)} hardly at all.`;

/** What the update did with an agent, first of all. */
function endingSentence(name: string, { steps: taken, skipped, undone, reason }: EndingSaid): string {
  switch (reason) {
    case 'frozen':
      return `${name} is frozen: its adapter never learns, so its tokens are exactly as likely as they were.`;
    case 'warm_up':
      return `In the critic’s warm-up only the critic learns; ${name} stayed as it was.`;
    case 'not_learner':
      return `Another agent learnt in this iteration; it was not ${name}’s turn.`;
    case 'gated':
      return `The KL gate refused ${skipped === 1 ? 'the only step' : `all ${skipped} steps`} of ${name}: it had already moved too far from what it played with.`;
    case 'undone':
      return `The KL gate took ${undone === 1 ? 'the step' : `the ${undone} steps`} of ${name} back: after them it was too far from what it played with. It is back to what it was before.`;
    case 'rolled_back':
      return `After this update the whole team went back to its best. What follows was measured before that.`;
    case 'silent':
      return `${name} said nothing in this iteration, so it had nothing to learn from.`;
    case null:
      return `${name} took ${plural(taken, 'optimiser step', 'optimiser steps')}${skipped > 0 ? `; the KL gate refused ${steps(skipped)} more` : ''}.`;
    default:
      return reason satisfies never;
  }
}

export const receiptText = spoken('inspect/receipt', {
  heading: 'Learning receipt',
  scope: 'Which tokens',
  scopes: {
    episode: (episode: number) => `Episode ${episode}`,
    iteration: (count: number) => `All ${plural(count, 'episode', 'episodes')}`,
  },
  /** Note on a saved figure; `episode` is null for the whole iteration. */
  note: (project: string, iteration: number, episode: number | null) =>
    `${project} · iteration ${iteration}${episode === null ? '' : ` · episode ${episode}`}`,
  /** What stands above the cards. */
  summary: (iteration: number, pushed: number, all: number, went: WentSaid | null) =>
    went === null
      ? `The update of iteration ${iteration} pushed none of these ${tokens(all)}.`
      : `The update of iteration ${iteration} pushed ${pushed} of these ${tokens(all)}. ${wentSentence(went)}`,
  stoppedEarly: 'Its epochs ended early, because the mean KL old → new had passed the limit.',
  none: {
    title: 'This iteration has no learning receipt',
    hint: 'It was recorded before updates logged what they did to each token. Train one iteration to get one.',
    step: 'Train one iteration',
  },
  agents: 'What the update did to each agent',
  ending: endingSentence,
  sentences: (receipt: ReceiptSaid): readonly string[] => {
    const past = receipt.ending.reason === 'undone' || receipt.ending.reason === 'rolled_back';
    const pushedAny = receipt.up.tokens + receipt.down.tokens > 0;
    return [
      movedSentence('reinforced', receipt.up, past),
      movedSentence('weakened', receipt.down, past),
      pushedAny ? movedSentence('other', receipt.still, past) : '',
      receipt.went ? wentSentence(receipt.went) : '',
      receipt.fellShort ? 'It gained less than half of what its gradients predicted: usually that means the steps were too long.' : '',
      receipt.everClipped > 0 ? `The clip took the gradient of ${tokens(receipt.everClipped)} in at least one step.` : '',
    ].filter(Boolean);
  },
  cosine: 'Cosine of push and change',
  gain: 'Gain on the objective',
  gains: (predicted: string, actual: string) => `predicted ${predicted}, actual ${actual}`,
  percent,
  fates,
  bars: {
    title: 'What became of the tokens',
    help: 'Every token has one fate. Two were pushed, reinforced or weakened; the others say what stopped the push.',
    part: (name: string, count: number, share: string) => `${name}: ${tokens(count)}, ${share}`,
    key: (name: string, count: number) => `${name} ${count}`,
    of: (agent: string, parts: readonly string[]) => `${agent}: ${parts.join('; ')}`,
    about: 'What the fates mean',
  },
  tokens: {
    title: (episode: number) => `Episode ${episode}, coloured by change of log-probability`,
    of: (agent: string) => `Tokens of ${agent} by change of log-probability`,
    token: (text: string, fate: string, delta: string) => `“${text}”, ${fate}, Δ log-prob ${delta}`,
    hint: 'Click a token, or move to one with Tab and the arrow keys, to see its numbers.',
    less: 'less likely',
    more: 'more likely',
    still: 'Nothing moved here, so nothing is coloured.',
  },
  scatter: {
    title: 'Push against change',
    x: 'push of the objective (−∂loss/∂log π)',
    y: 'Δ log-prob, nats',
    help: 'Each dot is a token that was pushed: to the right up, to the left down. Above the line it became likelier, below less likely. In the two shaded quarters a token moved the way it was pushed; elsewhere its neighbours, which share the weights, pushed harder. Click a dot to read its token; the arrow keys go from dot to dot.',
    summary: (points: number, went: WentSaid | null) => `Push against change of ${tokens(points)}. ${went ? wentSentence(went) : ''}`,
    none: 'No token was pushed, so there is nothing to draw.',
    hint: 'Point at a dot to see its token.',
    beyond: (count: number) => `${tokens(count)} beyond the edges ${count === 1 ? 'is' : 'are'} drawn on them.`,
    part: (drawn: number, all: number) => `An even sample of ${drawn} of the ${all} pushed tokens is drawn.`,
  },
  detail: {
    place: (agent: string, episode: number, token: number) => `${agent}, episode ${episode}, token ${token + 1}`,
    push: 'push',
    delta: 'Δ log-prob',
    before: 'log-prob before',
    after: 'after',
    advantage: 'advantage, normalised',
    clipped: (share: string) => `clipped in ${share} of its steps`,
    times: (times: number) => likelier(times),
  },
});
