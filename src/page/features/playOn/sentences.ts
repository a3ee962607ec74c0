/** What is said of what an imported run is played on with. Pure. */
import { baseNames } from '../../../core/document/bases.ts';
import { type PlayOn, type PlayOnCheck, RETELL_OBSTACLES } from '../../../core/formats/imports/playOn/playOn.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { GAP, PERCENT, playOnText as words } from '../../../words/words.ts';

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
  return words.with(parts);
}

const matchedSentence = ({ episodes: { matched, of } }: PlayOn): string =>
  words.matched(matched, of, `${formatNumber(of === 0 ? 0 : (100 * matched) / of)}${PERCENT}`);

export interface Sentence {
  readonly text: string;
  readonly warns: boolean;
}

/** All that is known of whether it fits, a sentence each, and which of them warn. */
export function fitSentences(playOn: PlayOn): Sentence[] {
  const { document, adapters, check } = playOn;
  const ours = baseNames(document);
  const theirs = (adapters?.trainedOn ?? []).map(lastPart);
  const other = theirs.filter((name) => !ours.map(lastPart).includes(name));
  return [
    { text: matchedSentence(playOn), warns: false },
    ...(other.length > 0 ? [{ text: words.otherBase([...new Set(other)], ours), warns: true }] : []),
    ...(check ? foundSentences(check) : [{ text: words.unchecked, warns: false }]),
  ];
}

const lastPart = (path: string): string => path.replace(/\/+$/, '').split('/').at(-1) ?? '';

function foundSentences(check: PlayOnCheck): Sentence[] {
  const { found } = words;
  const { told, of, obstacles, rewarded, same, prompts, samePrompts, encoded, messages, logprobs } = check;
  const plain = (text: string) => ({ text, warns: false });
  const counted = (good: number, all: number, text: string, unknown: string, bad: string) =>
    all === 0 ? plain(unknown) : good < all ? { text: `${text}${GAP}${bad}`, warns: true } : plain(text);
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
