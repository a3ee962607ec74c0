/** The address of what lies beside the page, for its workers: built, these lie in `assets/` there; served from their sources, anywhere below the root. */
export function besidePage(path: string): string {
  const base = import.meta.env.BASE_URL;
  return new URL(`${base === './' ? '../' : base}${path}`, globalThis.location.href).href;
}
