/** Names of what can run plans, as the `--backend` flag, the status line and `run.json` spell them. */
export const BACKENDS = ['auto', 'webgpu', 'wasm', 'tfjs-webgpu', 'tfjs-webgl', 'tfjs-wasm', 'tfjs-cpu'] as const;
export type BackendChoice = (typeof BACKENDS)[number];

/** What the choice of a backend measured: one small training step on one of the candidates. */
export interface BackendMeasurement {
  readonly backend: Exclude<BackendChoice, 'auto'>;
  /** The GPU that was there; what was measured beside another one does not count. */
  readonly device: string;
  /** Null when it did not start or did not finish here. */
  readonly milliseconds: number | null;
}

/** Which executor runs and why, for the status line and `run.json`. */
export interface BackendReport {
  readonly backend: Exclude<BackendChoice, 'auto'>;
  /** One sentence: why this one. */
  readonly reason: string;
  /** Device or build, such as an adapter's description or `SIMD`. */
  readonly device: string;
  /** Workers that compute; 1 where there are none beside the one that trains. */
  readonly workers: number;
  /** Whether it was held to the build whose numbers are the same on every host. */
  readonly reproducible?: boolean;
  /** What the choice was measured with, when it was. */
  readonly measurements?: readonly BackendMeasurement[];
}
