/** The documents, each in the language of the page where there is a translation, and else in English. */
import { DOCS, type Doc } from 'virtual:docs';
import { languageSpoken } from '../../../words/words.ts';

export const docs: readonly Doc[] = DOCS.filter(({ language }) => language === 'en').map(
  (doc) => DOCS.find(({ id, language }) => id === doc.id && language === languageSpoken()) ?? doc,
);
