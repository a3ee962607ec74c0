/** What happened, as text to read and then to send by hand: what is ticked is shown before it is copied or saved. */
import { Anchor, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { reportText as words, text } from '../../../words/words.ts';
import { saveFile } from '../../kit/files/saveFile.ts';
import { notifyDone } from '../../kit/notices/notify.ts';
import { withFaultNotice } from '../../kit/notices/withFaultNotice.ts';
import { addressOf, safeStart } from '../../state/storage/safeStart.ts';
import { gather } from './gather.ts';
import { reportOf, type ReportParts } from './report.ts';

export function ReportDialogue({ onClose }: { readonly onClose: () => void }) {
  const [parts, setParts] = useState<ReportParts | null>(null);
  const [sentences, setSentences] = useState(false);
  const [project, setProject] = useState(false);
  useEffect(() => void gather().then(setParts), []);
  const report = useMemo(() => (parts ? reportOf(parts, { sentences, project }) : ''), [parts, sentences, project]);
  const copy = () =>
    withFaultNotice(words.notCopied, async () => {
      await navigator.clipboard.writeText(report);
      notifyDone(words.copied, words.copiedHint);
    });
  return (
    <Modal opened onClose={onClose} title={words.title} size="xl" closeButtonProps={{ 'aria-label': text.product.closeDialogue }}>
      <Stack gap="sm">
        <Text size="sm">{words.intro}</Text>
        <Text size="xs" c="dimmed">
          {words.where}
        </Text>
        <Checkbox
          label={words.sentences}
          description={words.sentencesHelp}
          checked={sentences}
          onChange={(event) => setSentences(event.currentTarget.checked)}
        />
        <Checkbox
          label={words.project}
          description={words.projectHelp}
          checked={project}
          onChange={(event) => setProject(event.currentTarget.checked)}
        />
        <Textarea
          label={words.text}
          readOnly
          autosize
          minRows={8}
          maxRows={18}
          value={report}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        />
        <Group gap={8}>
          <Button disabled={parts === null} onClick={() => void copy()}>
            {words.copy}
          </Button>
          <Button variant="default" disabled={parts === null} onClick={() => saveFile('what-happened.md', report, 'text/markdown')}>
            {words.save}
          </Button>
          {!safeStart && (
            <Anchor size="sm" href={addressOf(true)} title={words.safeHelp}>
              {words.safe}
            </Anchor>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
