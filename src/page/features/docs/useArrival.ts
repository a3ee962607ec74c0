/** Brings to view what a document was opened for: a heading, its beginning, or where it was left. */
import { type RefObject, useEffect } from 'react';
import type { OpenDoc } from '../../state/address/learnStore.ts';

/** How far each was scrolled when it was last on screen, pixels. */
const left = new Map<string, number>();

/** `ready`: whether the text is in `article`, whose first child is the document's title. */
export function useArrival(article: RefObject<HTMLElement | null>, doc: OpenDoc, ready: boolean): void {
  useEffect(() => {
    const text = article.current;
    if (!ready || !text) return undefined;
    const { id, at, again } = doc;
    const place = `${id}#${at ?? ''}`;
    const scroller = scrollerOf(text);
    const target = (at === null ? null : document.getElementById(`at-${at}`)) ?? text.querySelector<HTMLElement>('[tabindex="-1"]');
    const before = again ? left.get(place) : undefined;
    if (before === undefined) target?.scrollIntoView({ block: 'start' });
    else scroller.scrollTo(0, before);
    target?.focus({ preventScroll: true });
    const keep = (): void => void left.set(place, scroller.scrollTop);
    const heard = scroller === document.scrollingElement ? document : scroller;
    heard.addEventListener('scroll', keep, { passive: true });
    return () => heard.removeEventListener('scroll', keep);
  }, [article, doc, ready]);
}

/** What scrolls when the text does: a panel, or in narrow windows the page. */
function scrollerOf(text: Element): Element {
  for (let element = text.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight) return element;
  return document.scrollingElement ?? document.documentElement;
}
