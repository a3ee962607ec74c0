/** Learn › Credit: one episode whose credit one moves by hand. */
import { languageSpoken } from '../../../words/words.ts';
import { happened } from '../../state/happenings/happenings.ts';
import { creditFigure } from '../../kit/explorables/creditFigure.ts';
import { Mounted } from './Mounted.tsx';

/** It speaks the language that the page does. */
const address = (): string =>
  new URL(languageSpoken() === 'en' ? 'embed.html' : `embed.html?lang=${languageSpoken()}`, document.baseURI).href;
const figure = (): HTMLElement => creditFigure({ tell: happened, embed: address() });

export const CreditPage = () => <Mounted make={figure} />;
