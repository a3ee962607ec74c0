/** A run as one HTML file: which of its episodes can be read in it. */
import { Button, Group, MultiSelect, Radio, Stack, Text } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import type { EpisodeChoice } from '../../../../core/formats/exports/html/choice.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { libraryStore } from '../../../state/library/library.ts';
import { episodeRead } from '../../../state/reading/reader.ts';
import { readableIterations } from '../../../state/runs/keep.ts';
import { currentRun, runsStore, useRuns } from '../../../state/runs/runs.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { runPageText as words, text } from '../../../../words/words.ts';
import { downloadRunPage } from './downloadRunPage.ts';

type Which = 'open' | 'extremes' | 'all' | 'none';

export function RunPageDialogue({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const run = useRuns((state) => state.runs[id]);
  useEffect(() => {
    // A run of the list may be known by its card alone.
    if (!run)
      void withFaultNotice(words.failed, async () => {
        await libraryStore.getState().load(id);
      });
  }, [id, run]);
  return run ? <Choice run={run} onClose={onClose} /> : null;
}

function Choice({ run, onClose }: { readonly run: RunSet; readonly onClose: () => void }) {
  const iterations = useMemo(() => readableIterations(run).toReversed(), [run]);
  const open = useMemo(() => (currentRun(runsStore.getState())?.id === run.id ? episodeRead() : null), [run.id]);
  const [which, setWhich] = useState<Which>(iterations.length > 0 ? 'extremes' : 'none');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [done, setDone] = useState<number | null>(null);
  const some = iterations.filter((iteration) => chosen.length === 0 || chosen.includes(String(iteration)));
  const choice: EpisodeChoice =
    which === 'open' && open
      ? { iterations: [open.iteration], which: [open] }
      : { iterations: which === 'none' ? [] : some, which: which === 'all' ? 'all' : 'extremes' };

  const save = (): void => {
    setDone(0);
    void withFaultNotice(words.failed, async () => {
      const { file, bytes, readable } = await downloadRunPage(run, choice, setDone);
      notifyDone(text.runs.actions.exportTitle, words.saved(file, formatBytes(bytes), readable));
      onClose();
    }).finally(() => setDone(null));
  };
  const offered: readonly Which[] = iterations.length === 0 ? ['none'] : [...(open ? (['open'] as const) : []), 'extremes', 'all', 'none'];
  return (
    <Stack gap="sm">
      <Text size="sm">{words.what}</Text>
      {iterations.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noneKept}
        </Text>
      )}
      <Radio.Group label={words.which} value={which} onChange={(value) => setWhich(offered.find((each) => each === value) ?? which)}>
        <Stack gap={6} mt={4}>
          {offered.map((each) => (
            <Radio
              key={each}
              size="xs"
              value={each}
              label={each === 'open' ? words.choices.open.name(open?.iteration ?? 0, open?.episode ?? 0) : words.choices[each].name}
              description={words.choices[each].what}
            />
          ))}
        </Stack>
      </Radio.Group>
      {(which === 'extremes' || which === 'all') && (
        <MultiSelect
          label={words.whichIterations}
          placeholder={chosen.length === 0 ? words.allIterations(iterations.length) : ''}
          data={iterations.map(String)}
          value={[...chosen]}
          onChange={setChosen}
          searchable
          clearable
        />
      )}
      {(which === 'open' || which === 'extremes') && (
        <Text size="xs" c="dimmed">
          {words.numbers}
        </Text>
      )}
      <Group justify="flex-end">
        {done !== null && (
          <Text size="xs" c="dimmed" role="status">
            {words.working(done, choice.iterations.length)}
          </Text>
        )}
        <Button variant="default" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button disabled={done !== null} onClick={save} data-autofocus>
          {words.write}
        </Button>
      </Group>
    </Stack>
  );
}
