/** What the calls behind a moment printed, and what they cost; one that is slow is named with its share of the limit. */
import { Code, Text } from '@mantine/core';
import { TICK_BUDGET } from '../../../../core/environment/contract.ts';
import type { BenchCall } from '../../../../core/trial/stepping.ts';
import { COLON, benchText as words, COMMA } from '../../../../words/words.ts';

/** From this share of what a call may take on it is worth a sentence: training calls a hook thousands of times. */
const SLOW = 0.1;

export function ConsoleLines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={650}>
        {title}
      </Text>
      <Code block fz="xs" mah={120} style={{ overflow: 'auto' }} tabIndex={0}>
        {lines.join('\n')}
      </Code>
    </div>
  );
}

export function CostLines({ calls }: { readonly calls: readonly BenchCall[] }) {
  if (calls.length === 0) return null;
  const slow = calls.filter(({ ticks }) => ticks >= SLOW * TICK_BUDGET);
  return (
    <div>
      {slow.map(({ hook, turn, ticks }, index) => (
        <Text key={index} size="xs" role="note" fw={600}>
          {words.slow(hook, turn, formatTicks(ticks), Math.round((100 * ticks) / TICK_BUDGET))}
        </Text>
      ))}
      <Text size="xs" c="dimmed" className="tabular">
        {words.cost}
        {COLON}
        {words.ticks(calls.map(({ hook, ticks }) => words.call(hook, formatTicks(ticks))).join(COMMA))}
      </Text>
    </div>
  );
}

/** `6.1 million`, `12,300`. */
function formatTicks(ticks: number): string {
  return ticks >= 1e6 ? words.million((ticks / 1e6).toFixed(1)) : ticks.toLocaleString('en');
}
