/** What keeps a model of the Hugging Face Hub from being fetched. */
import { type SaidOfBase, saidOfBase } from '../../../forms/saidOfBase.ts';

/** `subject`: the model as `org/name`, or a file of it. */
interface Of {
  readonly subject: string;
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MiB`;

const seconds = (count: number): string =>
  count >= 120 ? `${Math.ceil(count / 60)} minutes` : count === 1 ? '1 second' : `${count} seconds`;

export const hubFaults = {
  E_HUB_NAME: ({ given }: { readonly given: string }) => ({
    message: `“${given}” is not the name of a model on the Hub.`,
    hint: 'It is written org/name, for example HuggingFaceTB/SmolLM2-135M-Instruct, with @ and a branch, tag or commit where one is meant.',
  }),
  /** `host`: of the Hub, or of the mirror that stands for it. */
  E_HUB_OFFLINE: (of: Of & { readonly host: string; readonly begun: boolean }) => ({
    message: `${of.subject}: ${of.host} cannot be reached.`,
    hint: of.begun
      ? 'What has arrived is kept, and fetching goes on from there: check the connection and start it again.'
      : 'Check the connection. Without one, use a model folder that is on this computer already: choose it in the training settings, or pass --base NAME=DIR in the terminal.',
  }),
  E_HUB_MISSING: (of: Of & { readonly missing: 'model' | 'revision' | 'file'; readonly name: string; readonly token: boolean }) => {
    switch (of.missing) {
      case 'model':
        return {
          message: `The Hub has no model ${of.name}${of.token ? '' : ', or only for those who are allowed to see it'}.`,
          hint: of.token ? 'Check how it is written.' : 'Check how it is written. For a private model give a token that may read it.',
        };
      case 'revision':
        return {
          message: `${of.subject} has no revision “${of.name}”.`,
          hint: 'Leave it out for the newest, or look up branches and commits on the model’s page.',
        };
      case 'file':
        return {
          message: `${of.subject}: the Hub lists ${of.name}, but does not have it.`,
          hint: 'Try again later, or take another revision.',
        };
    }
  },
  /** `refused`: a token was given, and its owner has not agreed to the terms. */
  E_HUB_GATED: (of: Of & { readonly refused: boolean; readonly page: string }) => ({
    message: of.refused
      ? `${of.subject} is given only to those who have agreed to its terms, and the owner of this token has not, or the token may not read gated models.`
      : `${of.subject} is given only to those who have agreed to its terms.`,
    hint: of.refused
      ? `Agree at ${of.page}, wait until access is granted, and check that the token may read gated models.`
      : `Agree at ${of.page}, then give a token of yours with the right to read. In the terminal it is taken from HF_TOKEN; it is written nowhere.`,
  }),
  E_HUB_TOKEN: ({ subject }: Of) => ({
    message: `${subject}: the Hub does not accept this token.`,
    hint: 'It may be mistyped, expired or deleted. Make another among the access tokens of your account.',
  }),
  /** `wait`: seconds until the Hub answers again. */
  E_HUB_RATE: (of: Of & { readonly wait: number | null; readonly token: boolean }) => ({
    message: `${of.subject}: the Hub has had too many requests from here${of.wait === null ? '' : ` and answers again in ${seconds(of.wait)}`}.`,
    hint: `What has arrived is kept. Start it again later${of.token ? '' : '; with a token more requests are allowed'}.`,
  }),
  /** `found`: null of a file that is longer than the Hub says. */
  E_HUB_HASH: (of: Of & { readonly file: string; readonly expected: string; readonly found: string | null }) => ({
    message: `${of.subject}: ${of.file} did not arrive as it is: ${of.found === null ? 'it is longer than the Hub says' : `its hash begins with ${of.found.slice(0, 12)}, and the Hub names ${of.expected.slice(0, 12)}`}.`,
    hint: 'It was thrown away. Fetch it again; if that keeps happening, something between here and the Hub changes files.',
  }),
  E_HUB_ANSWER: (
    of: Of &
      (
        | { readonly found: 'listing'; readonly field: string }
        | { readonly found: 'not_json' }
        | { readonly found: 'no_hash'; readonly file: string }
        | { readonly found: 'other_commit'; readonly file: string }
        | { readonly found: 'status'; readonly status: number }
      ),
  ) => {
    const hint = 'Try again later. Where a mirror stands for the Hub, ask whoever runs it.';
    switch (of.found) {
      case 'status':
        return { message: `${of.subject}: the Hub answered with the error ${of.status}.`, hint };
      case 'not_json':
        return { message: `${of.subject}: what answers in the Hub’s place is no Hub: its answer is not JSON.`, hint };
      case 'listing':
        return { message: `${of.subject}: the Hub’s answer about the model is not as expected (${of.field}).`, hint };
      case 'no_hash':
        return { message: `${of.subject}: neither size nor hash of ${of.file} is given, so it could not be checked.`, hint };
      case 'other_commit':
        return { message: `${of.subject}: ${of.file} was offered from another commit than the one asked for.`, hint };
    }
  },
  E_HUB_CONTENTS: (
    of: Of &
      ({ readonly lacks: 'config' | 'weights' | 'safetensors' | 'all but gguf' } | { readonly lacks: 'shard'; readonly file: string }),
  ) => {
    switch (of.lacks) {
      case 'config':
        return {
          message: `${of.subject} has no config.json, so it is no model that can be run here.`,
          hint: 'Look for the original model; docs/models.md#which-models says what can be run.',
        };
      case 'weights':
        return {
          message: `${of.subject} has no weights as model.safetensors or its shards.`,
          hint: 'It may hold adapters or another format alone. Look for the original model.',
        };
      case 'all but gguf':
        return {
          message: `${of.subject} has its weights as GGUF files, and which of them is meant its name does not say.`,
          hint: 'Download one of them and choose it as a file, or take the original model.',
        };
      case 'safetensors':
        return {
          message: `${of.subject} has pickled weights only, and these are not read, because they can run code.`,
          hint: 'Look for a revision or a copy with model.safetensors.',
        };
      case 'shard':
        return { message: `${of.subject}: its index names ${of.file}, which is not there.`, hint: 'Take another revision.' };
    }
  },
  /** `bytes` of a `file`, or of the whole model; `most` can be read here. */
  E_HUB_SIZE: (of: Of & { readonly file: string | null; readonly bytes: number; readonly most: number }) => ({
    message: `${of.subject}: ${of.file === null ? 'the model has' : `${of.file} has`} ${mebibytes(of.bytes)}; at most ${mebibytes(of.most)} can be read here. Nothing of it was fetched.`,
    hint: 'Choose a smaller model.',
  }),
  E_HUB_ROOM: (of: Of & { readonly bytes: number; readonly free: number }) => ({
    message: `${of.subject} needs ${mebibytes(of.bytes)}, and there is room for ${mebibytes(of.free)}.`,
    hint: 'Delete models or runs that are no longer needed, or choose a smaller model.',
  }),
  E_HUB_BUSY: ({ subject }: Of) => ({
    message: `${subject} is being fetched or copied already, in another tab or by another process.`,
    hint: 'Wait for it, or end it there.',
  }),
  E_HUB_UNKEPT: ({ subject, told }: Of & { readonly told?: SaidOfBase | null }) => ({
    message: `${subject} is a model of the Hub that is not here yet.${saidOfBase(told)}`,
    hint: 'Fetch it under Training → Base model → From the Hub, or choose another base.',
  }),
};
