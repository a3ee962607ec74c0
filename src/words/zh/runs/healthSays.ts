/** Chinese sentences of the warnings about a run. */
import type { healthSaysEn } from '../../en/runs/healthSays.ts';
import type { Translated } from '../../forms/translated.ts';

export const healthSaysZh: Translated<typeof healthSaysEn> = {
  sources: {
    dead_reward: '策略梯度需要有差别的奖励（DAPO，Yu 等 2025，§3.2：动态采样）',
    idle_groups: '组内没有差别，GRPO 就没有优势（Shao 等 2024，§4.1；DAPO §3.2）',
    over_optimised: '奖励下降而 KL 增长（Gao、Schulman 与 Hilton 2022；docs/results.md 的崩溃部分）',
    not_rising: '两个平均值相差不到两个标准误，就无法区分；docs/warnings.md',
    step_too_large: '近似 KL 是崩溃的早期征兆（Schulman 等 2017，§4；Spinning Up 在 0.015 处停止；docs/results.md）',
    far_from_base: '以策略与参考模型的 KL 衡量漂移（Ziegler 等 2019，§2；Gao 等 2022）',
    clip_saturated: '裁剪比例（Schulman 等 2017，§3；Andrychowicz 等 2021）',
    gate_refuses: 'MARFT 最初的代码（R1）中的 KL 门限',
    gradient_limited: '按范数裁剪梯度（Pascanu 等 2013，§3.2）',
    rate_collapsed: '按 KL 调整学习率（docs/results.md）；学习率只降不升，说明所要求的步子太大',
    entropy_collapse: '熵崩溃（Yu 等 2025，DAPO §3.1；Cui 等 2025）',
    entropy_rise: '熵掉头上升，是崩溃的最后一个征兆（docs/results.md）',
    critic_blind: '解释方差小于零：还不如预测一个常数（Stable-Baselines3，logger；CleanRL，`losses/explained_variance`）',
    critic_reads_alike: '集中式评论家多读到的，是智能体看不到的东西（MAPPO，Yu 等 2022；docs/credit.md，评论家读什么）',
    cut_off: '过长的消息（Yu 等 2025，DAPO §3.4）',
    misrouted: '动态调度需要能够执行的调用（SII-MARFT，R3；docs/teams.md）',
    turned: '把每个智能体的话换成它对另一道题说的话（docs/credit.md，谁挽回、谁搞砸）',
  },

  found: {
    stepTooLarge: (role, kl, window, usual) =>
      `一次迭代使「${role}」移动了 ${kl} nat 的 KL（${window} 次迭代的中位数）；自适应学习率下通常不超过 ${usual}。崩溃就是这样开始的，不过有些结局良好的运行也是。`,
    farFromBase: (role, kl, window) =>
      `「${role}」离它的基座模型每词元 ${kl} nat（${window} 次迭代的中位数）；这里健康的团队几乎都在 1 以下。`,
    clipSaturated: (role, share, window) =>
      `裁剪去掉了「${role}」${share} 的决策的梯度（${window} 次迭代的平均），一次更新因此白费了许多。`,
    gateRefuses: (role, share, gate) => `KL 门限拒绝了「${role}」${share} 的步（门限 ${gate}），所以它只从每个批次的一小部分学习。`,
    gradientLimited: (role, limit, iterations, usual) =>
      `最近 ${iterations} 次迭代里，「${role}」的梯度每次都超过上限 ${limit}（通常为 ${usual}），所以它的长度不再说明什么。`,
    rateCollapsed: (role, rate, share, set) =>
      `防护措施把「${role}」的学习率压在 ${rate}，只有设定值 ${set} 的 ${share}，因为它的步子总是走得太远。`,
    entropyCollapse: (role, start, now, reward) =>
      `「${role}」说的话几乎不再变化（熵 ${start} → ${now} nat / 词元），而平均奖励停在 ${reward}，所以找不到更好的。`,
    entropyRise: (role, start, now) => `「${role}」说的话越来越随机（熵 ${start} → ${now} nat / 词元）。`,
    notRising: (late, reward, early, first, why) =>
      `最近 ${late} 次迭代的平均奖励（${reward}）与最初 ${early} 次的（${first}）无法区分。${why}`,
    paidAlike: (grouped, window, reward) =>
      `最近 ${window} 次迭代里，每${grouped ? '个组' : '个批次'}内得到的奖励都一样（平均奖励 ${reward}），所以奖励什么也教不了。`,
    hardlyPaid: (reward, window) =>
      `团队几乎得不到奖励（${window} 次迭代的平均奖励为 ${reward}），所以几乎没有什么可强化的。从没见过这类题目的基座模型，碰运气也很少答得对。`,
    idleGroups: (share, grouped) => `有 ${share} 的${grouped ? '组' : '批次'}，各回合得到的奖励都一样，所以什么也教不了。`,
    criticBlind: (iterations, explained) =>
      `最近 ${iterations} 次迭代里，评论家对回报的预测还不如回报的平均值（解释方差 ${explained}），所以优势的噪声比不用它还大。`,
    criticReadsAlike: (window) =>
      `最近 ${window} 次迭代里，评论家读到的和发言者自己读到的逐词元相同：这里没有任何东西对谁隐藏，所以「评论家读取」不起作用。`,
    overOptimised: (window, best, iteration, now, kl) =>
      `${window} 次迭代的平均奖励从第 ${iteration} 次迭代时的 ${best} 降到 ${now}，而与基座模型的 KL 从 ${kl[0]} 变为 ${kl[1]}：团队已经过了它的最佳状态。`,
    cutOff: (role, share) => `「${role}」有 ${share} 的消息写到上限就截断了，所以读到的、得到奖励的只是半条消息。`,
    misroutedByRouter: (share) => `路由器有 ${share} 的消息无法执行：其中有一个词不是任何当值智能体的名字。这样的消息什么也不开放。`,
    misrouted: (share, untagged, unknown) =>
      `调度者有 ${share} 的消息无法执行：${untagged} 既没有 <call>name</call> 也没有 <done/>，${unknown} 点的不是当值的智能体。这样的消息会结束这一轮，谁也没有调用到。`,
    overrides: (role, won, most, next) =>
      `「${role}」盖过了其他智能体：最近问过的回合中赢了 ${won} 个，它换成对另一道题说的话时会输掉 ${most}，而换成其他任何一个智能体时至多输掉 ${next}。`,
    bypassed: (role, won, share) =>
      `几乎没有什么取决于「${role}」说的话：最近问过的回合中赢了 ${won} 个，它换成对另一道题说的话时会输掉 ${share}。`,
    shareWithin: (share, low, high) => `${share}（${low} 至 ${high}）`,
  },

  why: {
    hardlyMoved: (drift) => `各智能体几乎没有移动：离基座模型至多每词元 ${drift} nat。`,
    nothingToChoose: (entropy) => `各智能体每次说的几乎一样（熵至多每词元 ${entropy} nat），所以没有可选的。`,
    unread: (agents) =>
      `从智能体读到的，几乎看不出它会说什么：${agents.map(({ role, read }) => `「${role}」（${read}）`).join('、')}，单位是每条消息的 nat，0 表示无论读到什么都一样。所以它答不了题。`,
    mistakes: (agents, mistaken, right, problems) =>
      `${agents > 1 ? '错误会互相抵消' : '它的错误也有奖励'}：每条消息都出错时，一个回合得到 ${mistaken}，都不出错时得到 ${right}（${problems} 道题），所以奖励几乎分不开两者。`,
    wideTokens: (role, characters) =>
      `「${role}」的一个词元代表 ${characters} 个字符：如果题目考的是单个字母或数字，它们已经合并在词元里，看不出来了。`,
    unexplained: (drift) => `各智能体移动了（离基座模型每词元 ${drift} nat），奖励却没有变化：从指标看不出原因。`,
    all: (causes) => causes.join(''),
  },

  remedies: {
    slowerTo: (rate) => `减小学习率，例如 ${rate}。`,
    slower: '减小学习率。',
    faster: '增大学习率。',
    adapt: '让学习率随 KL 自适应。',
    useLess: '每个批次少用几遍。',
    fewerEpochs: '减少轮数（epoch）。',
    moreKl: '增大 KL 权重。',
    someKl: '给一个 KL 权重，把它拉回来。',
    rollback: '回滚到最好的快照。',
    rollbackOnFall: '奖励下降时回滚到最好的快照。',
    widerGate: '放宽 KL 门限。',
    higherLimit: '提高上限。',
    steadier: '增加每次迭代的回合数，让梯度更稳定。',
    higherTarget: '提高目标 KL。',
    moreEntropy: '增大熵奖励。',
    lessEntropy: '减小熵奖励。',
    someEntropy: '给一个熵奖励。',
    clipHigher: '放宽 1 以上的裁剪，让少见的词元能够增长。',
    stuck: '冻结的智能体，或每一步都遭门限拒绝的智能体，同样动不了。',
    lessCertain: '或者从一个不那么确定的团队重新开始：热启动时多掺一些错误。',
    warmPrompts: '基座模型只认得制作它时用的提示词：请用现在的提示词给团队热启动。',
    lookAtPrompts: '看看给智能体读的是什么：它需要的东西在里面吗？',
    mistakes: '让 mistake() 错得无法由别的错误弥补，或者只给正确的付奖励。',
    largerGroups: '组大一些，更常有差别。',
    largerBatches: '批次大一些，更常有差别。',
    warmUp: '先给团队热启动，让它时不时能答对。',
    letterByLetter: '换一个几乎逐个字母读写的新基座模型。',
    moreEpisodes: '增加每次迭代的回合数：从少数几个学到的多半是噪声。',
    readEpisodes: '读一读答对和答错的回合：智能体读到别人说的话了吗？团队有可能答对吗？',
    askInspect: '在「检视」里问一问：奖励是谁的消息挣来的（沙普利值），评论家知不知道（评论家检验）。',
    partlyRight: '读几个回合：部分正确的回答，环境给奖励吗？团队有可能答对吗？',
    goBack: '如果它以前学会过，请回到更早的检查点，并减小学习率。',
    withCritic: '带评论家的算法从这样的回合里也能学习。',
    slowerCritic: '减小评论家的学习率。',
    criticFirst: '或者让评论家先学。',
    withoutCritic: '换一种不用评论家的算法。',
    readSpeaker: '让它读发言者的提示词：数值不变。',
    hideSomething: '或者对某些智能体隐藏一些东西（连接、历史、观测），或给环境加上 privileged()。',
    bestCheckpoint: '取最好的检查点，或从那里继续：导出里两者都有。',
    moreTokens: (role) => `给「${role}」更多新词元（智能体编辑器的「采样」）。`,
    ifTheyGrew: '如果消息是在训练中变长的，请减小学习率。',
    showProtocol: (routed) => `在${routed ? '路由器' : '调度者'}的提示词里写明格式；这里自带的小模型不认得它。`,
    warmProtocol: '用遵守这种格式的示范给团队热启动。',
    graphSpeaks: '或者改由依赖图决定谁发言。',
    askTurned: '问一次迭代的回合：「检视」里的「挽回与搞砸」，换成「它对另一道题说的话」。',
    ownCredit: '每条消息各自付奖励，只要环境能说出它值多少。',
    freeze: '把它的适配器冻结一段时间，让其他智能体学会它做的事。',
    whatOthersRead: '看看其他智能体从它那里读到什么：图，以及它们的提示词。',
  },
};
