/** The open project as a link: how long it is, what is in it and what is not; and as a file with the bases that only this browser has. */
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { MOST_CARRIED } from '../../../../core/share/carried.ts';
import { text } from '../../../../words/words.ts';
import { formatBytes } from '../../../kit/figures/format.ts';
import { FaultList } from '../../../kit/notices/FaultList.tsx';
import { LinkField } from '../../../kit/projects/LinkField.tsx';
import { linkOf, namesEnvironment } from '../../../kit/projects/links.ts';
import type { SharedBase } from '../../../kit/projects/sharedBases.ts';
import { useDocument } from '../../../state/document/document.ts';
import { showDialogue } from './dialogues.ts';
import { useDownload } from './download/useDownload.ts';
import { type SharedBases, useSharedBases } from './useSharedBases.ts';

const words = text.projects.share;

export function ShareDialogue() {
  const document = useDocument((state) => state.document);
  const [carryCode, setCarryCode] = useState(false);
  const shared = useSharedBases(document);
  const link = linkOf(shared.named, { carryCode });
  return (
    <Stack gap="sm">
      <LinkField key={link} link={link} />
      {namesEnvironment(document) ? (
        <Switch
          label={words.carry}
          description={words.carryHelp}
          checked={carryCode}
          onChange={(event) => setCarryCode(event.currentTarget.checked)}
        />
      ) : (
        <Text size="xs" c="dimmed">
          {words.ownCode}
        </Text>
      )}
      <NotInLink bases={shared.bases} measuring={shared.measuring} />
      <WithBases {...shared} />
      <Group gap="sm">
        <Button variant="default" size="compact-sm" onClick={() => showDialogue('gallery')}>
          {words.folder}
        </Button>
        <Text size="xs" c="dimmed">
          {words.folderHelp}
        </Text>
      </Group>
    </Stack>
  );
}

/** The project with the bases that only this browser has. */
function WithBases({ bases, named }: SharedBases) {
  const { progress, begin, dismiss } = useDownload();
  const own = bases.filter(({ from, files }) => from === 'own' && files !== null);
  if (own.length === 0) return null;
  const bytes = own.reduce((sum, base) => sum + (base.bytes ?? 0), 0);
  const fits = bytes <= MOST_CARRIED.zip;
  const work = async () => {
    const { downloadWithBases } = await import('./downloadWithBases.ts');
    const done = await downloadWithBases(named, own);
    return done && words.withBasesDone(done.file, formatBytes(done.bytes));
  };
  return (
    <>
      {progress.step === 'failed' && <FaultList faults={[progress.fault]} onClose={dismiss} />}
      <Group gap="sm">
        <Button size="compact-sm" variant="default" disabled={!fits} loading={progress.step === 'working'} onClick={() => void begin(work)}>
          {words.withBases(own.length)}
        </Button>
        <Text size="xs" c="dimmed" role="status" aria-label={words.withBasesStatus}>
          {progress.step === 'done'
            ? progress.sentence
            : fits
              ? words.withBasesHelp(formatBytes(bytes))
              : words.withBasesLarge(formatBytes(bytes), formatBytes(MOST_CARRIED.zip))}
        </Text>
      </Group>
    </>
  );
}

/** What whoever opens a link has to have already, or to fetch. */
export function NotInLink({ bases, measuring }: Pick<SharedBases, 'bases' | 'measuring'>) {
  const { dataset } = useDocument((state) => state.document.environment);
  return (
    <>
      {dataset && (
        <Text size="xs" c="var(--mantine-color-error)">
          {words.dataset(dataset.name)}
        </Text>
      )}
      {bases.map((base) => (
        <Text
          key={base.name}
          size="xs"
          c={base.from === 'hub' ? 'dimmed' : 'var(--mantine-color-error)'}
          style={{ overflowWrap: 'anywhere' }}
        >
          {sentenceOf(base, measuring)}
        </Text>
      ))}
    </>
  );
}

function sentenceOf({ name, from, bytes, sha256, files }: SharedBase, measuring: boolean): string {
  const size = bytes === null ? null : formatBytes(bytes);
  if (from === 'hub') return words.hubBase(name, size);
  const print = sha256 ?? (measuring && files !== null ? 'measuring' : null);
  return files === null ? words.absentBase(name, size, print) : words.ownBase(name, size, print);
}
