/** The environment's TypeScript, checked in the sandbox as it is typed, and beside it the bench to try it on. */
import { ActionIcon, Button, Code, Group, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconFilePlus, IconRestore } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Fault } from '../../../core/faults.ts';
import { useBench } from './bench/bench.ts';
import { typeEnvironmentSource, useHeldBack } from '../../state/consent/consent.ts';
import { documentStore, useDocument } from '../../state/document/document.ts';
import { forkEnvironment, freshEnvironment, isChangedBuiltIn, revertEnvironment } from './environmentFile.ts';
import { useSandbox } from '../../state/environment/sandbox.ts';
import { useHidden, useLocked } from '../../state/projects/teach.ts';
import { DatasetPanel } from './dataset/DatasetPanel.tsx';
import { CodeEditor } from '../../kit/editor/CodeEditor.tsx';
import type { EditorMarker, EditorLocation } from '../../kit/editor/MonacoEditor.tsx';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { benchText, text } from '../../../words/words.ts';
import { BaseHint } from './BaseHint.tsx';
import { Bench } from './bench/Bench.tsx';
import styles from './bench/bench.module.css';
import { ConsentNotice } from '../../kit/consent/ConsentNotice.tsx';
import { PropertyChecks } from './PropertyChecks.tsx';
import { useChecking } from '../../kit/consent/useChecking.ts';

export function EnvironmentEditor() {
  const environment = useDocument((state) => state.document.environment);
  const fault = useSandbox((state) => state.fault);
  const held = useHeldBack();
  const locked = useLocked('environment.source');
  const withoutBench = useHidden('bench');
  const [location, setLocation] = useState<EditorLocation | null>(null);
  useChecking(environment.source);
  return (
    <DatasetPanel>
      <div className={styles.panel}>
        <div className={styles.columns}>
          <div className={styles.code}>
            {!locked && <Toolbar />}
            <ConsentNotice />
            <BaseHint />
            <div className={styles.editor}>
              <CodeEditor
                language="typescript"
                path="file:///environment.ts"
                ariaLabel={text.environment.aria(environment.file)}
                value={environment.source}
                markers={useMarkers(environment.source)}
                reveal={location}
                readOnly={locked}
                onChange={typeEnvironmentSource}
                onBlur={() => documentStore.getState().commitBurst()}
              />
            </div>
            {!held && (fault ? <FaultList faults={[fault]} /> : <Loaded />)}
          </div>
          {!withoutBench && (
            <div className={styles.bench}>
              <Bench held={held} />
              <PropertyChecks onLocate={setLocation} />
            </div>
          )}
        </div>
      </div>
    </DatasetPanel>
  );
}

/** Where the code went wrong: while it was loaded, when it was tried, and what it promised. */
function useMarkers(source: string): readonly EditorMarker[] {
  const loading = useSandbox((state) => state.fault);
  const findings = useSandbox((state) => state.findings);
  const trying = useBench((state) => state.fault);
  const tried = useBench((state) => state.document?.environment.source);
  return useMemo(() => {
    const failed = findings?.source === source ? (findings.reports ?? []).filter(({ ok }) => !ok) : [];
    const found: Pick<Fault, 'message' | 'place'>[] = [
      ...(loading ? [loading] : []),
      ...(trying && tried === source ? [trying] : []),
      ...failed,
    ];
    return found.flatMap(({ message, place: location }) =>
      location?.line === undefined
        ? []
        : [{ line: location.line, column: location.column, message, source: text.environment.markerSource }],
    );
  }, [loading, findings, trying, tried, source]);
}

function Toolbar() {
  const environment = useDocument((state) => state.document.environment);
  return (
    <Group gap={6}>
      <Tooltip label={text.environment.intro}>
        <Code fz="xs" tabIndex={0}>
          {environment.file}
        </Code>
      </Tooltip>
      <Group gap={6} wrap="nowrap" ml="auto">
        <Tooltip label={benchText.freshHelp}>
          <Button
            variant="default"
            size="compact-xs"
            leftSection={<IconFilePlus size={14} aria-hidden />}
            onClick={() => void freshEnvironment()}
          >
            {benchText.fresh}
          </Button>
        </Tooltip>
        <Tooltip label={benchText.forkHelp}>
          <Button variant="default" size="compact-xs" leftSection={<IconCopy size={14} aria-hidden />} onClick={forkEnvironment}>
            {benchText.fork}
          </Button>
        </Tooltip>
        {isChangedBuiltIn(environment) && (
          <Tooltip label={text.environment.revert}>
            <ActionIcon variant="default" size={24} aria-label={text.environment.revert} onClick={() => void revertEnvironment()}>
              <IconRestore size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Group>
  );
}

function Loaded() {
  const info = useSandbox((state) => state.info);
  const busy = useSandbox((state) => state.busy);
  return (
    <Text size="xs" c="dimmed" role="status">
      {busy || !info ? text.environment.checking : text.environment.ok(info.name, info.skills.length)}
    </Text>
  );
}
