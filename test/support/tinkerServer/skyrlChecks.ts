/** What SkyRL checks of a body before it takes it (pydantic), and how it says what is wrong: 422 with `detail[].msg`. */
import { z } from 'zod';
import { Answered } from './flavour.ts';
import { adamSchema, configSchema, datumSchema, loraSchema, promptSchema, samplingSchema } from './messages.ts';

const LOSSES = ['cross_entropy', 'importance_sampling', 'ppo', 'gspo', 'cispo', 'ppo_critic', 'dppo'] as const;
export type SkyrlLoss = (typeof LOSSES)[number];

const CONFIG_KEYS: Readonly<Record<SkyrlLoss, readonly string[]>> = {
  cross_entropy: [],
  importance_sampling: [],
  ppo: ['clip_high_threshold', 'clip_low_threshold', 'value_clip'],
  gspo: ['clip_high_threshold', 'clip_low_threshold'],
  cispo: ['clip_high_threshold', 'clip_low_threshold'],
  ppo_critic: ['value_clip'],
  dppo: ['delta_high', 'delta_low'],
};

const URL = 'https://errors.pydantic.dev/2.13/v';
const NAME = /^[a-zA-Z0-9_-]+$/;
const AT_LEAST_0 = 'Input should be greater than or equal to 0';

const name = z.string().regex(NAME, `String should match pattern '${NAME.source}'`).max(255);
const seqId = z.int().nullish();
const beta = z.number().min(0, AT_LEAST_0).lt(1, 'Input should be less than 1').optional();

export const passSchema = z.object({
  data: z.array(datumSchema),
  loss_fn: z.enum(LOSSES),
  loss_fn_config: configSchema.nullish(),
});

export const SKYRL_BODIES = {
  session: z.object({ session_id: z.string() }),
  model: z.object({ model_id: z.string() }),
  create: z.object({ session_id: z.string(), base_model: z.string(), lora_config: loraSchema.extend({ rank: z.int() }) }),
  pass: z.object({ model_id: z.string(), seq_id: seqId }),
  step: z.object({
    model_id: z.string(),
    seq_id: seqId,
    adam_params: adamSchema.extend({
      learning_rate: z.number().min(0, AT_LEAST_0).optional(),
      beta1: beta,
      beta2: beta,
      eps: z.number().gt(0, 'Input should be greater than 0').optional(),
      weight_decay: z.number().min(0, AT_LEAST_0).optional(),
    }),
  }),
  publish: z
    .object({ model_id: z.string(), path: name.nullish(), sampling_session_seq_id: z.int().nullish(), seq_id: seqId })
    .refine(
      ({ path, sampling_session_seq_id: session, seq_id: seq }) => path || (session != null && seq != null),
      "Value error, Either 'path' or both 'sampling_session_seq_id' and 'seq_id' must be provided",
    ),
  save: z.object({ model_id: z.string(), path: name }),
  load: z.object({ model_id: z.string(), path: z.string(), optimizer: z.boolean().default(true), seq_id: seqId }),
  sample: z
    .object({
      num_samples: z.int().default(1),
      prompt: promptSchema,
      sampling_params: samplingSchema,
      base_model: z.string().nullish(),
      model_path: z.string().nullish(),
      sampling_session_id: z.string().nullish(),
      seq_id: seqId,
      prompt_logprobs: z.boolean().nullish(),
    })
    .refine(
      ({ base_model: base, model_path: path, sampling_session_id: session, seq_id: seq }) =>
        session != null ? seq != null : (base == null) !== (path == null),
      "Value error, When 'sampling_session_id' is not provided, exactly one of 'base_model' or 'model_path' must be provided",
    ),
  future: z.object({ request_id: z.string() }),
  path: z.object({ tinker_path: z.string() }),
};

/** The body as `schema` has it; throws the answer 422 that says what does not fit. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, at: readonly string[] = ['body']): T {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  throw unfit(
    error.issues.map(({ message, path, code }) => {
      const input = path.reduce<unknown>((inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value);
      const isMissing = code === 'invalid_type' && input === undefined;
      return { type: isMissing ? 'missing' : 'value_error', loc: [...at, ...path], msg: isMissing ? 'Field required' : message, input };
    }),
  );
}

/** What `forward` and `forward_backward` are to compute, under `field` of their body. */
export function checkedPass(body: Readonly<Record<string, unknown>>, field: string): z.infer<typeof passSchema> {
  const input = body[field];
  const { loss_fn: loss } = z.looseObject({ loss_fn: z.unknown() }).catch({ loss_fn: undefined }).parse(input);
  if (loss !== undefined && !LOSSES.some((known) => known === loss)) {
    const expected = `${LOSSES.slice(0, -1)
      .map((known) => `'${known}'`)
      .join(', ')} or '${LOSSES.at(-1)}'`;
    const type = 'literal_error';
    throw unfit([
      { type, loc: [field, 'loss_fn'], msg: `Input should be ${expected}`, input: loss, ctx: { expected }, url: `${URL}/${type}` },
    ]);
  }
  const pass = checked(passSchema, input, [field]);
  const allowed = CONFIG_KEYS[pass.loss_fn];
  const invalid = Object.keys(pass.loss_fn_config ?? {})
    .filter((key) => !allowed.includes(key))
    .sort();
  if (invalid.length > 0) {
    const list = (keys: readonly string[]) => `[${keys.map((key) => `'${key}'`).join(', ')}]`;
    const msg =
      allowed.length > 0
        ? `Value error, Invalid loss_fn_config keys for loss_fn='${pass.loss_fn}': ${list(invalid)}. Allowed keys: ${list(allowed)}.`
        : `Value error, loss_fn='${pass.loss_fn}' does not accept loss_fn_config keys. Received: ${list(invalid)}.`;
    throw unfit([{ type: 'value_error', loc: [field], msg, input, ctx: { error: {} }, url: `${URL}/value_error` }]);
  }
  return pass;
}

const unfit = (detail: readonly object[]): Answered => new Answered({ status: 422, body: { detail } });
