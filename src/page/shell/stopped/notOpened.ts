/** The page where it could not be opened: fetched by its entry alone, before anything that has words. */
import { stoppedPage } from './stoppedPage.ts';

export function showNotOpened(error: unknown): void {
  document.querySelector('#root')?.replaceChildren(stoppedPage(error));
}
