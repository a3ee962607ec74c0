/** The branches of an episode: what each changes, and what that did to the return. */
import { ActionIcon, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconTrash } from '@tabler/icons-react';
import type { TreeBranch } from '../../../core/counterfactual/branches.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { branchesStore } from '../../state/branches/branches.ts';
import { replayStore } from './replay.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { replayText, text } from '../../../words/words.ts';
import { branchName } from './names.ts';
import styles from './replay.module.css';

const words = replayText.tree;

interface Props {
  readonly run: RunSet;
  readonly episode: EpisodeRecord;
  readonly tree: readonly TreeBranch[];
  readonly shown: string | null;
}

export function BranchTree({ run, episode, tree, shown }: Props) {
  const { show } = replayStore.getState();
  return (
    <nav className={styles.tree} aria-label={words.label}>
      <ul className={styles.branches}>
        <li>
          <UnstyledButton className={styles.branch} aria-current={shown === null} onClick={() => show(null)}>
            <span className={styles.branchName}>{words.recording}</span>
            <span className={styles.fact}>{words.reward(formatNumber(episode.reward))}</span>
          </UnstyledButton>
        </li>
        {tree.map(({ branch, depth }) => {
          const name = branchName(run.document, branch);
          return (
            <li key={branch.id} className={styles.row} style={{ paddingInlineStart: 12 * (depth + 1) }}>
              <UnstyledButton
                className={styles.branch}
                aria-current={branch.id === shown}
                aria-label={words.entry(name, formatSigned(branch.answer.difference))}
                onClick={() => show(branch.id)}
              >
                <span className={styles.branchName} title={name}>
                  {name}
                </span>
                {branch.parent && <span className={styles.fact}>{words.under(branch.parent.continuation)}</span>}
                <span className={styles.delta} data-sign={Math.sign(branch.answer.difference)}>
                  {formatSigned(branch.answer.difference)}
                </span>
              </UnstyledButton>
              <ActionIcon size="sm" variant="subtle" color="gray" aria-label={words.remove(name)} onClick={() => remove(run.id, branch.id)}>
                <IconTrash size={14} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {tree.length === 0 && (
        <Text size="xs" c="dimmed">
          {words.none}
        </Text>
      )}
    </nav>
  );
}

/** Deletes a branch with all that hang below it; a message offers to bring them back. */
function remove(runId: string, id: string): void {
  const gone = branchesStore.getState().remove(runId, id);
  const note = notifications.show({
    title: words.removed(gone.length),
    autoClose: 12_000,
    closeButtonProps: { 'aria-label': text.product.closeMessage },
    color: 'ink',
    message: (
      <Group justify="flex-end">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            notifications.hide(note);
            void branchesStore.getState().add(runId, gone);
          }}
        >
          {words.undo}
        </Button>
      </Group>
    ),
  });
}
