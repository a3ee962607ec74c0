/** Languages by their tags. */
import type { Language } from '../../../words/forms/language.ts';

/** A language by its tag or the first part of it (“zh”, “zh-CN”), or nothing of ours. */
export function languageOf(tag: string | null | undefined): Language | null {
  if (/^zh\b/i.test(tag ?? '')) return 'zh';
  return /^en\b/i.test(tag ?? '') ? 'en' : null;
}
