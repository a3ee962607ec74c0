/** Texts of the built-in environments and of the types that the editor shows, taken in by the bundler. */
import guestTypes from '../core/environment/guest.d.ts?raw';
import arithmetic from './arithmetic.env.ts?raw';
import arithmeticSix from './arithmetic-six.env.ts?raw';

const SOURCES: Readonly<Record<string, string>> = { arithmetic, 'arithmetic-six': arithmeticSix };

/** The TypeScript of a built-in environment, by id. */
export function environmentSource(id: string): string {
  const source = SOURCES[id];
  if (source === undefined) throw new Error(`no built-in environment is called ${id}`);
  return source;
}

/** The declarations of `marft/env`: a module's text, for the editor to serve as `node_modules/marft/env.d.ts`. */
export const GUEST_TYPES: string = guestTypes;
