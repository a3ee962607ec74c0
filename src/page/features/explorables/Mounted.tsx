/** A figure of plain elements among those of React. */
import { useEffect, useRef } from 'react';

/** `make` is called once, when it comes on screen. */
export function Mounted({ make }: { readonly make: () => HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = place;
    current?.replaceChildren(make());
    return () => current?.replaceChildren();
  }, [make]);
  return <div ref={place} data-stage="explorable" />;
}
