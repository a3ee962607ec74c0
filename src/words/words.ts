/** The catalogue in use: the one place where a language is chosen. */
import { en, type Catalogue } from './en/en.ts';

export const text: Catalogue = en;
