/**
 * Edit and replay: something about a message is changed, what follows is played many times with the change and without, and
 * what that did to the return is kept as a branch of the run, which can be edited again.
 */
import { useEffect } from 'react';
import { branchTree } from '../../../core/counterfactual/branches.ts';
import { branchesStore, useBranches } from '../../state/branches/branches.ts';
import { useCursor } from '../../state/address/cursor.ts';
import { useReplay } from './replay.ts';
import { sourceEpisode } from './model.ts';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { replayText as words } from '../../../words/words.ts';
import { BranchResult } from './BranchResult.tsx';
import { BranchTree } from './BranchTree.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import styles from './replay.module.css';

const NONE: readonly never[] = [];

export function ReplayView({ run, iteration, episode }: ViewProps) {
  const read = useBranches((state) => state.runs[run.id]);
  const branches = read ?? NONE;
  const fault = useBranches((state) => state.fault);
  // Read again where they were let go of meanwhile.
  useEffect(() => void branchesStore.getState().load(run.id), [run.id, read]);

  const tree = branchTree(branches, { iteration, episode: episode.episode });
  const isHere = (id: string | null | undefined) => tree.some(({ branch }) => branch.id === id);
  // Another episode has other branches.
  const chosen = useReplay((state) => state.shown);
  const wanted = useReplay((state) => state.source);
  const shown = tree.find(({ branch }) => branch.id === chosen)?.branch ?? null;
  const source = isHere(wanted?.id) ? wanted : null;
  const edited = sourceEpisode(branches, episode, source) ?? episode;
  const parent = shown && sourceEpisode(branches, episode, shown.parent);

  const pointed = useCursor((cursor) => (cursor.episode === null || cursor.episode === episode.episode ? cursor.message : null));
  const message = Math.min(pointed ?? 0, edited.messages.length - 1);
  const about = { runId: run.id, iteration, episode: episode.episode, source, message };

  return (
    <section className={styles.view} aria-label={words.title}>
      <div className={styles.columns}>
        <BranchTree run={run} episode={episode} tree={tree} shown={shown?.id ?? null} />
        <div className={styles.main}>
          {fault && <FaultList faults={[fault]} onClose={() => branchesStore.getState().closeFault()} />}
          <ChangeForm run={run} recording={episode} episode={edited} branches={branches} about={about} />
          {shown && parent && <BranchResult key={shown.id} run={run} branch={shown} source={parent} />}
        </div>
      </div>
    </section>
  );
}
