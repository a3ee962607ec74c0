/** A name from elsewhere as a role: made of what a role may be, like no role of `taken` whatever the case. */
import { roleFault } from './graph.ts';

export function legalRole(wish: string, taken: Iterable<{ readonly role: string }>): string {
  const roles = new Set(Array.from(taken, ({ role }) => role.toLowerCase()));
  let base = wish.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 32);
  if (!/^[A-Za-z]/.test(base)) base = `agent_${base}`.slice(0, 32);
  let role = base;
  for (let n = 2; roleFault(role) !== null || roles.has(role.toLowerCase()); n++) role = `${base.slice(0, 28)}_${n}`;
  return role;
}
