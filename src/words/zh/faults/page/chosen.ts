/** Chinese words of what is wrong with folders and files that are dropped, or chosen in a field of the page. */
import type { chosenFaults } from '../../../en/faults/page/chosen.ts';
import type { Translated } from '../../../forms/translated.ts';

export const chosenFaultsZh: Translated<typeof chosenFaults> = {
  E_FOLDER_FILES: ({ folder, files }) => ({
    message: `文件夹「${folder}」中的文件超过 ${files} 个，太多了，打不开。`,
    hint: '请选择一次运行的文件夹。',
  }),
  E_DOCUMENT_SIZE: ({ folder, files, bytes }) => ({
    message: `文件夹「${folder}」中的文件超过 ${files} 个，或超过 ${bytes / 2 ** 20} MiB，太多了，打不开。`,
  }),
  E_MODEL_NAME: ({ name }) => ({
    message: `工作台自带一个名为「${name}」的基座，其他项目在使用它。`,
    hint: '请给文件夹改名，然后再次选择它。',
  }),
  E_MODEL_FOLDER: () => ({
    message: '那个文件夹里既没有 config.json，也没有 .gguf 文件，所以不含模型。',
    hint: '请选择含有 config.json、tokenizer.json 和 *.safetensors 的文件夹，或只含一个 .gguf 文件的文件夹。',
  }),
  E_MODEL_SIZE: ({ bytes, most }) => ({
    message: `那个文件夹有 ${Math.round(bytes / 2 ** 20)} MiB；一个浏览器标签页能承受 ${most / 2 ** 20} MiB。`,
    hint: '请选择较小的模型，或在终端中训练。',
  }),
  E_DATASET_OTHER: ({ name, digest, expected }) => ({
    message: `「${name}」是另一个文件：它的 SHA-256 以 ${digest} 开头，项目所指的以 ${expected} 开头。`,
    hint: '请选择项目所指的文件，或改用这一个。',
  }),
  E_FILE_SIZE: ({ bytes }) => ({
    message: `这个文件大于 ${bytes / 2 ** 20} MB。`,
    hint: '请使用其中一部分，或在终端中热启动。',
  }),
  E_SWEEP_SEED: () => ({ message: '种子是整数，用逗号分隔。' }),
};
