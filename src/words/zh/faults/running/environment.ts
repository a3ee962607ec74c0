/** Chinese words of what is wrong with what environment code handed back, and with the module itself. */
import type { environmentFaults, Seen } from '../../../en/faults/running/environment.ts';
import type { Translated } from '../../../forms/translated.ts';

type Result = Parameters<typeof environmentFaults.E_ENV_RESULT>[0];
type Module = Parameters<typeof environmentFaults.E_ENV_MODULE>[0];

const kilobytes = (length: number): string => `${(length / 1024).toFixed(length < 10 * 1024 ? 1 : 0)} KB`;

function seen(value: Seen): string {
  switch (value.is) {
    case 'nothing':
      return '没有值';
    case 'null':
      return 'null';
    case 'object':
      return '一个对象';
    case 'list':
      return `${value.length} 项的列表`;
    case 'text':
      return `${value.length} 个字符的文本`;
    case 'shown':
      return value.shown;
  }
}

const MUST_BE = {
  number: '有限的数',
  text: '文本',
  flag: ' true 或 false',
  skills: '以名称为键、以数为值的对象',
  info: '对象',
} as const;

function result(of: Result): { readonly message: string; readonly hint?: string } {
  switch (of.found) {
    case 'number':
    case 'text':
    case 'flag':
    case 'skills':
    case 'info':
      return { message: `${of.path} 必须是${MUST_BE[of.found]}，得到的却是：${seen(of.got)}。` };
    case 'missing':
      return { message: `缺少 ${of.path}。`, hint: '「没有」请用 null 表示。' };
    case 'proto':
      return { message: `${of.path} 有一个名为 __proto__ 的键。`, hint: '请换一个键。' };
    case 'empty':
      return {
        message: `${of.path} 是空对象。`,
        hint: '请给整个团队一个值，或者按角色名各给一个值。',
      };
    case 'lost':
      return { message: `${of.path} 写成 JSON 再读回之后与原来不同。` };
    case 'depth':
      return { message: `${of.path} 的嵌套超过 ${of.most} 层。` };
    case 'long_value':
    case 'long_text':
      return {
        message: `${of.path} 长 ${kilobytes(of.length)}；最多允许 ${kilobytes(of.most)}。`,
        ...(of.found === 'long_value' && { hint: '请只保留回合所需要的内容。' }),
      };
    case 'entries':
      return { message: `${of.path} 有 ${of.entries} 项；最多允许 ${of.most} 项。` };
    case 'no_object':
      return { message: `${of.hook}() 必须返回含有 ${of.fields.join('、')} 的对象，得到的却是：${seen(of.got)}。` };
    case 'field':
      return {
        message: `${of.hook}() 返回了名为 ${of.field} 的字段，但没有任何地方读取它。`,
        hint:
          of.field === 'done'
            ? '请改写 `terminated`（任务已结束）或 `truncated`（中途截断）。'
            : `认识的字段：${of.known.join('、')}。其他内容请放进 ${of.hook === 'step' ? 'info 或 state' : 'state'}。`,
      };
    case 'graph':
      return {
        message: `${of.path} 无法当作图读取：${of.reason}。`,
        hint: '请返回 { edges: [{ from, to }, …], speaks: [role, …] }（speaks 可以省略），或者返回 null，表示用团队自己的图。',
      };
    case 'skill':
      return {
        message: `step().skills["${of.name}"] 不是这个模块的技能。`,
        hint: `请把 '${of.name}' 加进默认导出的 \`skills\` 列表。`,
      };
    case 'level':
      return { message: `step().skills["${of.name}"] 必须在 0 和 1 之间，得到的却是 ${of.level}。` };
  }
}

function ofModule(of: Module): { readonly message: string; readonly hint?: string } {
  switch (of.found) {
    case 'export':
      return {
        message: `默认导出必须是含有 name、description、reset 和 step 的对象，得到的却是：${seen(of.got)}。`,
        hint: '请用 `export default { name: …, reset(…) {…}, step(…) {…} }` 结束这个文件。',
      };
    case 'text':
      return {
        message: `${of.name} 必须是文本，得到的却是：${seen(of.got)}。`,
        hint: `请在默认导出里加上 \`${of.name}: '…'\`。`,
      };
    case 'long_text':
      return { message: `${of.name} 超过 ${of.most} 个字符。` };
    case 'hook':
      return {
        message: `${of.hook} 必须是函数，得到的却是：${seen(of.got)}。`,
        ...(of.needed && { hint: `请在默认导出里加上 \`${of.hook}({ … }) { … }\`。` }),
      };
    case 'field':
      return {
        message: `默认导出有名为 ${of.field} 的字段，但没有任何地方读取它。`,
        hint: `认识的字段：contract、name、description、splits、skills、reset、step、${of.optional.join('、')}。辅助函数请放在它旁边，即模块的顶层。`,
      };
    case 'contract':
      return { message: `contract 必须是 ${of.known}，得到的却是：${seen(of.got)}。`, hint: '请省略它，或者写 `contract: 1`。' };
    case 'splits':
      return { message: `splits 必须是含有 train 和 test 的对象，得到的却是：${seen(of.got)}。` };
    case 'split_name':
      return {
        message: `splits 有名为 ${of.split} 的字段，但没有任何地方读取它。`,
        hint: '数据划分有两个：train 和 test。',
      };
    case 'split':
      return { message: `splits.${of.split} 必须是从 1 起的整数或 'unlimited'，得到的却是：${seen(of.got)}。` };
    case 'split_size':
      return {
        message: `splits.${of.split} 最多可有 ${of.most} 道题目，得到的却是 ${of.size}。`,
        hint: "题目按需生成时，请写 'unlimited'。",
      };
    case 'skills':
      return { message: `skills 必须是名称的列表，得到的却是：${seen(of.got)}。` };
    case 'many_skills':
      return { message: `skills 有 ${of.skills} 个名称；最多允许 ${of.most} 个。` };
    case 'skill':
      return { message: `skills[${of.index}] 必须是 1 到 80 个字符的名称，得到的却是：${seen(of.got)}。` };
    case 'skill_twice':
      return { message: `skills 里 '${of.name}' 出现了两次。` };
  }
}

const HOOKS = 'docs/environments.md#the-hooks 说明每个钩子接收什么、返回什么。';
const FILE = 'docs/environments.md#the-file 说明一个文件要导出什么。';

export const environmentFaultsZh: Translated<typeof environmentFaults> = {
  E_ENV_RESULT: (of) => ({ hint: HOOKS, ...result(of) }),
  E_ENV_MODULE: (of) => ({ hint: FILE, ...ofModule(of) }),
  E_ENV_VERSION: ({ contract, known }) => ({
    message: `这个环境是为更新的工作台编写的：它写明 contract ${contract}，而这一版只认识 ${known}。`,
    hint: '请在更新的工作台里打开它，或者按 docs/environments.md 所述的 contract 修改它。',
  }),
};
