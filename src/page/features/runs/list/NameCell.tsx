/** A run's name in the table: its forks can be hidden, and it can be renamed where it stands. */
import { ActionIcon, Badge, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconGitFork } from '@tabler/icons-react';
import type { Row } from '@tanstack/react-table';
import { useRuns } from '../../../state/runs/runs.ts';
import { runsViewStore, useRunsView } from '../../../state/runsView/runsView.ts';
import { text } from '../../../../words/words.ts';
import type { features } from './columns.tsx';
import { type RunNode, runTitle } from './listed.ts';
import styles from './list.module.css';
import { labelRun } from './runActions.tsx';

const words = text.runs.list;

export function NameCell({ row }: { readonly row: Row<typeof features, RunNode> }) {
  const { run, forks } = row.original;
  const onScreen = useRuns((state) => state.current === run.id);
  const renaming = useRunsView((state) => state.renaming === run.id);
  const title = runTitle(run);
  const fork = run.parent && words.forkedAt(run.parent.iteration);
  return (
    <span className={styles.name} style={{ paddingLeft: row.depth * 18 }}>
      {forks.length > 0 ? (
        <ActionIcon
          size="xs"
          color="gray"
          tabIndex={-1}
          aria-label={row.getIsExpanded() ? words.collapse(title) : words.expand(title)}
          onClick={(event) => {
            event.stopPropagation();
            row.toggleExpanded();
          }}
        >
          {row.getIsExpanded() ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        </ActionIcon>
      ) : (
        <span className={styles.leaf} />
      )}
      {run.parent && <IconGitFork size={13} aria-label={fork ?? undefined} className={styles.fork} />}
      {renaming ? (
        <Rename id={run.id} title={title} />
      ) : (
        <span className={styles.title} title={title}>
          {title}
        </span>
      )}
      {onScreen && (
        <Badge size="xs" variant="outline" tt="none">
          {words.onScreen}
        </Badge>
      )}
    </span>
  );
}

function Rename({ id, title }: { readonly id: string; readonly title: string }) {
  const end = (name: string | null): void => {
    if (runsViewStore.getState().renaming !== id) return; // Escape, and then the blur that follows it
    runsViewStore.getState().set({ renaming: null });
    if (name !== null && name.trim() !== '' && name !== title) labelRun(id, { name: name.trim() });
    window.document.getElementById('runs-table')?.focus();
  };
  return (
    <TextInput
      size="xs"
      flex={1}
      aria-label={words.rename(title)}
      defaultValue={title}
      maxLength={200}
      autoFocus
      onFocus={({ currentTarget }) => currentTarget.select()}
      onClick={(event) => event.stopPropagation()}
      onBlur={({ currentTarget }) => end(currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Enter') end(event.currentTarget.value);
        if (event.key === 'Escape') end(null);
      }}
    />
  );
}
