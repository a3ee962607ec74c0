/** Why a warm start ended below its target, and what may help; numbers are written by the caller. */
import { spoken } from '../../forms/language.ts';

export const warmMissedEn = spoken('training/warmMissed', {
  earns: (reward: string, error: string, problems: number, target: number) =>
    `The team earns ${reward} ± ${error} (${problems} problems), less than the target of ${target}.`,
  mistakesShown: (reward: string, mistakes: string) =>
    `What it was shown earns ${reward} itself, since ${mistakes} of the messages are mistakes: a team that learnt all of it earns no more.`,
  hardlyLearnt: (first: string, last: string) => `Its loss has hardly fallen: ${first} → ${last} nats a token.`,
  byHeart: (trained: string, heldOut: string) =>
    `It has learnt its examples by heart: a loss of ${trained} nats a token on them, ${heldOut} on those that were kept back.`,
  stillLearning: (half: string, last: string) =>
    `It was still learning: its loss on messages that were kept back fell from ${half} to ${last} nats a token in the second half.`,
  wideTokens: (characters: string) =>
    `A token of its messages stands for ${characters} characters: where the problems are about single letters or digits, the tokenizer has swallowed them.`,
  /** `accuracy`: null where nothing was kept back. */
  unexplained: (accuracy: string | null, greedy: string) =>
    `What was measured does not tell why: ${accuracy === null ? '' : `a sampled token is the one shown in ${accuracy}, `}greedily the team earns ${greedy}.`,
  remedies: {
    fewerMistakes: 'Fewer mistakes.',
    lowerTarget: 'Or a target that it can reach.',
    largerRate: 'A larger learning rate.',
    newBase: 'Adapters alone can do little on a base that is far off.',
    moreEpisodes: 'More episodes to learn from.',
    fewerTokens: 'Or fewer tokens.',
    moreTokens: 'More tokens.',
    smallVocabulary: 'A vocabulary of little more than bytes.',
    widerBase: 'A wider base.',
  },
});
