/** What becomes of a warm start: the team stands on the new base, or trains from the adapters; or they are taken away. */
import { Button, Group, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { zipFiles } from '../../../core/formats/archive.ts';
import { filesInto } from '../../../core/formats/files.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { engineStore, useEngine } from '../../state/engine/engine.ts';
import { trainFrom } from '../../state/beginning/begin.ts';
import { useFork } from '../../state/fork/fork.ts';
import type { WarmResult } from '../../../../workers/trainer/protocol.ts';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { fileNameOf, saveFile } from '../../kit/files/saveFile.ts';
import { text } from '../../../words/words.ts';

const words = text.warmStart;

interface WarmEndProps {
  readonly result: WarmResult;
  readonly project: string;
}

export function WarmEnd({ result, project }: WarmEndProps) {
  const { trains, name, files } = result;
  const stands = useDocument((state) => state.document.team.base === name);
  const here = useEngine((state) => state.bases[name] === files);
  const kept = useEngine((state) => state.kept.some((base) => base.name === name));
  const keepFault = useEngine((state) => state.keepFault);
  const fork = useFork((state) => state.fork?.name ?? null);
  const [saving, setSaving] = useState(false);
  const use = async (): Promise<void> => {
    setSaving(true);
    await engineStore.getState().addBase(name, files);
    documentStore.getState().edit((document) => ({ ...document, team: { ...document.team, base: name } }));
    setSaving(false);
  };
  const download = (): void => {
    const folder = trains === 'adapters' ? 'adapters' : name;
    const stem = trains === 'adapters' ? `${project} adapters` : name;
    saveFile(fileNameOf(stem, 'zip'), new Uint8Array(zipFiles(filesInto(plainFolder(folder), files))), 'application/zip');
  };
  return (
    <>
      <Group gap={8}>
        {trains === 'adapters' ? (
          <Button onClick={() => void trainFrom(files)}>{words.train}</Button>
        ) : stands && here ? (
          <Text size="xs">{words.used(name, kept)}</Text>
        ) : (
          <Button loading={saving} onClick={() => void use()}>
            {words.use}
          </Button>
        )}
        <Tooltip label={words.downloadHelp}>
          <Button variant="default" leftSection={<IconDownload size={15} aria-hidden />} onClick={download}>
            {words.download}
          </Button>
        </Tooltip>
      </Group>
      {trains === 'adapters' && fork !== null && <Text size="xs">{words.insteadOfFork(fork)}</Text>}
      {keepFault && <FaultList faults={[keepFault]} />}
    </>
  );
}

const plainFolder = (name: string): string => name.replaceAll(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'base';
