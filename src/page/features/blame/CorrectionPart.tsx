/** The message as it was said and the text that was tried in its place, to be kept where that is proved to be better. */
import { Button, Group } from '@mantine/core';
import { IconBookmark, IconCopy } from '@tabler/icons-react';
import type { Correction } from '../../../core/counterfactual/blame/course.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { demonstrationsStore } from '../../state/demonstrations/demonstrations.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { notifyDone, notifyRefused } from '../../kit/notices/notify.ts';
import { blameText } from '../../../words/words.ts';
import styles from './blame.module.css';
import { casesOf, demonstrationOf } from './model.ts';

const words = blameText.correction;

interface Props {
  readonly run: RunSet;
  readonly record: EpisodeRecord;
  readonly message: number;
  readonly correction: Correction;
  readonly asking: boolean;
}

export function CorrectionPart({ run, record, message, correction, asking }: Props) {
  const line = demonstrationOf(correction);
  const cases = () => casesOf(run.document, record, message, correction);
  return (
    <section aria-label={words.label} className={styles.correction}>
      <Words label={words.said} text={record.messages[message]?.text ?? ''} side="said" />
      <Words label={correction.told ? words.better : words.tried} text={correction.text} side="better" />
      {correction.told && !asking && (
        <Group gap="xs">
          <Button
            size="xs"
            leftSection={<IconBookmark size={14} aria-hidden />}
            disabled={line === null}
            title={line === null ? words.silentTurn : words.keepHelp}
            onClick={() => line !== null && keep(run.document.environment.source, line)}
          >
            {words.keep}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            title={words.copyHelp}
            onClick={() => void copy(cases())}
          >
            {words.copy}
          </Button>
        </Group>
      )}
    </section>
  );
}

function Words({ label, text, side }: { readonly label: string; readonly text: string; readonly side: 'said' | 'better' }) {
  return (
    <div>
      <div className={styles.label}>{label}</div>
      {/* It can be reached to be scrolled. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.text} data-side={side} tabIndex={0} aria-label={label}>
        {text === '' ? words.nothing : text}
      </pre>
    </div>
  );
}

function keep(source: string, line: string): void {
  const { keep: put, of } = demonstrationsStore.getState();
  const isNew = put(source, line);
  const count = of(source).length;
  const said = demonstrationsStore.getState().kept ? words.kept(count) : words.keptForVisit(count);
  notifyDone(words.keptTitle, isNew ? said : words.had);
}

async function copy(cases: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(cases);
    notifyDone(words.copiedTitle, words.copied);
  } catch {
    notifyRefused(words.notCopied, cases);
  }
}
