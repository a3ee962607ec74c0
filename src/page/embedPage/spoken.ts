/** The language that the address asks for (`embed.html?lang=zh`), before any words are loaded; English where it asks for none. */
import { LANG, languageSpoken, speak } from '../../words/forms/language.ts';
import { explorablesZh } from '../../words/zh/learn/explorables.ts';
import { stoppedZh } from '../../words/zh/shell/stopped.ts';
import { languageOf } from '../state/language/languageOf.ts';

if (languageOf(new URL(window.location.href).searchParams.get('lang')) === 'zh')
  speak({ language: 'zh', catalogues: { 'learn/explorables': explorablesZh, 'shell/stopped': stoppedZh }, faults: {} });
document.documentElement.lang = LANG[languageSpoken()];
