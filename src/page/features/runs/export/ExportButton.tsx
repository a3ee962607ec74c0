/** Downloads the run on screen as a zip, says how far it is, and says why when it cannot. */
import { Button, CloseButton, Group, Menu, Popover, Stack, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { faultFrom, type Fault, worded } from '../../../../core/faults.ts';
import { runsStore } from '../../../state/runs/runs.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { shownRunText, text as page } from '../../../../words/words.ts';
import { DamagedExport, type WholeExport } from './damagedExport.ts';
import { EpisodesMenu } from './EpisodesMenu.tsx';
import { exportTold } from './exportTold.ts';
import { Said } from '../../../kit/help/DocLink.tsx';

const text = shownRunText.runs;

type Progress =
  | { readonly step: 'idle' }
  | { readonly step: 'base' | 'zip' }
  | { readonly step: 'done'; readonly sentence: string }
  | { readonly step: 'failed'; readonly fault: Fault; readonly instead: WholeExport | null; readonly dequantise: boolean };

export function ExportButton({ run: drawn }: { readonly run: RunSet }) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' });
  const busy = progress.step === 'base' || progress.step === 'zip';
  const over = progress.step === 'done' || progress.step === 'failed';

  const start = async (instead?: WholeExport | null, dequantise = false) => {
    // What is drawn may be a moment behind (useCalmRun); what is exported is the run as it is now.
    const run = instead?.run ?? runsStore.getState().runs[drawn.id] ?? drawn;
    try {
      const { downloadRun } = await import('./downloadRun.ts'); // archives and formats, wanted by nobody before
      const saved = await downloadRun(run, { onStep: (step) => setProgress({ step }), given: instead?.kept, dequantise });
      setProgress({ step: 'done', sentence: exportTold(saved) });
    } catch (error) {
      setProgress({ step: 'failed', fault: faultFrom(error), instead: error instanceof DamagedExport ? error.instead : null, dequantise });
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
          <EpisodesMenu id={drawn.id} first={<DequantisedItem run={drawn} onChoose={() => void start(null, true)} />}>
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
              {progress.sentence}
            </Text>
          )}
          {progress.step === 'failed' && (
            <Stack gap={2} flex={1}>
              <Text size="sm" fw={600}>
                {worded(progress.fault).message}
              </Text>
              <Text size="sm" c="dimmed">
                <Said>{worded(progress.fault).hint ?? ''}</Said>
              </Text>
              {progress.instead && (
                <Button size="compact-xs" variant="default" onClick={() => void start(progress.instead, progress.dequantise)}>
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

/** The export with the numbers that a base held in fewer bits stood for; nothing of a run in f32, where they are the folder's. */
function DequantisedItem({ run, onChoose }: { readonly run: RunSet; readonly onChoose: () => void }) {
  const { weights } = run.document.team;
  if (weights === 'f32') return null;
  return (
    <Menu.Item onClick={onChoose}>
      {text.exportDequantised}
      <Text size="xs" c="dimmed">
        {text.exportDequantisedHelp(weights)}
      </Text>
    </Menu.Item>
  );
}
