/** Who earned the reward: Shapley values of the team's agents, by letting every coalition of them play the same problems. */
import { NothingAsked } from '../../kit/lab/NothingAsked.tsx';
import { Alert, Button, NumberInput, SegmentedControl, Select, Text } from '@mantine/core';
import { EXACT_PLAYERS, ABSENCES, type Absence } from '../../../core/credit/estimates.ts';
import { isOutdated, sharesStore, useShares } from './shares.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { Term } from '../../kit/help/Term.tsx';
import type { ViewProps } from '../../kit/tokens/view.ts';
import { AskBar } from '../../kit/lab/AskBar.tsx';
import { useVersions } from '../../kit/lab/useVersions.ts';
import { VersionSelect } from '../../kit/lab/VersionSelect.tsx';
import { labText, sharesText } from '../../../words/words.ts';
import styles from '../../kit/lab/answers.module.css';
import { SharesResultPart } from './SharesResultPart.tsx';

/** More would take hours on a machine without a graphics card. */
const MOST_PROBLEMS = 512;
const MOST_ORDERS = 400;

export function SharesView({ run }: ViewProps) {
  const result = useShares((state) => state.results[run.id]);
  const versions = useVersions(run);
  const outdated = result !== undefined && isOutdated(result, versions);
  return (
    <section className={styles.view} aria-label={sharesText.figure}>
      <Question run={run} versions={versions} />
      {result ? (
        <div className={styles.result} data-outdated={outdated || undefined}>
          {outdated && (
            <Alert color="orange" variant="outline" p="xs" role="status">
              <Text size="sm">{sharesText.outdated(versions?.at(-1) ?? 0)}</Text>
              <Button mt={6} size="compact-xs" variant="default" onClick={() => void sharesStore.getState().ask(run.id)}>
                {labText.again}
              </Button>
            </Alert>
          )}
          <SharesResultPart run={run} result={result} />
        </div>
      ) : (
        <NothingAsked title={sharesText.empty} hint={sharesText.emptyHint} />
      )}
    </section>
  );
}

function Question({ run, versions }: { readonly run: RunSet; readonly versions: readonly number[] | null }) {
  const form = useShares((state) => state.form);
  const asking = useShares((state) => state.asking.includes(run.id));
  const { set, ask } = sharesStore.getState();
  const agents = run.document.team.agents.length;
  const exact = agents <= EXACT_PLAYERS;
  // Without the empty and the full coalition, which all orders share.
  const coalitions = exact ? 2 ** agents : Math.min(2 ** agents, form.orders * (agents - 1) + 2);
  const spoken = versions && (form.version !== 'newest' && versions.includes(form.version) ? form.version : versions.at(-1));
  const untrained = spoken === 0 && form.absence === 'base' && !run.startedFrom && !run.playOn?.adapters;
  return (
    <>
      <div className={styles.form}>
        <Select
          w={120}
          label={sharesText.split}
          data={(['train', 'test'] as const).map((split) => ({ value: split, label: sharesText.splits[split] }))}
          value={form.split}
          onChange={(split) => set({ split: split === 'test' ? 'test' : 'train' })}
        />
        <NumberInput
          w={80}
          label={sharesText.problems}
          title={sharesText.problemsHelp}
          min={2}
          max={MOST_PROBLEMS}
          allowDecimal={false}
          value={form.problems}
          onChange={(problems) => typeof problems === 'number' && problems >= 2 && problems <= MOST_PROBLEMS && set({ problems })}
        />
        <div>
          <Text size="xs" fw={500} id="shares-absence">
            {sharesText.absence}
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="shares-absence"
            data={ABSENCES.map((absence) => ({ value: absence, label: sharesText.absences[absence] }))}
            value={form.absence}
            onChange={(absence) => set({ absence: absence as Absence })}
          />
        </div>
        {!exact && (
          <NumberInput
            w={110}
            label={sharesText.orders}
            title={sharesText.ordersHelp}
            min={4}
            max={MOST_ORDERS}
            step={2}
            allowDecimal={false}
            value={form.orders}
            onChange={(orders) => typeof orders === 'number' && orders >= 4 && orders <= MOST_ORDERS && set({ orders })}
          />
        )}
        {!run.playOn && (
          <VersionSelect
            versions={versions ?? []}
            automatic={{ value: 'newest', label: labText.newest(versions?.at(-1) ?? null) }}
            value={form.version}
            onChange={(version) => set({ version })}
          />
        )}
      </div>
      <Text size="xs" c="dimmed" className={styles.meaning}>
        {sharesText.meaning[form.absence]} <Term id="shapley" /> · <Term id="coalition" />
      </Text>
      {versions?.at(-1) === 0 && !run.playOn && (
        <Text size="xs" c="dimmed">
          {labText.onlyBegan}
        </Text>
      )}
      <AskBar
        start={sharesText.start}
        cost={sharesText.cost(coalitions, form.problems, exact)}
        refused={untrained ? (run.playOn ? sharesText.nothingBrought : sharesText.nothingTrained) : null}
        asking={asking}
        by={{ view: 'shares', runId: run.id }}
        onStart={() => void ask(run.id)}
      />
    </>
  );
}
