/** Chinese words of what is wrong with files and folders that are opened on the page. */
import type { openedFaults } from '../../../en/faults/page/opened.ts';
import { shortPrint } from '../../../forms/saidOfBase.ts';
import type { Translated } from '../../../forms/translated.ts';

export const openedFaultsZh: Translated<typeof openedFaults> = {
  E_FILE_UNKNOWN: ({ folder }) => ({
    message: `文件夹「${folder}」打不开。`,
    hint: '可以打开的有：运行（含 project.json 和 metrics.jsonl），其他训练器的运行（TRL、verl、prime-rl、verifiers 和 AReaL 的采样，追踪记录，曲线），适配器（PEFT 文件夹），以及 crew 团队；基座模型在「训练 → 基座模型」下选择。',
  }),
  E_DOCUMENT_SIZE: ({ name, bytes }) => ({
    message: `「${name}」大于 ${bytes / 2 ** 20} MB，超过任何一个此类文件。`,
    hint: '请选择项目的 JSON 文件，或一次运行的 zip。',
  }),
  E_BASE_CARRIED: ({ name, found, told }) => ({
    message: `这个文件中的基座「${name}」不是其项目所说的那个：它的指纹以 ${shortPrint(found)} 开头，项目所说的以 ${shortPrint(told)} 开头。`,
    hint: '没有采用其中任何内容。这个文件有人改动过，或是手工拼成的：请重新索取一份。',
  }),
  E_BASE_OTHER: ({ name }) => ({
    message: `这个浏览器中已有一个名为「${name}」的基座，与这次运行附带的不同。`,
    hint: '请删除那一个或给它改名（「训练 → 基座模型」），然后再次打开这次运行。',
  }),
};
