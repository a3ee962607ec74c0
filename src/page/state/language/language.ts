/**
 * The language of the page: what its address says (`?lang=zh`), else what was chosen here, else Chinese where the browser asks for it before
 * anything else. Chosen once, before words are loaded: another one begins the page anew, and loses nothing, as a reload does.
 */
import { LANGUAGES, languageSpoken, type Language } from '../../../words/forms/language.ts';
import { languageOf } from './languageOf.ts';
import { browserStorage, STORAGE_KEYS } from '../storage/storage.ts';

const PARAMETER = 'lang';

export function chooseLanguage(address: URL, stored: string | null, preferred: string | undefined): Language {
  return languageOf(address.searchParams.get(PARAMETER)) ?? languageOf(stored) ?? languageOf(preferred) ?? 'en';
}

export const chosenLanguage = (): Language =>
  chooseLanguage(new URL(window.location.href), browserStorage.read(STORAGE_KEYS.language), navigator.language);

/** The page in that language, at the same place. A link that names a language keeps naming one. */
export function switchLanguage(to: Language): void {
  browserStorage.write(STORAGE_KEYS.language, to);
  const url = new URL(window.location.href);
  url.searchParams.set(PARAMETER, to);
  window.history.replaceState(null, '', url);
  window.location.reload();
}

/** What the page can be shown in besides. */
export const otherLanguage = (): Language => LANGUAGES.find((one) => one !== languageSpoken()) ?? 'en';
