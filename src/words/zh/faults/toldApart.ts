/**
 * Faults of which several catalogues have the code, each with values of its own: a fault that is worded again says its code and values alone,
 * so the values tell which sentence is meant.
 */
import { projectFileFaultsZh } from './document/projectFile.ts';
import { sweepFaultsZh } from './document/sweep.ts';
import { datasetFaultsZh } from './files/dataset.ts';
import { fileFaultsZh } from './files/files.ts';
import { runFileFaultsZh } from './files/runFiles.ts';
import { chosenFaultsZh } from './page/chosen.ts';
import { openedFaultsZh } from './page/opened.ts';
import { pageRunFaultsZh } from './page/runs.ts';
import { clientsFaultsZh } from './running/clients.ts';
import { environmentFaultsZh } from './running/environment.ts';
import { runsFaultsZh } from './running/runs.ts';
import { guestFaultsZh, sandboxFaultsZh } from './running/sandbox.ts';
import { sessionFaultsZh } from './running/session.ts';
import { trialFaultsZh } from './running/trial.ts';

type Sentence = (values: never) => { readonly message: string; readonly hint?: string };

/** The sentence of values that have the field `name`, and that of all others. */
const having =
  (name: string, sentence: Sentence, other: Sentence): Sentence =>
  (values) =>
    Object.hasOwn(values, name) ? sentence(values) : other(values);

export const toldApartZh: Readonly<Record<string, Sentence>> = {
  E_ENV_MODULE: having('message', guestFaultsZh.E_ENV_MODULE, environmentFaultsZh.E_ENV_MODULE),
  E_ENV_RESULT: having('message', guestFaultsZh.E_ENV_RESULT, environmentFaultsZh.E_ENV_RESULT),
  E_ENV_ASYNC: having('message', guestFaultsZh.E_ENV_ASYNC, sandboxFaultsZh.E_ENV_ASYNC),
  E_ENV_STATE: having('when', trialFaultsZh.E_ENV_STATE, sandboxFaultsZh.E_ENV_STATE),
  E_ENV_LOST: having('hook', sandboxFaultsZh.E_ENV_LOST, clientsFaultsZh.E_ENV_LOST),
  E_LIBRARY_DIED: having('iteration', pageRunFaultsZh.E_LIBRARY_DIED, clientsFaultsZh.E_LIBRARY_DIED),
  E_RUN_FILE: having('file', pageRunFaultsZh.E_RUN_FILE, runFileFaultsZh.E_RUN_FILE),
  E_RUN_FILE_MISSING: having('path', pageRunFaultsZh.E_RUN_FILE_MISSING, runsFaultsZh.E_RUN_FILE_MISSING),
  E_FILE_UNKNOWN: having('folder', openedFaultsZh.E_FILE_UNKNOWN, fileFaultsZh.E_FILE_UNKNOWN),
  E_CHECKPOINT_MISMATCH: having('trainedOn', runFileFaultsZh.E_CHECKPOINT_MISMATCH, sessionFaultsZh.E_CHECKPOINT_MISMATCH),
  E_DATASET_SPLIT: having('empty', datasetFaultsZh.E_DATASET_SPLIT, sessionFaultsZh.E_DATASET_SPLIT),
  E_DATASET_OTHER: having('digest', chosenFaultsZh.E_DATASET_OTHER, sessionFaultsZh.E_DATASET_OTHER),
  E_DOCUMENT_SIZE: having(
    'most',
    projectFileFaultsZh.E_DOCUMENT_SIZE,
    having('folder', chosenFaultsZh.E_DOCUMENT_SIZE, openedFaultsZh.E_DOCUMENT_SIZE),
  ),
  E_SWEEP_SEED: having('seed', sweepFaultsZh.E_SWEEP_SEED, chosenFaultsZh.E_SWEEP_SEED),
  // Their values are alike, so one sentence is true of all that have the code.
  E_DOCUMENT_JSON: () => ({ message: '读到的内容不是有效的 JSON。', hint: '如果是打开文件，请选择由工作台保存的项目文件。' }),
  E_STORAGE_FULL: () => ({
    message: '这个浏览器已经没有空间留给这个页面了，最新的内容可能没有保存。',
    hint: '请把想保留的内容下载下来；删除不再需要的运行或项目，或在磁盘上腾出空间，然后再试。',
  }),
  E_WORKER_DIED: ({ said }: { readonly said: string }) => ({
    message: `页面的一个工作线程意外停止${said ? `：${said}` : '。'}`,
    hint: '你的项目和已经保存的运行都没有受损，正在训练的运行保留到最后一个检查点为止。再做一次刚才的操作，它就会重新启动；训练则用「继续」接着进行。',
  }),
};
