/** Says of a box that scrolls sideways where there is more of it, as `data-more`: `start`, `end` or both. `page.css` fades those edges. */
import { useEffect, type RefObject } from 'react';

/** Less than this is rounding, pixels. */
const LEAST = 2;

/** Where there is more of a box than is seen; all in pixels. */
export function moreOf({ scrollLeft, scrollWidth, clientWidth }: Pick<Element, 'scrollLeft' | 'scrollWidth' | 'clientWidth'>): string {
  const before = scrollLeft > LEAST ? ['start'] : [];
  const after = scrollWidth - clientWidth - scrollLeft > LEAST ? ['end'] : [];
  return [...before, ...after].join(' ');
}

export function useMoreAside(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const say = (): void => {
      const more = moreOf(box);
      if (box.dataset['more'] !== more) box.dataset['more'] = more;
    };
    const sizes = new ResizeObserver(say);
    for (const part of [box, ...box.children]) sizes.observe(part);
    box.addEventListener('scroll', say, { passive: true });
    return () => {
      sizes.disconnect();
      box.removeEventListener('scroll', say);
    };
  }, [ref]);
}
