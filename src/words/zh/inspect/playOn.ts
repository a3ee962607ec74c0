/** Chinese words of what replays of an imported run need: a model and an environment, which a person brings. */
import type { playOnText } from '../../en/inspect/playOn.ts';
import type { Translated } from '../../forms/translated.ts';

const episodes = (count: number): string => `${count} 个回合`;
const messages = (count: number): string => `${count} 条消息`;
const listed = (names: readonly string[]): string => names.join('、');

export const playOnZh: Translated<typeof playOnText> = {
  other: '重放使用的内容……',
  nothing: {
    title: '这需要一个模型和一个环境',
    hint: '这次运行的文件里有文字和数字，但既没有模型，也没有环境。请自备基座模型、它的适配器和给出同样题目的环境，这个视图就能像对自己的运行一样使用。',
  },
  unmatched: {
    title: '这个回合不能重放',
    hint: '自备的环境里，没有一道题的文字与这一道相同。请另选一个回合，或换上含有这些题目的环境或数据。',
  },
  obstacles: {
    no_text: '有一条消息的文字未知',
    other_speaker: '说话的智能体或次序与自备的团队不同',
    ended: '环境在它的最后一条消息之前就结束了回合',
    goes_on: '环境在它的最后一条消息之后还在继续',
  },
  obstacle: (why) => `按录下的原样重放时，${why}。其他回合也许可以；也可以换一支团队或一个环境。`,
  telling: '正在按录下的原样重放这个回合……',
  retell: '按录下的原样重放',
  check: '检查',
  checkAgain: '再检查一次',
  unchecked: '还没有检查这是否适合这次运行。',
  checking: '正在检查',
  details: '详情……',
  with: (parts) => `重放使用：${parts.join('；')}。`,
  environment: (project, file) => `项目「${project}」的环境 ${file}`,
  bases: (names) => `基座模型 ${listed(names)}`,
  baseAlone: '不带适配器：按所作的选择，每个智能体只用自己的基座模型',
  adapters: (from, after, roles) => `「${from}」在第 ${after} 次迭代之后的适配器（${listed(roles)}）`,
  otherBase: (theirs, ours) => `这些适配器把基座模型叫作 ${listed(theirs)}；从形状看与 ${listed(ours)} 相配，但无法判断是不是同一个。`,
  others: (roles) => `${listed(roles)} 用不带适配器的基座模型`,
  team: { project: '提示词按项目的团队拼成', files: '团队按这次运行的文件所述' },
  matched: (matched, of, share) => `${episodes(of)}中，环境认得 ${matched} 个（${share}）的题目${matched < of ? '；其余的不能重放' : ''}。`,
  found: {
    told: (told, of) => `检查过的 ${of} 个中，${told} 个可以按录下的原样重放。`,
    not: (count, why) => `${episodes(count)}不能：${why}。`,
    rewards: (same, of) => `${episodes(of)}中，环境对 ${same} 个给出了录下的奖励。`,
    noRewards: '环境是否给出录下的奖励不得而知：文件里没有奖励。',
    otherRewards: '所以它与当时给这次运行发奖励的环境不完全相同，重放得到的奖励也会不同。',
    prompts: (same, of) => `${messages(of)}中，这里拼成的提示词对 ${same} 条包含了当时读到的全部内容，且次序一致。`,
    noPrompts: '这里拼成的提示词是否与当时读到的相同不得而知：文件里没有提示词。',
    otherPrompts: '所以智能体在这里读到的，与录制时读到的不同。',
    encoded: (encoded, of) =>
      encoded === 0 ? '所有消息都保留录下的词元。' : `${messages(of)}中，${encoded} 条由文字重新转成了基座模型的词元。`,
    logprobs: (difference, count, tokens) =>
      `录下的对数概率与自备模型的平均相差每词元 ${difference} nat（${messages(count)}，${tokens} 个词元）；接近 0 就是同样的权重。`,
    noLogprobs: '这些权重是否就是当时说话的权重不得而知：没有按这个基座模型自己的词元记录的对数概率可供比较。',
  },
  dialogue: {
    title: (run, brought) => (brought ? `重放「${run}」所用的内容` : `重放「${run}」需要什么`),
    close: '关闭',
    intro: '重放、沙普利值，以及检验状态值多少，都要让团队再次开口，让环境再次发放奖励。所以它们需要这次运行的文件里没有的东西。',
    environment: '环境、数据和设置',
    environmentHelp: '取自一个项目。要用你自己的：在「环境」里连同数据行和评分器一起设好，再选择当前打开的项目。',
    open: (name) => `当前打开的项目「${name}」`,
    team: '团队',
    teams: { project: '项目的', files: '按这次运行的文件所述' },
    teamHelp: {
      project: '项目的提示词、连接和采样设置；其智能体的名称与这次运行的相同。',
      files: '文件里找到的系统提示词和连接；采样设置和轮次取自项目。',
    },
    base: '基座模型',
    projectBase: (names) => (names.length === 0 ? '项目的' : `项目的（${listed(names)}）`),
    baseHelp: '你的另一个基座模型，来自文件夹或 Hub：请先在「训练 → 基座模型」里打开它。',
    speaks: '由谁来说',
    adapters: { given: '适配器', none: '基座模型本身' },
    choose: '选择适配器所在的文件夹……',
    chosen: (name, count) => `「${name}」：${count} 个适配器`,
    noAdapters: (name) => `「${name}」里没有 PEFT 适配器（adapter_config.json 与 adapter_model.safetensors）。`,
    whose: (role) => `${role} 的适配器`,
    top: '（文件夹本身）',
    alone: '无：只用它的基座模型',
    after: '迭代之后',
    afterHelp: '保存它们时，这次运行已走的步数。',
    start: '查找题目并保留',
    replaces: '它会取代之前自备的内容；用那些内容试过的结果随之清除。',
    chooseProject: '选择项目',
    refused: {
      project: '请选择提供环境的项目。',
      speaks: '请指定由谁来说：适配器，还是基座模型本身。',
      folder: '请选择适配器所在的文件夹。',
      nobody: '请指定它是谁的适配器。',
    },
    doing: {
      reading: (iteration) => `正在读取第 ${iteration} 次迭代的回合……`,
      matching: (seen, of) => `正在查看环境的题目：${seen} / ${of}……`,
      keeping: '正在保留……',
      checking: '正在重放录下的回合……',
    },
    remove: '移除',
    asProject: '作为项目打开',
    asProjectHelp: '自备的团队、基座模型、环境和设置，可以查看，也可以从这里继续训练。',
    removeHelp: '这次运行仍是导入时的样子；用它的回合试过的结果随之清除。',
  },
  cancel: '取消',
};
