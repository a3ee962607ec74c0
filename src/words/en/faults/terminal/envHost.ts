/** What is wrong with what a program asks the host of episodes in an exported package for verifiers. */

export const envHostFaults = {
  E_HOST_LINE: ({ line }: { readonly line: string }) => ({
    message: `This line is no JSON object: ${line}`,
    hint: 'Send one request a line.',
  }),
  E_HOST_LONG: ({ most }: { readonly most: number }) => ({
    message: `A line was longer than ${most} characters, and was left out.`,
    hint: 'Send fewer calls in one request.',
  }),
  E_HOST_VERSION: ({ given, ours }: { readonly given: string; readonly ours: number }) => ({
    message: `The request speaks protocol ${given}; this host speaks ${ours}.`,
    hint: 'Use the files of one package together: host.py and env_host.mjs are made for each other.',
  }),
  E_HOST_REQUEST: ({ at, said }: { readonly at: string; readonly said: string }) => ({
    message: `The request is not as the protocol has it${at === '' ? '' : `, at ${at}`}: ${said}`,
  }),
  E_HOST_PROBLEM: ({ split, index }: { readonly split: string; readonly index: number }) => ({
    message: `problems.jsonl has no problem ${index} in its ${split} split.`,
  }),
  E_HOST_EPISODE: ({ episode }: { readonly episode: string }) => ({
    message: `No episode ${episode} is being played.`,
    hint: 'It ended, failed or was closed, or another host opened it.',
  }),
  E_HOST_EPISODES: ({ most }: { readonly most: number }) => ({
    message: `${most} episodes are being played already, the most that one host takes.`,
    hint: 'Close those that are not played on.',
  }),
  E_HOST_SAID: ({ said, waits }: { readonly said: readonly number[]; readonly waits: readonly number[] }) => ({
    message: `The episode waits for messages ${waits.join(', ') || '(none)'}, and was told ${said.join(', ')}.`,
    hint: 'Answer all that was asked, each once.',
  }),
};
