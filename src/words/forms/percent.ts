import { languageSpoken } from './language.ts';

/** What stands behind a number that is per cent: Chinese sets it without a space. */
export const PERCENT = languageSpoken() === 'zh' ? '%' : ' %';
