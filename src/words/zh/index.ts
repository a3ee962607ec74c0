/** All the page's words in Chinese. */
import type { Translation } from '../forms/language.ts';

export const translation: Translation = { language: 'zh', catalogues: {}, faults: {} };
