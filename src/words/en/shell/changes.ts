/** What the page says of its own version and of what is new in it. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const changesEn = spoken('shell/changes', {
  title: 'What is new',
  version: (version: string, commit: string) => (commit ? `${version} · ${commit}` : version),
  about: 'This version, and what is new',
  some: (count: number) => plural(count, 'new change', 'new changes'),
  since: (version: string) => `Since your last visit here, which was to version ${version}.`,
  none: 'Nothing is new since your last visit here.',
  all: 'Show all changes',
  browser: 'This browser',
  complete: 'It has everything that the page uses.',
  /** By `kit/browser/lacks.ts`: what is missing, and what the page does then. */
  lacks: {
    webgpu: 'No WebGPU: training runs on WebAssembly.',
    sharedMemory:
      'No memory that workers share: small models lie in each worker once more, and those above 64 MB are computed on by one worker.',
    privateFiles: 'No private files: runs are not kept, and models of the Hub cannot be.',
    persist: 'No promise to keep: the browser may clear projects and runs when it needs room. Export what must last.',
    savePicker: 'No choice of a place for large exports: they go to the downloads, and are held by the browser until they are whole.',
    serviceWorker: 'No service worker: the page needs its host, and does not open without network.',
    idle: 'No word of when the browser is idle: what is fetched ahead is fetched after a fixed time.',
    localStorage: 'No storage: the project is kept only while this tab is open.',
  },
});
