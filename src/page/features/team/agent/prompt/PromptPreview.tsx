/**
 * What the agent would be given to read, token by token: which of it is scaffold and which it samples, whose text it is, and
 * how much of the base's context it takes. Others' words are examples, and say where they come from.
 */
import { ActionIcon, Group, Loader, SegmentedControl, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import type { ExampleChoice } from '../../../../state/prompts/promptPreview.ts';
import { type PromptPreview as Preview, usePreview } from '../../../../state/prompts/promptPreview.ts';
import { useDocument } from '../../../../state/document/document.ts';
import { agentEditorText } from '../../../../../words/words.ts';
import styles from '../agent.module.css';
import { ContextBar } from './ContextBar.tsx';
import { agentEditorStore, useAgentEditor } from './editorState.ts';
import { PreviewTokens } from './PreviewTokens.tsx';
import { fillOf, promptAt } from './previewModel.ts';
import { type Examples, useExamples } from './useExamples.ts';
import { usePromptPreview } from './usePromptPreview.ts';
import { Said } from '../../../../kit/help/DocLink.tsx';
import { sentencesOf } from '../../../../../core/faults.ts';

const words = agentEditorText.preview;
const { set } = agentEditorStore.getState();

interface RoleProps {
  readonly role: string;
}

export const PromptPreview = memo(function PromptPreview({ role }: RoleProps) {
  const open = useAgentEditor((state) => state.preview);
  return (
    <section className={styles.preview} aria-label={words.title}>
      <UnstyledButton className={styles.fold} aria-expanded={open} onClick={() => set({ preview: !open })}>
        <IconChevronDown size={14} aria-hidden style={{ transform: open ? undefined : 'rotate(-90deg)' }} />
        <Text span size="xs" fw={500}>
          {words.title}
        </Text>
        <Text span size="xs" c="dimmed" lh={1.3}>
          {words.help}
        </Text>
      </UnstyledButton>
      {open && <Open role={role} />}
    </section>
  );
});

function Open({ role }: RoleProps) {
  const examples = useExamples();
  const wished = useAgentEditor((state) => state.source);
  const at = useAgentEditor((state) => state.at);
  const source = examples ? wished : 'demonstrated';
  const example = useMemo((): ExampleChoice => {
    const record = source === 'recorded' ? examples?.episodes[Math.min(at, examples.episodes.length - 1)] : undefined;
    return record && examples ? { kind: 'recorded', record, ranWith: examples.ranWith } : { kind: 'demonstrated', index: at };
  }, [source, examples, at]);
  usePromptPreview(role, example);

  const fault = usePreview((state) => state.fault);
  const busy = usePreview((state) => state.busy);
  // Another agent's preview is none of this one's.
  const preview = usePreview((state) => (state.shown?.wish.role === role ? state.shown.preview : null));
  return (
    <Stack gap={6} p={8} pt={2}>
      <Controls examples={examples} example={example} problems={preview?.problems ?? 'unlimited'} busy={busy} />
      {fault ? (
        <Text size="xs" role="status">
          <Said>{sentencesOf(fault)}</Said>
        </Text>
      ) : (
        preview && <Shown role={role} preview={preview} stale={busy} />
      )}
    </Stack>
  );
}

interface ControlsProps {
  readonly examples: Examples | null;
  readonly example: ExampleChoice;
  readonly problems: number | 'unlimited';
  readonly busy: boolean;
}

function Controls({ examples, example, problems, busy }: ControlsProps) {
  const at = useAgentEditor((state) => state.at);
  const { episodes } = examples ?? { episodes: [] };
  const recorded = example.kind === 'recorded';
  const count = recorded ? episodes.length : problems;
  const last = count === 'unlimited' ? Infinity : count - 1;
  const index = Math.min(at, last);
  return (
    <Group gap="4px 12px">
      <Group gap={6} wrap="nowrap">
        <Text size="xs" c="dimmed" id="preview-example">
          {words.example}
        </Text>
        <Tooltip label={words.noRecorded} disabled={examples !== null}>
          <SegmentedControl
            size="xs"
            aria-labelledby="preview-example"
            value={example.kind}
            data={[
              { value: 'recorded' as const, label: words.exampleKinds.recorded, disabled: examples === null },
              { value: 'demonstrated' as const, label: words.exampleKinds.demonstrated },
            ]}
            onChange={(source) => set({ source, at: 0 })}
          />
        </Tooltip>
      </Group>
      <Stepper
        label={
          recorded
            ? (examples?.earlier ? words.earlierEpisode : words.episode)(example.record.episode, example.record.iteration)
            : words.problem(example.index)
        }
        back={words.previousProblem}
        forward={words.nextProblem}
        at={index}
        last={last}
        onMove={(next) => set({ at: next })}
      />
      {busy && <Loader size={12} role="img" aria-label={words.composing} />}
    </Group>
  );
}

interface StepperProps {
  readonly label: string;
  readonly back: string;
  readonly forward: string;
  readonly at: number;
  readonly last: number;
  readonly onMove: (at: number) => void;
}

function Stepper({ label, back, forward, at, last, onMove }: StepperProps) {
  return (
    <Group gap={2} wrap="nowrap">
      <Tooltip label={back}>
        <ActionIcon size={20} aria-label={back} disabled={at <= 0} onClick={() => onMove(at - 1)}>
          <IconChevronLeft size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Text size="xs" className="tabular" aria-live="polite">
        {label}
      </Text>
      <Tooltip label={forward}>
        <ActionIcon size={20} aria-label={forward} disabled={at >= last} onClick={() => onMove(at + 1)}>
          <IconChevronRight size={14} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Shown({ role, preview, stale }: RoleProps & { readonly preview: Preview; readonly stale: boolean }) {
  const wished = useAgentEditor((state) => state.message);
  const orchestration = useDocument((state) => state.document.team.orchestration);
  const found = promptAt(preview, wished);
  if (!found) {
    return (
      <Text size="xs" role="status">
        {words.silent[orchestration]}
      </Text>
    );
  }
  const { prompt, at } = found;
  const count = preview.prompts.length;
  return (
    <Stack gap={6} className={styles.shown} data-stale={stale}>
      {count > 1 && (
        <Stepper
          label={words.message(at + 1, count, prompt.turn)}
          back={words.previousMessage}
          forward={words.nextMessage}
          at={at}
          last={count - 1}
          onMove={(message) => set({ message })}
        />
      )}
      {preview.fits === false && (
        <Text size="xs" role="status">
          {words.otherProblem}
        </Text>
      )}
      <ContextBar fill={fillOf(preview, prompt)} segments={prompt.segments} role={role} />
      <PreviewTokens prompt={prompt} role={role} />
    </Stack>
  );
}
