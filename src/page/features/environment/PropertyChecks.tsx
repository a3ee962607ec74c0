/** What was found of the contract's promises, a sentence each; those that name a line lead to it. */
import { Button, Group, Loader, Text } from '@mantine/core';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { mistakesTold } from '../../../core/health/mistakes.ts';
import { PROPERTIES } from '../../../core/trial/properties.ts';
import type { FaultLocation } from '../../../core/faults.ts';
import { useDocument } from '../../state/document/document.ts';
import { useSandbox } from '../../state/environment/sandbox.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import type { EditorLocation } from '../../kit/editor/MonacoEditor.tsx';
import { benchText as words } from '../../../words/words.ts';
import styles from './bench/bench.module.css';

export function PropertyChecks({ onLocate }: { readonly onLocate: (location: EditorLocation) => void }) {
  const source = useDocument((state) => state.document.environment.source);
  const findings = useSandbox((state) => state.findings);
  if (findings?.source !== source) return null;
  const { reports, mistakes, team } = findings;
  const paid = mistakes && mistakesTold(mistakes, team.agents.length);
  return (
    <section aria-label={words.found}>
      <Group gap={6} wrap="nowrap">
        <Text size="xs" fw={650} component="h3">
          {words.found}
        </Text>
        <HelpButton title={words.found} what={words.foundHelp} />
        <Text size="xs" c="dimmed" aria-live="polite" ml="auto">
          {reports
            ? words.summary(
                reports.filter(({ ok, unchecked }) => ok && !unchecked).length,
                reports.filter(({ unchecked }) => !unchecked).length,
              )
            : words.running}
        </Text>
      </Group>
      <ul className={styles.checks}>
        {PROPERTIES.map((property) => {
          const report = reports?.find((one) => one.property === property);
          const line = report && !report.ok ? lineOf(source, report.place) : undefined;
          return (
            <li key={property} data-property={property} data-ok={report?.ok}>
              <span
                className={styles.verdict}
                title={report ? (report.unchecked ? words.unchecked : report.ok ? words.ok : words.failed) : words.running}
              >
                {!report ? (
                  <Loader size={10} />
                ) : report.unchecked ? (
                  <IconMinus size={14} aria-label={words.unchecked} />
                ) : report.ok ? (
                  <IconCheck size={14} aria-label={words.ok} />
                ) : (
                  <IconX size={14} aria-label={words.failed} />
                )}
              </span>
              <div>
                <span className={styles.property}>{words.properties[property]}</span>
                {report && <span className={styles.sentence}> {report.message}</span>}
                {line !== undefined && (
                  <Button variant="subtle" size="compact-xs" onClick={() => onLocate({ line, column: report?.place?.column })}>
                    {words.goToLine(line)}
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {paid !== null && (
        <Text size="xs" role="note">
          {paid}
        </Text>
      )}
    </section>
  );
}

/** The line a report names, or the one on which the hook it is about begins. */
function lineOf(source: string, location: FaultLocation | undefined): number | undefined {
  if (location?.line !== undefined) return location.line;
  const [, hook] = /^(\w+)\(\)/.exec(location?.subject ?? '') ?? [];
  if (hook === undefined) return undefined;
  const at = source.split('\n').findIndex((line) => new RegExp(`^\\s*(?:async\\s+)?${hook}\\s*[(:<]`).test(line));
  return at < 0 ? undefined : at + 1;
}
