/**
 * Agents with clocks: how long a message takes. MARFT's agents are asynchronous in that the joint step is serialised along 𝒟 (Liao et al.
 * 2025, arXiv 2504.16129); it has no time. This is the workbench's extension: a message takes what a server takes to generate it,
 * TTFT + TPOT · (tokens − 1), the usual measures of LLM serving (DistServe, Zhong et al. 2024, arXiv 2401.09670). Time is simulated,
 * so that the same numbers give the same times on any machine. Who starts when is said in `starts.ts`.
 */

/** When a message begins and how fast it is said; all in seconds. */
export interface Timing {
  readonly started: number;
  /** From there to its first token. */
  readonly first: number;
  /** From one token to the next. */
  readonly each: number;
  /** When somebody who waits for it interrupts it; Infinity for never. */
  readonly until: number;
}

/** When a message of `tokens` (at least 1) that nobody interrupts has arrived. */
export const arrival = ({ started, first, each }: Timing, tokens: number): number => started + first + each * (tokens - 1);

/** How many of at most `most` tokens arrive before the message is interrupted; 0 where not even the first does. */
export function tokensInTime(timing: Timing, most: number): number {
  if (arrival(timing, most) <= timing.until) return most;
  if (arrival(timing, 1) > timing.until) return 0;
  // Counted down from a quotient that may be rounded either way.
  let tokens = Math.min(most, Math.ceil((timing.until - timing.started - timing.first) / timing.each) + 1);
  while (arrival(timing, tokens) > timing.until) tokens -= 1;
  return tokens;
}
