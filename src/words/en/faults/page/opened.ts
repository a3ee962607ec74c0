/** What is wrong with files and folders that are opened on the page. */

import { shortPrint } from '../../../forms/saidOfBase.ts';

export const openedFaults = {
  E_FILE_UNKNOWN: ({ folder }: { readonly folder: string }) => ({
    message: `The folder “${folder}” cannot be opened.`,
    hint: 'Runs (with project.json and metrics.jsonl), runs of other trainers (rollouts of TRL, verl, prime-rl, verifiers and AReaL, traces, curves), adapters (PEFT folders) and crews can be opened; base models are chosen under Training → Base model.',
  }),
  E_DOCUMENT_SIZE: ({ name, bytes }: { readonly name: string; readonly bytes: number }) => ({
    message: `“${name}” is larger than ${bytes / 2 ** 20} MB, larger than any file of that kind.`,
    hint: 'Choose the project’s JSON file, or the zip of one run.',
  }),
  E_BASE_CARRIED: ({ name, found, told }: { readonly name: string; readonly found: string; readonly told: string }) => ({
    message: `The base “${name}” in this file is not the one that its project tells of: its fingerprint begins with ${shortPrint(found)}, the project’s with ${shortPrint(told)}.`,
    hint: 'Nothing was taken. The file was changed or put together by hand: ask for it again.',
  }),
  E_BASE_OTHER: ({ name }: { readonly name: string }) => ({
    message: `This browser already has a different base called “${name}” than the one that comes with this run.`,
    hint: 'Delete or rename that one (Training → Base model), then open the run again.',
  }),
};
