/** How a prompt and the longest answer fill the base's context: as a sentence, and as a bar in the segments' colours. */
import { Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ShownPrompt } from '../../../../state/prompts/promptPreview.ts';
import { agentEditorText, CLAUSE } from '../../../../../words/words.ts';
import styles from '../agent.module.css';
import { type Fill, sourceLabel } from './previewModel.ts';
import { useSegmentColor } from './segmentColor.ts';

const words = agentEditorText.preview;

interface ContextBarProps {
  readonly fill: Fill;
  readonly segments: ShownPrompt['segments'];
  readonly role: string;
}

export function ContextBar({ fill: { tokens, context, room, over }, segments, role }: ContextBarProps) {
  const colorOf = useSegmentColor();
  const whole = Math.max(context, tokens + room);
  const width = (count: number): string => `${(100 * count) / whole}%`;
  return (
    <div>
      <Group gap={6} justify="space-between">
        <Text size="xs" className="tabular" fw={600}>
          {words.count(tokens, context, room)}
        </Text>
        {over > 0 && (
          <Group gap={4} wrap="nowrap" role="status" className={styles.warning}>
            <IconAlertTriangle size={13} aria-hidden />
            <Text size="xs">{words.tooMany(over)}</Text>
          </Group>
        )}
      </Group>
      <div className={styles.bar} data-over={over > 0} aria-hidden>
        {segments
          .filter(({ kind, start, end }) => kind === 'scaffold' && end > start)
          .map((segment) => (
            <span
              key={segment.start}
              title={`${sourceLabel(segment)}${CLAUSE}${words.tokens(segment.end - segment.start)}`}
              style={{ width: width(segment.end - segment.start), background: colorOf(segment) }}
            />
          ))}
        <span
          className={styles.room}
          title={words.room(room)}
          style={{ width: width(room), color: colorOf({ source: 'response', role }) }}
        />
      </div>
    </div>
  );
}
