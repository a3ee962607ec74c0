/** Chinese words of why a link to a project cannot be opened. */
import type { Damage, linkFaults } from '../../../en/faults/document/link.ts';
import type { Translated } from '../../../forms/translated.ts';

const COPY_AGAIN = '有些程序转发链接时会截短或改动它。请重新复制完整的链接，或者请对方给你项目文件。';

const DAMAGE: Readonly<Record<Damage, string>> = {
  kind: '它没有说明自己是怎样制作的。',
  characters: '它含有无效字符，或者字符太少。',
  content: '它无法解压。',
  end: '它的结尾缺失。',
};

const broken = (why: string) => ({ message: `这个链接无法打开：${why}`, hint: COPY_AGAIN });

export const linkFaultsZh: Translated<typeof linkFaults> = {
  E_LINK_SIZE: (of) =>
    broken('characters' in of ? `它有 ${of.characters} 个字符；最多读取 ${of.most} 个。` : `它解压后超过 ${of.mostBytes / 2 ** 20} MiB。`),
  E_LINK_DAMAGED: ({ found }) => broken(DAMAGE[found]),
  E_LINK_ENVIRONMENT: ({ id, known }) => ({
    message: `这个链接指的是另一个版本的工作台所附带的环境「${id}」；在这里${known ? '它并不相同' : '没有这个环境'}。`,
    hint: '用制作这个链接的工作台打开它，或者请对方给你包含环境代码的链接，或者项目文件。',
  }),
  E_LINK_FUTURE: ({ version, reads }) => ({
    message: `这个链接由更新的工作台制作（种类 ${version}；这一版最多读到 ${reads}）。`,
    hint: '用制作它的工作台打开。',
  }),
};
