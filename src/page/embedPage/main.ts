/**
 * The credit explorable alone, for pages of other people: `embed.html`, bundled by `scripts/page/embedPage.ts`. It keeps nothing, fetches nothing and
 * runs no code of anybody's, so it asks for nothing either. `?lang=zh` makes it Chinese.
 */
import './spoken.ts';
import './embed.css';
import { creditFigure } from '../kit/explorables/creditFigure.ts';
import { guarded } from '../kit/plain/guarded.ts';
import { explorablesText } from '../../words/words.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');
const scheme = (): void => {
  document.documentElement.dataset['mantineColorScheme'] = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', scheme);
scheme();
document.title = explorablesText.credit.title;
document.querySelector('main')?.replaceChildren(guarded(() => creditFigure({ tell: () => undefined, embed: null })));
