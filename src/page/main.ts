/** Entry of the page: its language, and then the page. Words are chosen when they are loaded, so nothing that has some is loaded before. */
import { LANG, rewordWith, speak } from '../words/forms/language.ts';
import './kit/browser/trusted.ts';
import { chosenLanguage } from './state/language/language.ts';

async function open(): Promise<void> {
  const language = chosenLanguage();
  if (language !== 'en') {
    speak((await import('../words/zh/index.ts')).translation);
    rewordWith((await import('../words/retold/retold.ts')).retold);
  }
  document.documentElement.lang = LANG[language];
  await import('./page.tsx');
}

try {
  await open();
} catch (error) {
  console.error(error);
  // Before it was ever drawn: of what is drawn, its guards say so.
  const { showNotOpened } = await import('./shell/stopped/notOpened.ts');
  showNotOpened(error);
}
