import { describe, expect, it } from 'vitest';
import { chooseLanguage } from '../../../../../src/page/state/language/language.ts';
import { languageOf } from '../../../../../src/page/state/language/languageOf.ts';

const at = (search: string) => new URL(`https://example.org/marft/${search}#place=learn`);

describe('the language of the page', () => {
  it.each([
    ['what the address says comes first', '?lang=zh', 'en', 'en-GB', 'zh'],
    ['in either direction', '?lang=en', 'zh', 'zh-CN', 'en'],
    ['then what was chosen here', '', 'zh', 'en', 'zh'],
    ['then what the browser asks for', '', null, 'zh-TW', 'zh'],
    ['English where the browser asks for another', '', null, 'de', 'en'],
    ['English where nothing is known', '', null, undefined, 'en'],
    ['one that is not ours is passed over', '?lang=tlh', 'zh', 'en', 'zh'],
  ] as const)('%s', (_, search, stored, preferred, language) => {
    expect(chooseLanguage(at(search), stored, preferred)).toBe(language);
  });

  it('is known by the first part of its tag alone', () => {
    expect(['zh', 'zh-Hans-CN', 'ZH', 'zha', 'en', 'enm', ''].map(languageOf)).toEqual(['zh', 'zh', 'zh', null, 'en', null, null]);
  });
});
