/** Warming a team up before it is trained: from what, with which settings, how it goes, and what becomes of it. */
import { Button, Group, Progress, SimpleGrid, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconFlame, IconPlayerStop } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { missedTarget } from '../../../core/health/warmStart.ts';
import { SHIPPED_BASES } from '../../../core/document/bases.ts';
import { useHeldBack } from '../../state/consent/consent.ts';
import { otherEnvironment, useDocument } from '../../state/document/document.ts';
import { engineStore, isActive, useEngine } from '../../state/engine/engine.ts';
import { isWarming, type WarmState } from '../../state/engine/warmStart.ts';
import { currentRun, runsStore, useRuns } from '../../state/runs/runs.ts';
import { useProjects } from '../../state/projects/projects.ts';
import { useSandbox } from '../../state/environment/sandbox.ts';
import type { WarmSource } from '../../../../workers/trainer/protocol.ts';
import { formatNumber } from '../../kit/figures/format.ts';
import { ReviewButton } from '../../kit/consent/ConsentNotice.tsx';
import { useChecking } from '../../kit/consent/useChecking.ts';
import { Remedies } from '../../kit/remedies/Remedies.tsx';
import { FaultList } from '../../kit/notices/FaultList.tsx';
import { text } from '../../../words/words.ts';
import { type SourceChoice, SourceFields } from './SourceFields.tsx';
import { WarmCurves } from './WarmCurves.tsx';
import { WarmEnd } from './WarmEnd.tsx';
import { type OnInvalid, WarmField } from './WarmField.tsx';
import { FIRST_SETTINGS, OTHER_SETTINGS, proposedName } from '../../state/settings/warmFields.ts';

const words = text.warmStart;

/** What was typed and chosen for one project or environment is nothing to another. */
export function WarmStartPanel() {
  const project = useProjects((state) => state.present);
  const file = useDocument((state) => state.document.environment.file);
  return <Panel key={`${project} ${file}`} />;
}

function Panel() {
  const source = useDocument((state) => state.document.environment.source);
  const trains = useDocument((state) => state.document.warmStart.trains);
  const project = useDocument((state) => state.document.name);
  const base = useDocument((state) => state.document.team.base);
  useChecking(source);
  const [choice, setChoice] = useState<SourceChoice>({ kind: 'environment', file: null, threshold: null });
  const [typed, setTyped] = useState<string | null>(null);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const onInvalid = useCallback<OnInvalid>(
    (field, is) => setInvalid((fields) => [...fields.filter((other) => other !== field), ...(is ? [field] : [])]),
    [],
  );
  const name = typed ?? proposedName(project, base, trains);
  const makes = trains !== 'adapters';
  const badName = makes ? nameFault(name) : null;
  const held = useHeldBack();
  const found = useObstacle(choice);
  const obstacle = held ? text.consent.heldWarm : (found ?? (invalid.length > 0 ? words.obstacles.invalid(invalid) : null));
  const warm = useEngine((state) => state.warm);
  const warming = isWarming(warm);
  // One that goes on is told of wherever one is; what another left is there again with its project.
  const shown = useDocument((state) => (warm && (warming || !otherEnvironment(state.document, warm.document)) ? warm : null));
  return (
    <Stack gap="sm" p="sm">
      <Text size="xs" c="dimmed">
        {words.intro}
      </Text>
      <SimpleGrid minColWidth="180px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm" role="group" aria-label={words.settings}>
        <SourceFields choice={choice} onChange={setChoice} onInvalid={onInvalid} />
        {makes && (
          <TextInput
            label={words.name}
            labelProps={{ fw: 400 }}
            description={words.nameHelp}
            error={badName}
            maxLength={80}
            value={name}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {FIRST_SETTINGS.map((id) => (
          <WarmField key={id} id={id} source={choice.kind} onInvalid={onInvalid} />
        ))}
      </SimpleGrid>
      <Group gap={8}>
        {warming ? (
          <Tooltip label={words.stopHelp}>
            <Button
              variant="default"
              leftSection={<IconPlayerStop size={16} aria-hidden />}
              onClick={() => void engineStore.getState().stop()}
            >
              {words.stop}
            </Button>
          </Tooltip>
        ) : (
          <Button
            leftSection={<IconFlame size={16} aria-hidden />}
            disabled={obstacle !== null || badName !== null}
            onClick={() => void engineStore.getState().warmUp(name, sourceOf(choice))}
          >
            {words.start}
          </Button>
        )}
        {!warming && obstacle && (
          <Text size="xs" c="dimmed" flex={1}>
            {obstacle}
          </Text>
        )}
        {held && <ReviewButton />}
      </Group>
      {shown && <Course warm={shown} />}
      <SimpleGrid minColWidth="180px" autoFlow="auto-fill" spacing="sm" verticalSpacing="sm" role="group" aria-label={words.moreSettings}>
        {OTHER_SETTINGS.map((id) => (
          <WarmField key={id} id={id} source={choice.kind} onInvalid={onInvalid} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** How the newest warm start goes, or went. */
function Course({ warm }: { readonly warm: WarmState }) {
  const { phase, steps, evaluations, budget, result, fault, notices } = warm;
  const missed = result?.missed && missedTarget(result.missed.course);
  const step = steps.at(-1);
  const evaluation = evaluations.at(-1);
  const tokens = (count: number) => count.toLocaleString('en');
  return (
    <Stack gap={8}>
      <Group gap={8} role="status" className="tabular">
        <Text size="xs" fw={600}>
          {words.phases[phase]}
          {result && `. ${words.ended[result.ended]}`}
        </Text>
        {step && (
          <Text size="xs" c="dimmed">
            {words.progress(tokens(step.tokens), tokens(budget))} ·{' '}
            {words.now(formatNumber(step.responseLoss), formatNumber(step.accuracy))}
          </Text>
        )}
        {evaluation && (
          <Text size="xs" c="dimmed">
            {words.reward(evaluation.sampled.toFixed(2), evaluation.standardError.toFixed(2), evaluation.greedy.toFixed(2))}
          </Text>
        )}
      </Group>
      {isWarming(warm) && (
        <Progress
          size={3}
          value={step && budget > 0 ? Math.min(100, (100 * step.tokens) / budget) : 0}
          aria-label={words.progressLabel}
          transitionDuration={0}
        />
      )}
      {notices.map((notice) => (
        <Text key={notice} size="xs" c="dimmed">
          {notice}
        </Text>
      ))}
      {fault && <FaultList faults={[fault]} />}
      {missed && (
        <section aria-label={words.missed}>
          <Text size="xs">{missed.why}</Text>
          <Remedies remedies={missed.remedies} />
        </section>
      )}
      {result && <WarmEnd result={result} project={warm.document.name} />}
      {steps.length > 0 && <WarmCurves warm={warm} />}
    </Stack>
  );
}

/** Why no warm start can begin; null when it can. */
function useObstacle({ kind, file }: SourceChoice): string | null {
  const { obstacles } = words;
  const active = useEngine((state) => isActive(state.phase));
  const source = useDocument((state) => state.document.environment.source);
  const info = useSandbox((state) => state.info);
  const checked = useSandbox((state) => state.checked === source && !state.busy);
  const episodes = useRuns((state) => Object.keys(currentRun(state)?.episodes ?? {}).length);
  if (active) return obstacles.run;
  if (!checked) return obstacles.loading;
  if (!info) return obstacles.broken;
  if (kind === 'environment') return info.hooks.demonstrate ? null : obstacles.demonstrate(info.name);
  if (kind === 'file') return file ? null : obstacles.noFile;
  return episodes > 0 ? null : obstacles.noRun;
}

function nameFault(name: string): string | null {
  if (name.trim() === '') return words.nameEmpty;
  return SHIPPED_BASES.some((shipped) => shipped === name) ? words.nameTaken : null;
}

function sourceOf({ kind, file, threshold }: SourceChoice): WarmSource {
  if (kind === 'file' && file) return { kind, ...file, threshold };
  const run = currentRun(runsStore.getState());
  if (kind !== 'run' || !run) return { kind: 'environment' };
  const { document, bases, episodes } = run;
  return { kind, name: document.name, document, bases, episodes: Object.values(episodes).flat(), threshold };
}
