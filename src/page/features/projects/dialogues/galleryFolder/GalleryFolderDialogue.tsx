/** The project as a folder for the gallery: what its card says, which run goes along, what CI would refuse; then the zip. */
import { Checkbox, Chip, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type Fault, faultFrom, FaultError } from '../../../../../core/faults.ts';
import { formatBytes } from '../../../../kit/figures/format.ts';
import { FaultList } from '../../../../kit/notices/FaultList.tsx';
import { useDocument } from '../../../../state/document/document.ts';
import { GALLERY_TAGS, galleryFolderText, galleryText } from '../../../../../words/words.ts';
import type { SaidCard } from '../../../../../core/gallery/make.ts';
import { DownloadFoot } from '../download/DownloadFoot.tsx';
import { useDownload } from '../download/useDownload.ts';
import { downloadFolder, madeFolder, runToGive } from './galleryFolder.ts';

const words = galleryFolderText;
const FIELDS = ['title', 'shows', 'look', 'author', 'licence'] as const;

export function GalleryFolderDialogue() {
  const document = useDocument((state) => state.document);
  const [said, setSaid] = useState<SaidCard>({ title: document.name, shows: '', look: '', tags: [], author: '', licence: 'MIT' });
  const found = runToGive(document);
  const [along, setAlong] = useState(true);
  const [wrong, setWrong] = useState<Fault | null>(null);
  const download = useDownload();
  const run = typeof found === 'string' || !along ? null : found;
  const filled = FIELDS.every((field) => said[field].trim() !== '');

  useEffect(() => {
    let open = true;
    // What is not written yet is no mistake.
    if (filled)
      void madeFolder(said, document, run)
        .then(({ fault }) => fault, faultFrom)
        .then((fault) => open && setWrong(fault));
    return () => {
      open = false;
    };
  }, [said, document, run, filled]);

  const work = async () => {
    const made = await madeFolder(said, document, run);
    if (made.fault) throw new FaultError(made.fault);
    const { file, bytes } = downloadFolder(made);
    return words.done(file, formatBytes(bytes));
  };

  return (
    <Stack gap="sm">
      <Text size="sm">{words.about}</Text>
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          label={words.fields[field].label}
          description={words.fields[field].help}
          value={said[field]}
          onChange={({ currentTarget: { value } }) => setSaid((before) => ({ ...before, [field]: value }))}
        />
      ))}
      <Group gap={4} role="group" aria-label={galleryText.tags}>
        <Chip.Group
          multiple
          value={said.tags}
          onChange={(chosen) => setSaid((before) => ({ ...before, tags: GALLERY_TAGS.filter((tag) => chosen.includes(tag)) }))}
        >
          {GALLERY_TAGS.map((tag) => (
            <Chip key={tag} value={tag} size="xs" variant="outline">
              {galleryText.tagNames[tag]}
            </Chip>
          ))}
        </Chip.Group>
      </Group>
      {typeof found === 'string' ? (
        <Text size="xs" c="dimmed">
          {words.noRun[found]}
        </Text>
      ) : (
        <Checkbox
          label={words.run(found.iteration)}
          description={words.runHelp}
          checked={along}
          onChange={(event) => setAlong(event.currentTarget.checked)}
        />
      )}
      {filled && wrong && <FaultList faults={[wrong]} />}
      <DownloadFoot download={download} label={words.download} disabled={!filled || wrong !== null} work={work} />
    </Stack>
  );
}
