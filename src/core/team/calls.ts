/**
 * How an orchestrator says who speaks next: the protocol of R3 (marft-spec §12.6).
 * `<done/>` anywhere ends the turn and has priority; otherwise the first `<call>name</call>` hands over to that agent.
 */

export type Routing = { readonly kind: 'done' } | { readonly kind: 'call'; readonly name: string } | { readonly kind: 'no_tag' };

const DONE = /<done\s*\/?>/i;
/** Letters of any script, as Python's `\w`: a name that nobody has is a mistake, not a call to be overlooked. */
const CALL = /<call>\s*([\p{L}\p{N}_-]+)\s*<\/call>/iu;

/** What a message of the orchestrator asks for. Tags may be in any case; the name is taken as it is written. */
export function parseRouting(text: string): Routing {
  if (DONE.test(text)) return { kind: 'done' };
  const name = CALL.exec(text)?.[1];
  return name === undefined ? { kind: 'no_tag' } : { kind: 'call', name };
}
