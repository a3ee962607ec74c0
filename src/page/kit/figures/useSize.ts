/** The size of an element as it is laid out, without asking for a layout of one's own. */
import { useEffect, useState } from 'react';

/** Pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Give the first to the element as its `ref`; the second is its size in pixels, null until it is known. */
export function useSize<T extends Element>(): [(element: T | null) => void, Size | null] {
  const [element, setElement] = useState<T | null>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver((entries) => {
      const box = entries.at(-1)?.contentRect;
      if (box && box.width > 0 && box.height > 0) setSize({ width: box.width, height: box.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, size];
}
