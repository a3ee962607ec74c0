/** Chinese words of why a warm start ended below its target, and what may help. */
import type { warmMissedEn } from '../../en/training/warmMissed.ts';
import type { Translated } from '../../forms/translated.ts';

export const warmMissedZh: Translated<typeof warmMissedEn> = {
  earns: (reward, error, problems, target) => `团队挣得 ${reward} ± ${error}（${problems} 道题），低于目标 ${target}。`,
  mistakesShown: (reward, mistakes) => `给它看的示例自己就只挣得 ${reward}，因为 ${mistakes} 的消息是错的：全部学会的团队也不会挣得更多。`,
  hardlyLearnt: (first, last) => `它的损失几乎没有下降：每词元 ${first} → ${last} nat。`,
  byHeart: (trained, heldOut) => `它把示例背了下来：在示例上的损失是每词元 ${trained} nat，在留出的消息上是 ${heldOut}。`,
  stillLearning: (half, last) => `它还在学：后半程里，留出消息上的损失从每词元 ${half} nat 降到了 ${last}。`,
  wideTokens: (characters) => `它的消息里，一个词元代表 ${characters} 个字符：题目若问单个字母或数字，它们已经被分词器并进更大的词元里了。`,
  unexplained: (accuracy, greedy) =>
    `测到的数说不出原因：${accuracy === null ? '' : `采样的词元与示例相同的占 ${accuracy}，`}贪心解码时团队挣得 ${greedy}。`,
  remedies: {
    fewerMistakes: '少一些错误。',
    lowerTarget: '或者换一个它够得到的目标。',
    largerRate: '更大的学习率。',
    newBase: '基座模型差得太远时，单靠适配器做不了什么。',
    moreEpisodes: '更多可学的回合。',
    fewerTokens: '或者更少的词元。',
    moreTokens: '更多的词元。',
    smallVocabulary: '只比字节多一点的词表。',
    widerBase: '更宽的基座模型。',
  },
};
