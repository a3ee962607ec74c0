/**
 * `?safe`: the page opens as at a first visit, whatever it kept. Nothing that is kept is read to be restored, and what would be written beside
 * it is forgotten with the tab; projects and runs stay in their databases, where a person may open them.
 */

const PARAMETER = 'safe';

const addressed = typeof window === 'undefined' ? null : new URL(window.location.href);

/** Whether the page was opened so. */
export const safeStart = addressed?.searchParams.has(PARAMETER) ?? false;

// Where the address leads, and what it brings, is not followed either: before anybody reads it.
if (addressed && safeStart) window.history.replaceState(null, '', addressed.pathname + addressed.search);

/** The address of the page, safe or as usual. */
export function addressOf(safe: boolean, from: string = window.location.href): string {
  const url = new URL(from);
  url.hash = '';
  if (safe) url.searchParams.set(PARAMETER, '');
  else url.searchParams.delete(PARAMETER);
  return url.pathname + url.search.replace(/=(?=&|$)/, '');
}
