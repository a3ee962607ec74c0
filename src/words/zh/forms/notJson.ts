/** A file that should be JSON and is none, in Chinese: one sentence in the faults of many kinds of file. */
import type { NotJson } from '../../forms/notJson.ts';

export const notJsonZh = ({ subject, reason }: NotJson): { readonly message: string; readonly hint: string } => ({
  message: `${subject} 不是 JSON 文件（${reason}）。`,
  hint: '请重新下载或导出这个文件。',
});
