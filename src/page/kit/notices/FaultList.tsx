/** Faults where the person is looking: what happened, where, what to do next, and the detail behind it. */
import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type Fault, worded } from '../../../core/faults.ts';
import { text } from '../../../words/words.ts';
import { Said } from '../help/DocLink.tsx';

interface FaultListProps {
  readonly faults: readonly Fault[];
  readonly onClose?: (fault: Fault) => void;
  /** Something to do about them, shown below. */
  readonly action?: ReactNode;
  /** Only what happened, the rest folded away: of what stops nobody's work. */
  readonly brief?: boolean;
}

export function FaultList({ faults, onClose, action, brief = false }: FaultListProps) {
  if (faults.length === 0) return null;
  return (
    <Stack gap={6} role="alert" aria-label={text.fault.label}>
      {faults.map((fault, index) => (
        <Alert
          key={`${fault.code} ${fault.place?.subject ?? ''} ${index}`}
          role="note" // the list is announced as a whole
          color="red"
          variant="outline"
          p="xs"
          bg="var(--surface)"
          icon={<IconAlertTriangle size={16} aria-hidden />}
          withCloseButton={onClose !== undefined}
          closeButtonLabel={text.fault.close}
          onClose={() => onClose?.(fault)}
        >
          {brief ? <BriefText fault={fault} /> : <FaultText fault={fault} />}
        </Alert>
      ))}
      {action}
    </Stack>
  );
}

// Links are the workbench's own.
const said = (fault: Fault, words: string): ReactNode => (fault.by === undefined ? <Said>{words}</Said> : words);

function BriefText({ fault }: { readonly fault: Fault }) {
  return (
    <details>
      <Text component="summary" size="xs" c="var(--ink)" style={{ cursor: 'pointer' }}>
        {said(fault, worded(fault).message)}
      </Text>
      <FaultText fault={fault} rest />
    </details>
  );
}

/** `rest`: without what happened. */
function FaultText({ fault, rest = false }: { readonly fault: Fault; readonly rest?: boolean }) {
  const { message, hint } = worded(fault);
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {fault.by === 'environment' && (
        <Text size="xs" fw={600} c="var(--ink)">
          {text.fault.byEnvironment}
        </Text>
      )}
      {!rest && (
        <Text size="sm" c="var(--ink)">
          {said(fault, message)}
        </Text>
      )}
      {hint && (
        <Text size="xs" c="dimmed">
          {said(fault, hint)}
        </Text>
      )}
      <Group gap={8}>
        {fault.place?.line !== undefined && (
          <Text size="xs" fw={600} c="var(--ink)">
            {text.fault.line(fault.place.line, fault.place.column)}
          </Text>
        )}
        <Text size="xs" c="dimmed" ff="monospace">
          {fault.code}
        </Text>
      </Group>
      {fault.detail && (
        <details>
          <Text component="summary" size="xs" c="dimmed">
            {text.fault.details}
          </Text>
          <Code block fz="xs" mah={160} style={{ overflow: 'auto' }} tabIndex={0}>
            {fault.detail}
          </Code>
        </details>
      )}
    </Stack>
  );
}
