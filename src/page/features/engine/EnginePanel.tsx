/** What computes and why, how fast, in how much memory; and what the next run would cost. */
import { Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { useDocument } from '../../state/document/document.ts';
import { useEngine, useWakeState } from '../../state/engine/engine.ts';
import type { CostEstimate, MemoryUse } from '../../../../workers/trainer/protocol.ts';
import { formatBytes, formatNumber } from '../../kit/figures/format.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { reworded, serverText, text } from '../../../words/words.ts';
import styles from './engine.module.css';
import { formatDuration, formatLarge, formatRate } from '../../kit/figures/figures.ts';

const words = text.engine;

export function EnginePanel() {
  return (
    <div className={styles.engine}>
      <Now />
      <Measured />
      <Cost />
    </div>
  );
}

function Now() {
  const phase = useEngine((state) => state.phase);
  const report = useEngine((state) => state.report);
  const trainedBy = useEngine((state) => state.trainedBy);
  const rate = useEngine((state) => state.tokensPerSecond);
  const memory = useEngine((state) => state.memory);
  const wake = useWakeState();
  return (
    <Part title={words.now.title}>
      <dl className={styles.facts}>
        <Fact name={words.now.state}>{text.status[phase]}</Fact>
        <Fact name={words.now.backend} none={words.now.backendNone}>
          {report && text.training.backends[report.backend]}
        </Fact>
        {trainedBy && <Fact name={words.now.server}>{serverText.engine(trainedBy.url)}</Fact>}
        {report && <Fact name={words.now.why}>{reworded(report.reason)}</Fact>}
        {report?.device && <Fact name={words.now.device}>{reworded(report.device)}</Fact>}
        <Fact name={words.now.speed} none={words.now.speedNone}>
          {rate !== null && words.now.tokensPerSecond(formatRate(rate))}
        </Fact>
        <Fact name={words.now.memory} none={words.now.memoryNone} help={words.now.memoryHelp}>
          {memory && <Memory memory={memory} />}
        </Fact>
        <Fact name={text.kept.awake.name} help={text.kept.awake.help}>
          {text.kept.awake.states[wake]}
        </Fact>
      </dl>
    </Part>
  );
}

function Memory({ memory }: { readonly memory: MemoryUse }) {
  const { measuredBytes, predictedBytes, isBound } = memory;
  if (predictedBytes === undefined || predictedBytes <= 0) return formatBytes(measuredBytes);
  const percent = Math.round((100 * (measuredBytes - predictedBytes)) / predictedBytes);
  const predicted = formatBytes(predictedBytes);
  const difference = isBound
    ? words.now.ofAtMost(predicted)
    : percent > 0
      ? words.now.above(percent, predicted)
      : percent < 0
        ? words.now.below(-percent, predicted)
        : words.now.asPredicted;
  return (
    <>
      {formatBytes(measuredBytes)}{' '}
      <Text span fz="inherit" c="dimmed">
        {difference}
      </Text>
    </>
  );
}

function Measured() {
  const measurements = useEngine((state) => state.measurements);
  const chosen = useEngine((state) => state.report?.backend);
  return (
    <Part title={words.measured.title} help={words.measured.help}>
      {measurements.length === 0 && <p className={styles.none}>{chosen ? words.measured.none : words.measured.noneYet}</p>}
      {measurements.length > 0 && (
        <dl className={styles.facts}>
          {measurements.map(({ backend, milliseconds }) => (
            <Fact key={backend} name={text.training.backends[backend]} strong={backend === chosen} none={words.measured.failed}>
              {milliseconds !== null && words.measured.milliseconds(formatNumber(milliseconds))}
            </Fact>
          ))}
        </dl>
      )}
    </Part>
  );
}

function Cost() {
  const cost = useEngine((state) => state.cost);
  return (
    <Part title={words.cost.title} help={words.cost.help}>
      {cost ? <CostFacts cost={cost} /> : <p className={styles.none}>{words.cost.none}</p>}
    </Part>
  );
}

function CostFacts({ cost }: { readonly cost: CostEstimate }) {
  const iterations = useDocument((state) => state.document.training.iterations);
  const { secondsPerIteration: seconds, atMost } = cost;
  const most = atMost?.secondsPerIteration;
  return (
    <dl className={styles.facts}>
      <Fact name={words.cost.parameters}>{formatLarge(cost.parameters)}</Fact>
      <Fact name={words.cost.trainable}>{formatLarge(cost.trainable)}</Fact>
      <Fact name={words.cost.flops}>
        {formatLarge(cost.flopsPerIteration)} {words.cost.flopsUnit}
        {atMost && <AtMost>{`${formatLarge(atMost.flopsPerIteration)} ${words.cost.flopsUnit}`}</AtMost>}
      </Fact>
      <Fact name={words.cost.seconds} none={words.cost.secondsNone}>
        {seconds !== undefined && (
          <>
            {formatDuration(seconds)}{' '}
            <Text span fz="inherit" c="dimmed">
              {words.cost.total(formatDuration(seconds * iterations), iterations)}
            </Text>
            {most !== undefined && (
              <AtMost>{`${formatDuration(most)} ${words.cost.total(formatDuration(most * iterations), iterations)}`}</AtMost>
            )}
          </>
        )}
      </Fact>
      <Fact name={words.cost.memory}>
        {formatBytes(cost.memoryBytes)}
        {cost.memories !== undefined && (
          <Text span fz="inherit" c="dimmed">
            {' '}
            {words.cost.memories(cost.memories)}
          </Text>
        )}
        {atMost && <AtMost>{formatBytes(atMost.memoryBytes)}</AtMost>}
      </Fact>
      {cost.dispatches !== undefined && (
        <Fact name={words.cost.dispatches}>
          {formatLarge(cost.dispatches)}
          {atMost?.dispatches !== undefined && <AtMost>{formatLarge(atMost.dispatches)}</AtMost>}
        </Fact>
      )}
    </dl>
  );
}

/** What it costs at most, behind what it is likely to. */
function AtMost({ children }: { readonly children: string }) {
  return (
    <Text span fz="inherit" c="dimmed">
      {' '}
      {words.cost.atMost(children)}
    </Text>
  );
}

interface PartProps {
  readonly title: string;
  readonly help?: string;
  readonly children: ReactNode;
}

function Part({ title, help, children }: PartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.part}>
      <div className={styles.head}>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {help && <HelpButton title={title} what={help} />}
      </div>
      {children}
    </section>
  );
}

interface FactProps {
  readonly name: string;
  readonly help?: string;
  readonly strong?: boolean;
  /** What stands in the place of a value that is not known. */
  readonly none?: string;
  readonly children: ReactNode;
}

function Fact({ name, help, strong, none, children }: FactProps) {
  const known = children !== null && children !== false && children !== undefined;
  return (
    <div className={styles.fact} data-strong={strong}>
      <dt>
        {name}
        {help && <HelpButton title={name} what={help} />}
      </dt>
      <dd className={known ? undefined : styles.none}>{known ? children : none}</dd>
    </div>
  );
}
