/** Learn › Credit: one episode whose credit one moves by hand. */
import { happened } from '../../state/happenings/happenings.ts';
import { creditFigure } from '../../kit/explorables/creditFigure.ts';
import { Mounted } from './Mounted.tsx';

const figure = (): HTMLElement => creditFigure({ tell: happened, embed: new URL('embed.html', document.baseURI).href });

export const CreditPage = () => <Mounted make={figure} />;
