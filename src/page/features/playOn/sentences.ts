/** What is said of what an imported run is played on with. Pure. */
import { baseNames } from '../../../core/document/bases.ts';
import { type PlayOn, type PlayOnCheck, RETELL_OBSTACLES } from '../../../core/formats/imports/playOn/playOn.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { playOnText as words } from '../../../words/words.ts';

/** All of it in one sentence: whatever is shown was played with that. */
export function statementOf({ document, team, adapters, project }: PlayOn): string {
  const without = adapters ? document.team.agents.map(({ role }) => role).filter((role) => !adapters.roles.includes(role)) : [];
  const parts = [
    words.environment(project, document.environment.file),
    words.bases(baseNames(document)),
    adapters ? words.adapters(adapters.from, adapters.after, adapters.roles) : words.baseAlone,
    ...(without.length > 0 ? [words.others(without)] : []),
    words.team[team],
  ];
  return `${words.with}: ${parts.join('; ')}.`;
}

export const matchedSentence = ({ episodes: { matched, of } }: PlayOn): string =>
  words.matched(matched, of, `${formatNumber(of === 0 ? 0 : (100 * matched) / of)} %`);

/** What was found, a sentence each, and which of them warn. */
export function foundSentences(check: PlayOnCheck): { readonly text: string; readonly warns: boolean }[] {
  const { found } = words;
  const { told, of, obstacles, rewarded, same, prompts, samePrompts, encoded, messages, logprobs } = check;
  const plain = (text: string) => ({ text, warns: false });
  const counted = (good: number, all: number, text: string, unknown: string, bad: string) =>
    all === 0 ? plain(unknown) : good < all ? { text: `${text} ${bad}`, warns: true } : plain(text);
  return [
    { text: found.told(told, of), warns: told < of },
    ...RETELL_OBSTACLES.flatMap((name) => {
      const count = obstacles[name];
      return count === undefined ? [] : [{ text: found.not(count, words.obstacles[name]), warns: true }];
    }),
    ...(told === 0
      ? []
      : [
          counted(same, rewarded, found.rewards(same, rewarded), found.noRewards, found.otherRewards),
          counted(samePrompts, prompts, found.prompts(samePrompts, prompts), found.noPrompts, found.otherPrompts),
          plain(found.encoded(encoded, messages)),
          plain(logprobs ? found.logprobs(formatNumber(logprobs.difference), logprobs.messages, logprobs.tokens) : found.noLogprobs),
        ]),
  ];
}
