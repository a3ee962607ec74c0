/** Downloads the run on screen as a zip, says how far it is, and says why when it cannot. */
import { Button, CloseButton, Group, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { faultFrom, type Fault } from '../../../../core/faults.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { inspectText, text as page } from '../../../../words/words.ts';
import { DamagedExport, type WholeExport } from './damagedExport.ts';
import { EpisodesMenu } from './EpisodesMenu.tsx';

const text = inspectText.runs;

type Progress =
  | { readonly step: 'idle' }
  | { readonly step: 'base' | 'zip' }
  | { readonly step: 'done'; readonly sentence: string }
  | { readonly step: 'failed'; readonly fault: Fault; readonly instead: WholeExport | null };

export function ExportButton({ run: drawn }: { readonly run: RunSet }) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const busy = progress.step === 'base' || progress.step === 'zip';
  const over = progress.step === 'done' || progress.step === 'failed';

  const start = async (instead?: WholeExport) => {
    // What is drawn may be a moment behind (useCalmRun); what is exported is the run as it is now.
    const run = instead?.run ?? runsStore.getState().runs[drawn.id] ?? drawn;
    try {
      const { downloadRun } = await import('./downloadRun.ts'); // archives and formats, wanted by nobody before
      const { file, bytes } = await downloadRun(run, (step) => setProgress({ step }), instead?.kept);
      setProgress({ step: 'done', sentence: text.exportDone(file, formatBytes(bytes)) });
    } catch (error) {
      setProgress({ step: 'failed', fault: faultFrom(error), instead: error instanceof DamagedExport ? error.instead : null });
    }
  };

  return (
    <Popover opened={over} onDismiss={() => setProgress({ step: 'idle' })} width={300} position="bottom-end" withArrow shadow="md">
      <Popover.Target>
        <Button.Group data-stage="export">
          <Tooltip label={text.exportHelp} disabled={over}>
            <Button variant="default" leftSection={<IconDownload size={15} />} disabled={busy} onClick={() => void start()}>
              {busy ? text.exportSteps[progress.step] : text.export}
            </Button>
          </Tooltip>
          <EpisodesMenu id={drawn.id}>
            <Button variant="default" px={5} aria-label={page.runs.actions.episodes} title={page.runs.actions.episodes}>
              <IconChevronDown size={14} />
            </Button>
          </EpisodesMenu>
        </Button.Group>
      </Popover.Target>
      <Popover.Dropdown>
        <Group align="flex-start" wrap="nowrap" role="status">
          {progress.step === 'done' && (
            <Text size="sm" flex={1}>
              {text.exportSteps.done}: {progress.sentence}
            </Text>
          )}
          {progress.step === 'failed' && (
            <Stack gap={2} flex={1}>
              <Text size="sm" fw={600}>
                {progress.fault.message}
              </Text>
              <Text size="sm" c="dimmed">
                {progress.fault.hint}
              </Text>
              {progress.instead && (
                <Button size="compact-xs" variant="default" onClick={() => void start(progress.instead ?? undefined)}>
                  {page.runs.actions.exportInstead(progress.instead.iteration)}
                </Button>
              )}
            </Stack>
          )}
          <CloseButton size="sm" aria-label={text.close} onClick={() => setProgress({ step: 'idle' })} />
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
