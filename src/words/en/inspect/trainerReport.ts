/** What another trainer did to its tokens. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const trainerReportText = spoken('inspect/trainerReport', {
  tab: 'Trainer’s report',
  heading: 'What this trainer did to its tokens',
  intro: (episodes: number, messages: number, tokens: number) =>
    `Counted over ${plural(episodes, 'episode', 'episodes')}: ${plural(messages, 'message', 'messages')}, ${plural(tokens, 'token', 'tokens')}. What the files do not hold is unknown.`,
  noTokens: (episodes: number, messages: number) =>
    `Counted over ${plural(episodes, 'episode', 'episodes')}: ${plural(messages, 'message', 'messages')}. The files hold texts and no tokens: what is known of messages and groups is counted, the rest is unknown.`,
  scope: 'Which steps are counted',
  scopes: { step: 'This step', all: 'All steps' },
  step: (step: number) => `Step ${step}.`,
  counting: (done: number, of: number, episodes: number) =>
    `Counting: ${done} of ${plural(of, 'step', 'steps')}, ${plural(episodes, 'episode', 'episodes')} so far.`,
  counted: (steps: number) => `${plural(steps, 'step', 'steps')}.`,
  stopped: (steps: number, of: number) => `Stopped: the first ${steps} of ${plural(of, 'step', 'steps')}.`,
  failed: (steps: number) => `${plural(steps, 'step', 'steps')} could not be read and ${steps === 1 ? 'is' : 'are'} not in it.`,
  stop: 'Stop counting',
  needsTokens: 'Needs tokens.',
  unknown: 'unknown',
  of: (count: number, of: number) => `${count} of ${of}`,
  rows: {
    masked: { name: 'Tokens without loss', why: 'Needs a mask of the response.' },
    unpushed: { name: 'Tokens with loss and advantage 0', why: 'Needs advantages.' },
    untrained: { name: 'Tokens that were never trained', why: 'Needs a mask or advantages.' },
    maskedPushes: { name: 'Tokens without loss whose advantage is not 0', why: 'Needs a mask and advantages.' },
    otherSign: {
      name: 'Tokens pushed against the verdict of their group',
      why: 'Needs advantages, rewards and which episodes answer one problem.',
    },
    constant: { name: 'Messages with one advantage for all tokens', why: 'Needs advantages by token.' },
    withoutSpread: { name: 'Groups all of which were paid the same', why: 'Needs rewards, and which episodes answer one problem.' },
    centred: { name: 'Groups whose advantages sum to 0', why: 'Needs advantages, rewards and groups.' },
    scaled: { name: 'Of these, groups divided by their deviation', why: 'Needs groups whose advantages sum to 0.' },
    outsideClip: {
      name: 'Tokens whose ratio of trainer to sampler is beyond the clip',
      why: 'Needs log-probabilities of sampler and trainer.',
    },
    impossible: { name: 'Log-probabilities above 0, which cannot be', why: 'Needs log-probabilities.' },
  },
  lengths: {
    name: 'Messages whose arrays do not fit their tokens',
    first: (step: number, episode: number, message: number) => `the first in step ${step}, episode ${episode}, message ${message + 1}`,
  },
  clip: 'Clip ε',
  clipHelp: 'Ratios are held against 1 ± ε. The trainer’s own is not in its files.',
  mismatch: (mean: string, largest: string) =>
    `KL from sampler to trainer: ${mean} nats a token on average, the largest |log ratio| ${largest}.`,
  goTo: 'Go to that token',
  gae: {
    heading: 'GAE, recomputed beside what was recorded',
    ofAStep: 'GAE is recomputed for one step at a time: choose “This step”.',
    needs: 'Needs a critic’s value and an advantage for every token, and rewards.',
    help: 'γ and λ of the trainer are not in its files: set them as they were there.',
    gamma: 'γ',
    lambda: 'λ',
    chain: 'Credit runs along',
    chains: { team: 'the whole team’s messages', message: 'each message for itself' },
    says: (tokens: number, mean: string, largest: string) =>
      `${tokens} tokens: recorded and recomputed differ by ${mean} on average, by ${largest} at most.`,
    fit: (slope: string, offset: string, explained: string) =>
      `As a line: recorded ≈ ${slope} × recomputed ${offset}, which accounts for ${explained} % of their variance. Whitening alone would account for all of it.`,
    table: 'Where they differ most',
    columns: {
      episode: 'Episode',
      message: 'Message',
      token: 'Token',
      recorded: 'Recorded',
      recomputed: 'Recomputed',
      difference: 'Difference',
    },
  },
  csv: 'Save as CSV',
});
