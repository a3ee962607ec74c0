/** The documents, each in the language of the page where there is a translation, and else in English. */
import { DOCS, type Doc } from 'virtual:docs';
import { languageSpoken, text } from '../../../words/words.ts';

export const isTranslated = ({ language }: Doc): boolean => language === languageSpoken();

export const docs: readonly Doc[] = DOCS.filter(({ language }) => language === 'en').map(
  (doc) => DOCS.find((other) => other.id === doc.id && isTranslated(other)) ?? doc,
);

/** A document's title where it is offered: whoever follows it is told before if it is in another language than the page. */
export const offered = (doc: Doc): string => (isTranslated(doc) ? doc.title : `${doc.title}${text.docInEnglish}`);
