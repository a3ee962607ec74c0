/** Readers of what services record and trackers keep, in the order in which they are asked: rows that nobody knows come last. */
import { metricsReader } from '../curves/metricsLines.ts';
import { tfeventsReader } from '../curves/tfevents.ts';
import { trackioReader } from '../curves/trackio.ts';
import { wandbReader } from '../curves/wandb.ts';
import type { RunReader } from '../reader.ts';
import { unknownRowsReader } from '../rows/unknownRows.ts';
import { langfuseReader } from '../traces/langfuse.ts';
import { langSmithReader } from '../traces/langSmith.ts';
import { openTelemetryReader } from '../traces/openTelemetry.ts';
import { phoenixReader } from '../traces/phoenix.ts';

export const SERVICE_READERS: readonly RunReader[] = [
  tfeventsReader,
  trackioReader,
  openTelemetryReader,
  langSmithReader,
  phoenixReader,
  langfuseReader,
  wandbReader,
  metricsReader,
  unknownRowsReader,
];
