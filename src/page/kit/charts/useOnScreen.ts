/** Whether an element is in view, or nearly: what nobody sees need not be drawn four times a second. */
import { useEffect, useState } from 'react';

/** How far outside the view an element already counts as seen, so that scrolling finds it drawn. */
const MARGIN = '150px';

/** Give the first to the element as its `ref`; the second tells whether it is in view. */
export function useOnScreen<T extends Element>(): [(element: T | null) => void, boolean] {
  const [element, setElement] = useState<T | null>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), { rootMargin: MARGIN });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, seen];
}
