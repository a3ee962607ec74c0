/** Where the examples come from: the environment, a file, or the run on screen. */
import { ActionIcon, Box, Button, Group, Select, Text } from '@mantine/core';
import { IconDownload, IconFileText, IconTrash } from '@tabler/icons-react';
import { useCallback } from 'react';
import { textOf } from '../../../core/askStorage.ts';
import { fault, FaultError } from '../../../core/faults.ts';
import { demonstrationsStore, useDemonstrations } from '../../state/demonstrations/demonstrations.ts';
import { useDocument } from '../../state/document/document.ts';
import { fileNameOf, saveFile } from '../../kit/files/saveFile.ts';
import { FileButton } from '../../kit/fields/FileButton.tsx';
import { NumberField } from '../../kit/fields/NumberField.tsx';
import { chosenFaults, text } from '../../../words/words.ts';
import type { OnInvalid } from './WarmField.tsx';
import type { SourceKind } from '../../state/settings/warmFields.ts';

const words = text.warmStart;
const KINDS: readonly SourceKind[] = ['environment', 'file', 'run'];
/** More than a page should hold as text. */
const MAX_BYTES = 200 * 2 ** 20;

/** What was chosen; the file is held here, since a path is nothing in a page. */
export interface SourceChoice {
  readonly kind: SourceKind;
  readonly file: { readonly name: string; readonly text: string } | null;
  /** Null: the best. */
  readonly threshold: number | null;
}

interface SourceFieldsProps {
  readonly choice: SourceChoice;
  readonly onChange: (choice: SourceChoice) => void;
  readonly onInvalid: OnInvalid;
}

export function SourceFields({ choice, onChange, onInvalid }: SourceFieldsProps) {
  const { kind, threshold } = choice;
  const told = useCallback((invalid: boolean) => onInvalid(words.threshold, invalid), [onInvalid]);
  return (
    <>
      <Select
        label={words.from}
        labelProps={{ fw: 400 }}
        description={words.fromHelp[kind]}
        value={kind}
        data={KINDS.map((value) => ({ value, label: words.sources[value] }))}
        onChange={(value) => {
          const next = KINDS.find((known) => known === value);
          if (next) onChange({ ...choice, kind: next });
        }}
      />
      {kind === 'file' && <FileField choice={choice} onChange={onChange} />}
      {kind !== 'environment' && (
        <NumberField
          label={words.threshold}
          help={words.thresholdHelp}
          placeholder={words.thresholdBest}
          value={threshold}
          onInvalid={told}
          onChange={(value) => {
            onChange({ ...choice, threshold: value });
            return null;
          }}
          onEmpty={() => {
            onChange({ ...choice, threshold: null });
            return null;
          }}
        />
      )}
    </>
  );
}

function FileField({ choice, onChange }: Omit<SourceFieldsProps, 'onInvalid'>) {
  return (
    <Box style={{ alignSelf: 'end' }}>
      <FileButton
        label={words.chooseFile}
        icon={<IconFileText size={14} aria-hidden />}
        accept=".jsonl,.json,.txt"
        onChoose={async ([file]) => {
          if (!file) return;
          if (file.size > MAX_BYTES) throw new FaultError(fault(chosenFaults, 'E_FILE_SIZE', { bytes: MAX_BYTES }));
          onChange({ ...choice, file: { name: file.name, text: await textOf(file) } });
        }}
      >
        <Text size="xs" c="dimmed">
          {choice.file?.name ?? words.noFile}
        </Text>
      </FileButton>
      <KeptDemonstrations onTake={(text) => onChange({ ...choice, file: { name: words.kept.name, text } })} />
    </Box>
  );
}

/** What was kept of this environment where a message was corrected (Inspect, Blame). */
function KeptDemonstrations({ onTake }: { readonly onTake: (text: string) => void }) {
  const source = useDocument((state) => state.document.environment.source);
  const project = useDocument((state) => state.document.name);
  const lines = useDemonstrations((state) => state.of(source));
  if (lines.length === 0) return null;
  const file = lines.map((line) => `${line}\n`).join('');
  const { kept } = words;
  return (
    <Group gap={4} mt={4}>
      <Button size="compact-xs" variant="default" title={kept.takeHelp} onClick={() => onTake(file)}>
        {kept.take(lines.length)}
      </Button>
      <ActionIcon
        size="sm"
        variant="default"
        aria-label={kept.save}
        title={kept.save}
        onClick={() => saveFile(fileNameOf(`${project} demonstrations`, 'jsonl'), file, 'application/x-ndjson')}
      >
        <IconDownload size={13} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size="sm"
        variant="default"
        aria-label={kept.forget}
        title={kept.forget}
        onClick={() => demonstrationsStore.getState().forget(source)}
      >
        <IconTrash size={13} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
