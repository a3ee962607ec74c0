/** Entry of the page: its language, and then the page. Words are chosen when they are loaded, so nothing that has some is loaded before. */
import { LANG, rewordWith, speak } from '../words/forms/language.ts';
import { chosenLanguage } from './state/language/language.ts';

const language = chosenLanguage();
if (language !== 'en') {
  speak((await import('../words/zh/index.ts')).translation);
  rewordWith((await import('../words/retold/retold.ts')).retold);
}
document.documentElement.lang = LANG[language];
await import('./page.tsx');
