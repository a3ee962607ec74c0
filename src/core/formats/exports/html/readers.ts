/** The pages that read a run's HTML file, by the language they speak: files beside the page. */
import type { Language } from '../../../../words/forms/language.ts';

export const READERS = { en: 'run-viewer.html', zh: 'run-viewer.zh.html' } as const satisfies Readonly<Record<Language, string>>;
