/**
 * Where problems come from, above the environment's code: nothing attached, the file at hand, or a file the project names
 * that is not here.
 */
import { ActionIcon, Alert, Box, Button, Group, Loader, Stack, Text, Tooltip } from '@mantine/core';
import { IconDatabase, IconFileImport, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { shortDigest } from '../../../../core/dataset/attach.ts';
import type { DatasetSettings } from '../../../../core/document/schema.ts';
import { type Fault, fault, faultFrom } from '../../../../core/faults.ts';
import { datasetsStore, type LoadedData, useDatasets } from '../../../state/datasets/datasets.ts';
import { attachedHere } from '../../../state/datasets/attached.ts';
import { datasetInbox } from '../../../state/datasets/inbox.ts';
import type { CachedFile } from '../../../state/datasets/fileCache.ts';
import { documentStore, useDocument } from '../../../state/document/document.ts';
import { FileButton } from '../../../kit/fields/FileButton.tsx';
import { useHidden } from '../../../state/projects/teach.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { notifyDone } from '../../../kit/notices/notify.ts';
import { withFaultNotice } from '../../../kit/notices/withFaultNotice.ts';
import { chosenFaults, datasetText as words } from '../../../../words/words.ts';
import { attachChosen, removeDataset } from './actions.ts';
import { DatasetDialogue } from './DatasetDialogue.tsx';
import styles from './dataset.module.css';

const FILE_ICON = <IconFileImport size={14} aria-hidden />;
/** Takes the first of several files. */
const first =
  (take: (file: File) => Promise<void>) =>
  async ([file]: readonly File[]): Promise<void> => {
    if (file) await take(file);
  };
type Chosen = LoadedData & Partial<CachedFile>;

export function DatasetPanel({ children }: { readonly children: ReactNode }) {
  const named = useDocument((state) => state.document.environment.dataset);
  const hidden = useHidden('dataset');
  const [reading, setReading] = useState<{ readonly name: string; readonly stop: AbortController } | null>(null);
  const [wrong, setWrong] = useState<Fault | null>(null);
  /** A file that is not the one the project names, and may take its place. */
  const [other, setOther] = useState<Chosen | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);

  const take = async (file: File): Promise<void> => {
    const stop = new AbortController();
    setReading({ name: file.name, stop });
    setWrong(null);
    setOther(null);
    try {
      const data = await datasetsStore.getState().read(file, stop.signal);
      const here = named !== null && datasetsStore.getState().loaded[named.digest] !== undefined;
      if (named && !here && data.digest === named.digest) {
        await datasetsStore.getState().keep(data);
        notifyDone(words.recognised, words.recognisedText(data.name));
      } else if (named && !here) setOther(data);
      else setChosen(data);
    } catch (error) {
      if (!stop.signal.aborted) setWrong(faultFrom(error));
    } finally {
      setReading(null);
    }
  };
  // Files are dropped on the page as a whole (`projects/DropOverlay`), which hands rows on to this panel.
  const takeGiven = useEffectEvent(() => {
    const file = datasetInbox.getState().take();
    if (file) void take(file);
  });
  useEffect(() => {
    queueMicrotask(() => takeGiven()); // what came before the panel was there
    return datasetInbox.subscribe(() => takeGiven());
  }, []);
  const attach = (settings: DatasetSettings, takeEnvironment: boolean): void => {
    const data = chosen;
    setChosen(null);
    if (!data) return;
    const { name, bytes } = data;
    if (name !== undefined && bytes !== undefined) void datasetsStore.getState().keep({ ...data, name, bytes });
    void withFaultNotice(words.notAttached, async () => {
      if (!(await attachChosen(settings, takeEnvironment))) return;
      const { splits } = attachedHere(settings, data) ?? { splits: { train: [], test: [] } };
      notifyDone(words.attached, words.attachedText(splits.train.length, splits.test.length));
    });
  };
  return (
    <Box h="100%" mih={0} display="flex" style={{ flexDirection: 'column' }}>
      <Stack gap={6} px="sm" pt="sm" component="section" aria-label={words.label} display={hidden ? 'none' : undefined}>
        {reading !== null ? (
          <Waiting what={words.reading(reading.name)} onStop={() => reading.stop.abort()} />
        ) : named ? (
          <Named dataset={named} onChoose={take} onOpen={setChosen} />
        ) : (
          <Group className={styles.strip} gap="xs">
            <Text size="xs" c="dimmed" flex="1 1 200px">
              {words.none}
            </Text>
            <FileButton label={words.choose} help={words.chooseHelp} icon={FILE_ICON} onChoose={first(take)} />
          </Group>
        )}
        {other && named && (
          <FaultList
            faults={[
              fault(chosenFaults, 'E_DATASET_OTHER', {
                name: other.file.name,
                digest: shortDigest(other.digest),
                expected: shortDigest(named.digest),
              }),
            ]}
            onClose={() => setOther(null)}
            action={
              <Group>
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => {
                    setChosen(other);
                    setOther(null);
                  }}
                >
                  {words.takeInstead}
                </Button>
              </Group>
            }
          />
        )}
        {wrong && <FaultList faults={[wrong]} onClose={() => setWrong(null)} />}
      </Stack>
      {children}
      {chosen && <DatasetDialogue data={chosen} named={named} onAttach={attach} onClose={() => setChosen(null)} />}
    </Box>
  );
}

function Waiting({ what, onStop }: { readonly what: string; readonly onStop?: () => void }) {
  return (
    <Group className={styles.strip} gap={8} role="status">
      <Loader size={14} />
      <Text size="xs">{what}</Text>
      {onStop && (
        <Button size="compact-xs" variant="default" onClick={onStop}>
          {words.stopReading}
        </Button>
      )}
    </Group>
  );
}

interface NamedProps {
  readonly dataset: DatasetSettings;
  readonly onChoose: (file: File) => Promise<void>;
  readonly onOpen: (data: LoadedData) => void;
}

/** The data set the project names: at hand, looked for, or missing. */
function Named({ dataset, onChoose, onOpen }: NamedProps) {
  const { digest, name } = dataset;
  const data = useDatasets((state) => state.loaded[digest]);
  const missing = useDatasets((state) => state.missing.includes(digest));
  const keptIn = useDatasets((state) => state.keptIn[digest]);
  useEffect(() => {
    // Not finding it is a state that is shown here, no error.
    void datasetsStore
      .getState()
      .find(documentStore.getState().document.environment.dataset ?? dataset)
      .catch(() => undefined);
  }, [dataset]);
  const remove = (
    <Tooltip label={words.remove}>
      <ActionIcon variant="default" size={30} aria-label={words.remove} onClick={() => removeDataset(dataset)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
  if (data) {
    const attached = attachedHere(dataset, data);
    return (
      <Group className={styles.strip} gap="xs">
        <IconDatabase size={16} aria-hidden />
        <Box flex="1 1 200px" miw={0}>
          <Text size="sm" fw={600} truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" className="tabular">
            {words.here(dataset.rows, attached?.splits.train.length ?? 0, attached?.splits.test.length ?? 0)}
          </Text>
          {keptIn && (
            <Text
              size="xs"
              c={keptIn === 'nowhere' ? 'var(--mantine-color-error)' : 'dimmed'}
              role={keptIn === 'nowhere' ? 'alert' : undefined}
            >
              {words.keptIn[keptIn]}
            </Text>
          )}
        </Box>
        <Button variant="default" onClick={() => onOpen(data)}>
          {words.settings}
        </Button>
        {remove}
      </Group>
    );
  }
  if (!missing) return <Waiting what={words.looking(name)} />;
  return (
    <Alert color="red" variant="outline" p="xs" bg="var(--surface)" icon={<IconDatabase size={16} aria-hidden />}>
      <Stack gap={6}>
        <Text size="sm" c="var(--ink)">
          {words.missing(name, dataset.rows, shortDigest(digest))}
        </Text>
        <Text size="xs" c="dimmed">
          {words.missingHint}
        </Text>
        <Group gap={8}>
          <FileButton label={words.giveFile} icon={FILE_ICON} onChoose={first(onChoose)} />
          {remove}
        </Group>
      </Stack>
    </Alert>
  );
}
