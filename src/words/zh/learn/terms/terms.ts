/** Chinese words of the glossary: every entry, and what stands around them. */
import type { TermId, termsEn } from '../../../en/learn/terms/terms.ts';
import type { TermEntry } from '../../../en/learn/terms/works.ts';
import type { Translated } from '../../../forms/translated.ts';
import { creditTermsZh } from './credit.ts';
import { learningTermsZh } from './learning.ts';
import { practiceTermsZh } from './practice.ts';
import { teamTermsZh } from './team.ts';

const entries: Readonly<Record<TermId, TermEntry>> = { ...teamTermsZh, ...creditTermsZh, ...learningTermsZh, ...practiceTermsZh };

export const termsZh: Translated<typeof termsEn> = {
  entries,
  source: '出处',
  also: '又称',
  chinese: '中文名',
  used: '在页面上',
  chart: (title) => `图表「${title}」`,
  setting: (label) => `设置「${label}」`,
  agentField: (label) => `智能体的设置「${label}」`,
  inLessons: '在课里',
  inWords: (name) => `术语表里的「${name}」`,
  all: '全部术语',
  heading: '术语',
  search: '查找术语',
  searchPlaceholder: '术语、它的别称，或它的中文名',
  unknown: (id) => `这里没有术语「${id}」。`,
  none: '没有术语叫这个名字，无论在这里还是在这个领域的别处。',
  count: (count) => `${count} 个术语`,
};
