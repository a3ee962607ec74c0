import { languageSpoken } from './language.ts';

/** What stands between the items of a list. */
export const comma = languageSpoken() === 'zh' ? '、' : ', ';
