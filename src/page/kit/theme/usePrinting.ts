/** Whether the page is being printed: then it is drawn as on paper, light, whatever it looks like on the screen. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const { dataset } = document.documentElement;
    const media = matchMedia('print');
    let before: string | null = null;
    // The page is taken as it is when this returns. What is drawn on a canvas reads its colours as it is drawn: they change first.
    const begin = (): void => {
      if (before !== null) return;
      before = dataset['mantineColorScheme'] ?? 'light';
      dataset['mantineColorScheme'] = 'light';
      flushSync(() => setPrinting(true));
    };
    const end = (): void => {
      if (before === null) return;
      dataset['mantineColorScheme'] = before;
      before = null;
      flushSync(() => setPrinting(false));
    };
    const change = (): void => (media.matches ? begin() : end());
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    media.addEventListener('change', change);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
      media.removeEventListener('change', change);
    };
  }, []);
  return printing;
}
