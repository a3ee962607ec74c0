/**
 * The one place where a language is chosen. Catalogues are English as they are written; a translation that is spoken before they
 * are loaded takes their place, so whoever reads one never asks which it is. The page loads what it needs to be spoken first
 * (`page/main.ts`); the terminal and workers speak English.
 */

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As HTML's `lang` names them. */
export const LANG: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };

/** How dates are written. */
export const DATES: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };

/** What a person who speaks it calls it, and is offered, wherever the page speaks another. */
export const OWN_NAMES: Readonly<Record<Language, { readonly name: string; readonly offer: string }>> = {
  en: { name: 'English', offer: 'Show the page in English' },
  zh: { name: '中文', offer: '用中文显示页面' },
};

export interface Translation {
  readonly language: Language;
  /**
   * Catalogues by the name they are asked for with; a function where parts are those of the English one, which must not be loaded
   * before there is a translation to take its place.
   */
  readonly catalogues: Readonly<Record<string, object | ((english: never) => object)>>;
  /** Sentences of faults by code, each from the values the fault names. */
  readonly faults: Readonly<Record<string, FaultSentence>>;
}

type FaultSentence = (values: never) => { readonly message: string; readonly hint?: string };

let translation: Translation = { language: 'en', catalogues: {}, faults: {} };

/** Takes a translation for every catalogue that is loaded from now on. */
export function speak(chosen: Translation): void {
  translation = chosen;
}

export const languageSpoken = (): Language => translation.language;

/** English catalogues by what takes their place. */
const originals = new WeakMap<object, object>();

/** A catalogue in the language that is spoken. `name`: its file below `words/en`, without its ending. */
export function spoken<T extends object>(name: string, english: T): T {
  const translated = Object.hasOwn(translation.catalogues, name) ? translation.catalogues[name] : undefined;
  const chosen = ((typeof translated === 'function' ? translated(english as never) : translated) as T | undefined) ?? english;
  originals.set(chosen, english);
  return chosen;
}

/** A catalogue in English, whatever is spoken: what files and logs keep. */
export const original = <T extends object>(catalogue: T): T => (originals.get(catalogue) as T | undefined) ?? catalogue;

let rewording = (english: string): string => english;

/** Takes what words sentences anew that come in English; the page has none while it speaks English. */
export function rewordWith(reword: typeof rewording): void {
  rewording = reword;
}

/** A sentence that was worded elsewhere, in a run's folder or a worker, in the language that is spoken; as it is where it is not known. */
export const reworded = (english: string): string => rewording(english);

/** How a fault is worded in a language that is not English, or nothing. */
export const faultSentence = (code: string): FaultSentence | undefined =>
  Object.hasOwn(translation.faults, code) ? translation.faults[code] : undefined;

/** How what a run says of itself is worded in a language that is not English, or nothing: by the session and by the page. */
export function noticeSentence(code: string): ((values: never) => string) | undefined {
  for (const name of ['runs/notices', 'runs/pageNotices']) {
    const notices = translation.catalogues[name];
    if (notices && Object.hasOwn(notices, code)) return (notices as Readonly<Record<string, (values: never) => string>>)[code];
  }
  return undefined;
}
