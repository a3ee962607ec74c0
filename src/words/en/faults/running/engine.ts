/** What keeps the engine from starting or going on computing. */

/** The first number that was not finite. */
type Diverged =
  | { readonly found: 'logit' | 'critic_gradient' }
  | { readonly found: 'gradient'; readonly step: number }
  | { readonly found: 'metric'; readonly name: string };

function whatDiverged(of: Diverged): string {
  switch (of.found) {
    case 'logit':
      return 'a logit of the model';
    case 'critic_gradient':
      return 'the gradient of the critic';
    case 'gradient':
      return `the gradient of step ${of.step}`;
    case 'metric':
      return `the metric ${of.name}`;
  }
}

/** What may be changed about a project so that it takes less memory: only what is named. */
export interface FittingChange {
  readonly weights?: 'bf16' | 'q8' | 'q4';
  readonly kvCache?: 'f16';
  /** Messages of so many times fewer tokens. */
  readonly shorter?: number;
  /** Episodes of an iteration. */
  readonly episodes?: number;
  /** Messages of a batch of a warm start. */
  readonly rows?: number;
  /** Layers of a base that is yet to be made. */
  readonly layers?: number;
  /** Workers of the engine. */
  readonly workers?: number;
}

function changed({ weights, kvCache, shorter, episodes, rows, layers, workers }: FittingChange): string {
  const parts = [
    weights && `base weights in ${weights}`,
    kvCache && `the KV cache in ${kvCache}`,
    shorter && `messages of at most ${shorter === 2 ? 'half' : 'a quarter of'} the tokens`,
    episodes && (episodes === 1 ? 'one episode at a time' : `${episodes} episodes an iteration`),
    rows && (rows === 1 ? 'batches of one example' : `batches of ${rows} examples`),
    layers && (layers === 1 ? 'one layer' : `${layers} layers`),
    workers && (workers === 1 ? 'one worker (--workers 1)' : `${workers} workers (--workers ${workers})`),
  ].filter((part) => typeof part === 'string');
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '');
}

/** What does not fit, as the subject of a sentence. */
const WORK = {
  training: 'This',
  questions: 'Asking this run’s team',
  warm_start: 'This warm start',
  comparison: 'Comparing this base’s weights',
} as const;
/** Where there is too little room. */
const WHERE = {
  worker: (room: string) => `in one WebAssembly memory, which can have ${room}`,
  memories: (room: string) => `and does not fit layer by layer into eight WebAssembly memories, each of which can have ${room}`,
  device: (room: string) => `of memory, and this device has ${room}`,
} as const;
/** What to do where no setting makes it fit. */
const NOTHING = {
  training: 'No setting makes it fit; take a smaller base model, or shorter prompts.',
  questions: 'Choose the backend “webgpu” where there is a graphics processor, or ask on a machine with more memory.',
  comparison:
    'The base has to be read as its folder stores it. Choose the backend “webgpu” where there is a graphics processor, or compare on a machine with more memory.',
  warm_start:
    'No setting makes it fit; train adapters rather than the base, or take a smaller base model (a new one: a smaller hidden size or vocabulary).',
} as const;

const gib = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(2)} GiB`;

export const engineFaults = {
  /** Known from the estimate, before anything runs. `bytes`: what is needed, of it `parameters` and `cache`; `room`: what there is. */
  E_MEMORY_PLAN: ({
    found,
    work = 'training',
    bytes,
    room,
    parameters,
    cache,
    change,
    after,
  }: {
    readonly found: 'worker' | 'memories' | 'device';
    readonly work?: 'training' | 'questions' | 'warm_start' | 'comparison';
    readonly bytes: number;
    readonly room: number;
    readonly parameters: number;
    readonly cache: number;
    readonly change: FittingChange | null;
    readonly after: number | null;
  }) => ({
    message: `${WORK[work]} needs about ${gib(bytes)} ${WHERE[found](gib(room))}: ${gib(parameters)} are parameters, ${gib(cache)} the KV cache.`,
    hint: change && after !== null ? `It fits in ${gib(after)} with ${changed(change)}.` : NOTHING[work],
  }),
  /** `workers`: how many compute in the memory, where they are several. */
  E_MEMORY: ({ bytes, workers = 1 }: { readonly bytes: number; readonly workers?: number }) => ({
    message: `This needs ${Math.ceil(bytes / 2 ** 20)} MiB of memory, more than WebAssembly can get here.`,
    hint: `Use shorter prompts or answers, fewer episodes at once, ${workers > 1 ? `fewer workers than ${workers} (--workers in the terminal), ` : ''}or a smaller base model.`,
  }),
  E_BACKEND: ({
    backend,
    found,
  }: {
    readonly backend: string;
    readonly found: 'no_simd' | 'no_adapter' | 'refused' | 'packed' | 'cache';
  }) => {
    switch (found) {
      case 'no_simd':
        return {
          message: `The backend ${backend} could not start: this host has no WebAssembly SIMD.`,
          hint: 'Choose the backend "auto", or a current browser.',
        };
      case 'no_adapter':
        return {
          message: `This browser offers no WebGPU adapter, so the backend ${backend} cannot start.`,
          hint: 'Choose the backend "auto" or "tfjs-wasm", or open the page in a current Chrome with a GPU.',
        };
      case 'packed':
        return {
          message: `The backend ${backend} reads base weights in f32 only; the project holds them in fewer bits.`,
          hint: 'Choose the backend "wasm", "webgpu" or "auto", or hold the base’s weights in f32.',
        };
      case 'cache':
        return {
          message: `The backend ${backend} keeps keys and values in f32 only; the project keeps them in 16 bits.`,
          hint: 'Choose the backend "wasm", "webgpu" or "auto", or keep the KV cache in f32.',
        };
      case 'refused':
        return { message: `The backend ${backend} could not start here.`, hint: 'Choose the backend "auto".' };
    }
  },
  /** Training that has left the numbers a computer can hold. */
  E_DIVERGED: (of: Diverged) => ({
    message: `Training diverged: ${whatDiverged(of)} is not a finite number.`,
    hint: 'Continue from an earlier checkpoint with a lower learning rate, or with gradient clipping and the KL gate on.',
  }),
  E_GPU_ERROR: () => ({
    message: 'The graphics device refused a computation.',
    hint: 'Choose the backend "tfjs-wasm", and please report this with the detail below.',
  }),
  E_GPU_LOST: () => ({
    message: 'The graphics device was lost, so the computation stopped.',
    hint: 'Start again from the last checkpoint; if it happens again, choose the backend "tfjs-wasm".',
  }),
  E_WORKER: (of: { readonly found: 'failed' | 'stopped'; readonly said: string } | { readonly found: 'closed' }) =>
    of.found === 'failed'
      ? { message: `A worker of the engine failed: ${of.said}.` }
      : {
          message: `A worker of the engine stopped: ${of.found === 'closed' ? 'it was closed' : of.said}.`,
          hint: 'Continue from the last checkpoint; if it happens again, choose fewer workers or a smaller base model.',
        },
};
