/**
 * What the metrics of the run on screen warn of: one line that counts them and names the first, folded open into sentences
 * with what to try. They can be dismissed; a screen reader hears the title of a new one, once, not its changing numbers.
 */
import { ActionIcon, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import { warningsOf } from '../../../../core/health/health.ts';
import type { HealthWarning } from '../../../../core/health/types.ts';
import { otherEnvironment, useDocument } from '../../../state/document/document.ts';
import { sandboxStore, useSandbox } from '../../../state/environment/sandbox.ts';
import type { RunSet } from '../../../state/runs/types.ts';
import { Said } from '../../../kit/help/DocLink.tsx';
import { Remedies } from '../../../kit/remedies/Remedies.tsx';
import { COLON, COMMA, healthText as words } from '../../../../words/words.ts';
import styles from './health.module.css';

/** One warning about one agent stays the same while its numbers change. */
const keyOf = ({ code, role = '' }: HealthWarning): string => `${code} ${role}`;

export function WarningList({ run }: { readonly run: RunSet }) {
  const { metrics, document, id, info } = run;
  // What a warning rests on are settings too, and those of a run that was trained elsewhere are unknown.
  const mistakes = useSandbox(({ findings }) => (findings?.source === document.environment.source ? findings.mistakes : null));
  const found = useMemo(() => (importInfoOf(info) ? [] : warningsOf(metrics, document, { mistakes })), [metrics, document, info, mistakes]);
  const flat = found.some(({ code, holds }) => code === 'not_rising' && holds);
  // What mistakes earn is looked at once it may explain something; of other code than the one at hand it stays unknown.
  const source = useDocument((state) => state.document.environment.source);
  useEffect(() => {
    const { findings, examine } = sandboxStore.getState();
    if (flat && source === document.environment.source && findings?.source !== source) void examine(source, document);
  }, [flat, source, document]);
  const other = useDocument((state) => otherEnvironment(state.document, document));
  const [dismissed, setDismissed] = useState<{ readonly run: string; readonly keys: ReadonlySet<string> }>({ run: id, keys: new Set() });
  const away = dismissed.run === id ? dismissed.keys : new Set<string>();
  const shown = found.filter((warning) => !away.has(keyOf(warning)));
  const holding = shown.filter(({ holds }) => holds);
  const dismiss = (warnings: readonly HealthWarning[]): void => setDismissed({ run: id, keys: new Set([...away, ...warnings.map(keyOf)]) });
  const [first] = shown;
  const titles = [...new Set(holding.map(({ code }) => words.titles[code]))].join(COMMA);
  return (
    <>
      <VisuallyHidden role="status" data-warned>
        {titles === '' ? '' : words.announced(titles)}
      </VisuallyHidden>
      {first && (
        <section className={styles.warnings} data-stage="warnings" aria-label={words.label}>
          <details>
            <summary className={styles.summary}>
              <IconAlertTriangle size={14} aria-hidden />
              <strong>{words.titles[first.code]}</strong>
              <span className={styles.first}>{first.sentence}</span>
              <span className={styles.when}>
                {[
                  holding.length > 0 && words.count(holding.length),
                  shown.length > holding.length && words.over(shown.length - holding.length),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </summary>
            <ul className={styles.list}>
              {shown.map((warning) => (
                <Warning
                  key={keyOf(warning)}
                  warning={warning}
                  elsewhere={other ? document.name : null}
                  onDismiss={() => dismiss([warning])}
                />
              ))}
            </ul>
          </details>
          <ActionIcon size={20} color="gray" aria-label={words.dismissAll} title={words.dismissAll} onClick={() => dismiss(shown)}>
            <IconX size={13} aria-hidden />
          </ActionIcon>
        </section>
      )}
      {away.size > 0 && shown.length === 0 && found.length > 0 && (
        <Group>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setDismissed({ run: id, keys: new Set() })}>
            {words.showDismissed(found.length)}
          </Button>
        </Group>
      )}
    </>
  );
}

interface WarningProps {
  readonly warning: HealthWarning;
  /** The run's project, where the one at hand has another environment; else null. */
  readonly elsewhere: string | null;
  readonly onDismiss: () => void;
}

function Warning({ warning, elsewhere, onDismiss }: WarningProps) {
  const { code, holds, remedies, sentence, since, source, until } = warning;
  const title = words.titles[code];
  return (
    <li className={styles.warning} data-code={code} data-holds={holds}>
      <Group gap={8} wrap="nowrap" align="baseline">
        <Text size="xs" fw={650}>
          {title}
        </Text>
        <Text size="xs" c="dimmed" className="tabular">
          {holds ? words.since(since) : words.between(since, until)}
        </Text>
        <ActionIcon ml="auto" size={18} color="gray" aria-label={words.dismiss(title)} onClick={onDismiss}>
          <IconX size={12} aria-hidden />
        </ActionIcon>
      </Group>
      <Text size="xs">{sentence}</Text>
      {elsewhere === null ? (
        <Remedies remedies={remedies} />
      ) : (
        <Text size="xs" c="dimmed">
          {words.otherEnvironment(elsewhere)}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {words.source}
        {COLON}
        <Said>{source}</Said>
      </Text>
    </li>
  );
}
