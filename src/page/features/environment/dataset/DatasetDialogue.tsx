/** How a file is read: what was found in it, its rows, the fields of `problem`, the splits, and what reset() will get. */
import { Button, Code, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import type { AttachedData } from '../../../../core/dataset/attach.ts';
import type { DatasetSettings } from '../../../../core/document/schema.ts';
import { documentStore } from '../../../state/document/document.ts';
import type { LoadedData } from '../../../state/datasets/datasets.ts';
import { datasetText } from '../../../../words/words.ts';
import { readsProblem } from './actions.ts';
import styles from './dataset.module.css';
import { attachedFrom, draftFor, settingsFrom } from './draft.ts';
import { FieldsEditor } from './FieldsEditor.tsx';
import { RowPreview } from './RowPreview.tsx';
import { SplitEditor } from './SplitEditor.tsx';

const words = datasetText.dialogue;

interface Props {
  readonly data: LoadedData;
  /** What the project says now. */
  readonly named: DatasetSettings | null;
  readonly onAttach: (settings: DatasetSettings, takeEnvironment: boolean) => void;
  readonly onClose: () => void;
}

export function DatasetDialogue({ data, named, onAttach, onClose }: Props) {
  const { file } = data;
  const [draft, setDraft] = useState(() => draftFor(data, named));
  const calm = useDeferredValue(draft);
  const attached = useMemo(() => attachedFrom(calm, data), [calm, data]);
  const settings = settingsFrom(draft, data);
  const fits = draft.fields.some(({ field }) => field === 'problem') && draft.fields.some(({ field }) => field === 'answer');
  const unread = useMemo(() => !readsProblem(documentStore.getState().document), []);
  const [takeEnvironment, setTakeEnvironment] = useState(true);
  const known = named?.digest === data.digest;
  return (
    <Modal opened onClose={onClose} title={words.title(file.name)} size={1080} closeButtonProps={{ 'aria-label': words.close }}>
      <Stack gap="md">
        <div>
          <Text size="sm">{words.found(file.layout, file.rows.length, file.columns.length)}</Text>
          {file.dropped > 0 && (
            <Text size="xs" c="dimmed">
              {words.dropped(file.dropped)}
            </Text>
          )}
        </div>
        <div className={styles.columns}>
          <FieldsEditor draft={draft} columns={file.columns} onChange={setDraft} />
          <SplitEditor draft={draft} columns={file.columns} rows={file.rows.length} attached={attached} onChange={setDraft} />
        </div>
        <RowPreview file={file} />
        <Example attached={attached} />
        {unread && fits && (
          <Switch
            checked={takeEnvironment}
            onChange={(event) => setTakeEnvironment(event.currentTarget.checked)}
            label={words.environment}
            description={words.environmentHelp}
          />
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            data-autofocus
            disabled={!settings || attached?.splits.train.length === 0}
            onClick={() => settings && onAttach(settings, unread && fits && takeEnvironment)}
          >
            {known ? words.save : words.attach}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** The first train problem as JSON. */
function Example({ attached }: { readonly attached: AttachedData | null }) {
  const index = attached?.splits.train[0];
  if (!attached || index === undefined) return null;
  return (
    <Stack gap={6} component="section" aria-label={words.example}>
      <Group justify="space-between">
        <Text size="sm" fw={650}>
          {words.example}
        </Text>
        <Text size="xs" c="dimmed">
          {words.exampleOf(index)}
        </Text>
      </Group>
      <Code block fz="xs" mah={180} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }} tabIndex={0}>
        {JSON.stringify(attached.problem(index), null, 2)}
      </Code>
    </Stack>
  );
}
