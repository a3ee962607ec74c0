/** What an agent saw and said in one episode, in full, with its numbers, and the way to the whole episode. */
import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { cursorStore } from '../../../state/address/cursor.ts';
import type { Exchange, SeenPart } from '../model/exchanges.ts';
import type { AgentSparks } from '../model/sparklines.ts';
import { formatNumber } from '../../../kit/figures/format.ts';
import { COLON, inspectText, teamText } from '../../../../words/words.ts';
import { SparkPath, sparkEntries } from './Sparks.tsx';
import styles from '../team.module.css';

const words = teamText.exchange;

interface Props {
  readonly exchange: Exchange;
  readonly sparks: AgentSparks | null;
}

export function ExchangeView({ exchange, sparks }: Props) {
  const { iteration, episode, turn, saw, said, tokens } = exchange;
  return (
    <Stack gap={6}>
      <Group gap={8} justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {words.from(iteration, episode)} · {words.turn(turn)}
        </Text>
        <Button size="compact-xs" variant="default" flex="none" onClick={() => cursorStore.getState().move({ iteration, episode })}>
          {words.read}
        </Button>
      </Group>
      <ScrollArea.Autosize mah={220} type="auto">
        <Stack gap={4}>
          {saw.length === 0 && <Part name={words.saw} words={words.nothing} />}
          {saw.map((part, index) => (
            // Parts of one prompt have no identity but their order.
            <Part key={index} name={`${words.saw}${COLON}${sourceOf(part)}`} words={part.text || words.empty} />
          ))}
          <Part name={`${words.said} · ${words.tokens(tokens)}`} words={said || words.empty} strong />
        </Stack>
      </ScrollArea.Autosize>
      {sparks && (
        <Group gap={12}>
          {sparkEntries(sparks).map(([name, spark]) => (
            <Group key={spark.metric} gap={4} wrap="nowrap" className={styles.spark}>
              <span>{name}</span>
              <SparkPath spark={spark} />
              <span className="tabular">{formatNumber(spark.last)}</span>
            </Group>
          ))}
        </Group>
      )}
    </Stack>
  );
}

function sourceOf({ source, role }: SeenPart): string {
  return source === 'message' ? words.message(role ?? '') : inspectText.message.sources[source];
}

function Part({ name, words: said, strong = false }: { readonly name: string; readonly words: string; readonly strong?: boolean }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text size="xs" ff="monospace" fw={strong ? 600 : 400} c="var(--ink)" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {said}
      </Text>
    </div>
  );
}
