/** Chinese words of settings that nothing reads: why, as a sentence, and what to change so that they are, as the rest of a sentence. */
import type { unreadFaults, unreadReasons } from '../../../en/faults/document/unread.ts';
import type { Translated } from '../../../forms/translated.ts';

export const unreadReasonsZh: Translated<typeof unreadReasons> = {
  // Of the team’s settings, and of each agent’s.
  graphSpeaks: { because: '由图决定谁发言。', remedy: '选择另一种调度方式' },
  routesOnce: { because: '路由器每一轮只写一条消息。', remedy: '选择调度者' },
  contextsCoincide: {
    because: '按现在的连线，无论选哪一种，每个智能体看到的消息都一样。',
    remedy: '换一种方式连接智能体',
  },
  ownBlocks: { because: '提示词按工作台自己的分块排列。', remedy: '选择模型的对话模板' },
  nothingCalled: { because: '调用不会得到回应。', remedy: '允许一条消息至少调用一次' },
  noEarlierTurns: { because: '回合只有一轮（时限 1），所以没有更早的轮次。', remedy: '允许更多轮次' },
  noLaterTurns: { because: '回合只有一轮（时限 1），所以没有更晚的轮次。', remedy: '允许更多轮次' },
  everybodySeesAll: {
    because: '由调度者决定谁发言，而在这种上下文下，人人都看得到说过的一切。',
    remedy: '让智能体只看到上游或直接前驱',
  },
  oneByOne: {
    because: '没有两个智能体在同一轮发言，而连线不会让人看到其他轮次的内容。',
    remedy: '让两个智能体在同一轮发言',
  },
  orchestratorSpeaks: {
    because: '每一轮都由调度者开场，它调用的每个智能体说完后它也要发言。',
    remedy: '让另一个智能体担任调度者',
  },
  frozenAdapter: { because: '冻结的适配器不走优化步。', remedy: '解冻它' },
  oneToken: { because: '它的消息只有一个词元。', remedy: '允许更多词元' },
  takesNoTime: { because: '这个智能体不花时间。', remedy: '给它设每词元时间' },
  neverWaits: { because: '它所等待的智能体都不花时间。', remedy: '把一个花时间的智能体连接到它' },
  waitsForAll: { because: '它没有等待上限。', remedy: '给它设一个' },
  oneTurn: { because: '在时限之内，第一轮之后没有别的轮次。', remedy: '提高时限' },
  // Of the settings of the training.
  noRatio: {
    because: 'REINFORCE 和 RLOO 用普通的策略梯度，没有可裁剪或可加权的概率比。',
    remedy: '选择这两个以外的算法',
  },
  decoupledOff: { because: '解耦损失关闭着，所以不计算行为权重。', remedy: '打开解耦损失' },
  notClipped: { because: '这种策略损失没有这样的裁剪。', remedy: '选择 PPO 的裁剪作为策略损失' },
  notSapo: { because: '只有 SAPO 有软门。', remedy: '选择 SAPO 作为策略损失' },
  notByCovariance: {
    because: '这种策略损失不这样使用协方差。',
    remedy: '在 Clip-Cov 和 KL-Cov 中，选择读取它的那一种作为策略损失',
  },
  oneStepAlike: {
    because: '一轮（epoch）、一个小批量就是一步，走这一步时概率比为 1，除 Clip-Cov 外所有策略损失的推力都一样。',
    remedy: '使用更多轮（epoch）或小批量',
  },
  messagesCountOnce: {
    because: '在消息级，一条消息是一个决策，不论长短都只算一次。',
    remedy: '选择 TPPO，或者词元级',
  },
  oneAdapter: { because: '只训练一个适配器。', remedy: '训练第二个适配器' },
  notGrpo: { because: '只有 GRPO 会对所比较的量作除法。', remedy: '选择 GRPO' },
  adaptiveEntropyOff: { because: '自适应熵奖励关闭着。', remedy: '打开它' },
  noNormLimit: { because: '梯度没有上限。', remedy: '给梯度范数设一个上限' },
  noTrainerScores: {
    because: '解耦损失和采样修正都没有给采样结果重新计算概率，所以没有训练器与采样器的概率比。',
    remedy: '打开其中一个',
  },
  noGroupsToResample: {
    because: '每道题目只做一次，而单独一个回合没有差异可言。',
    remedy: '让几个回合组成一组',
  },
  correctionOff: { because: '采样修正关闭着，所以不计算权重。', remedy: '打开采样修正' },
  samplesAsItTrains: {
    because: '滞后为 0 时，所训练的策略就是采样的那个，所以两者的概率比除舍入外都是 1。',
    remedy: '让训练滞后',
  },
  playsInStep: {
    because: '滞后为 0 时，更新开始时的策略就是采样的那个，所以解耦损失就是普通的损失。',
    remedy: '让训练滞后',
  },
  oneStepNoClip: {
    because: '一轮（epoch）、一个小批量就是一步，走这一步时概率比为 1，裁剪不起作用。',
    remedy: '使用更多轮（epoch）或小批量',
  },
  levelByName: {
    because: 'TPPO 和 COMA 逐词元决策，APPO 逐消息决策，这由名称决定。',
    remedy: '选择其他算法',
  },
  noMessageProbability: {
    because: '在词元级，不会算出一条消息的对数概率。',
    remedy: '选择 APPO，或者消息级',
  },
  noRunningMean: {
    because: '没有回报与滑动平均相比。',
    remedy: '选择以角色的滑动平均为基线的 REINFORCE',
  },
  noChoiceOfBaseline: { because: '只有 REINFORCE 可以选择基线。', remedy: '选择 REINFORCE' },
  nothingCompared: {
    because: '回报之间不作比较。',
    remedy: '选择 GRPO、RLOO，或者以批次或组为基线的 REINFORCE',
  },
  noPlayingOn: {
    because: '只有 VinePPO、C3 和差分奖励会从回合中途续演。',
    remedy: '选择其中之一',
  },
  nothingElseSaid: {
    because: '只有 C3 和 COMA 会让智能体在每条消息的位置上另说别的消息。',
    remedy: '选择其中之一',
  },
  playedOnUndiscounted: {
    because: '信用来自续演时，它针对的是全部奖励，不打折扣。',
    remedy: '选择其他算法',
  },
  biasCancels: {
    because: '每个奖励都与同类的其他奖励相比，所以给所有奖励加上一个常数会抵消。',
    remedy: '选择带评论家的算法并且不减去奖励的平均值，或者裁剪奖励',
  },
  callsCancel: {
    because: '每个回合的消息数相同，而且回报之间互相比较，所以每条消息的代价会抵消。',
    remedy: '选择带评论家的算法，或者让智能体结束回合或互相调用',
  },
  meanCancels: {
    because: '回报之间互相比较，所以从所有回报中减去一个平均值会抵消。',
    remedy: '选择带评论家的算法，或者用奖励除以它们的标准差',
  },
  playedOnCredits: {
    because: '信用来自续演时，它是一条消息使平均奖励改变了多少，奖励按环境给出的算。',
    remedy: '选择其他算法',
  },
  playedOnNoLength: {
    because: '靠续演得到的价值不含长度或调用的惩罚。',
    remedy: '选择其他算法，或者让环境从奖励里扣除它们',
  },
  noOverlongBuffer: { because: '没有过长缓冲，消息就不为长度付出代价。', remedy: '设置过长缓冲' },
  worthsNoKl: {
    because: '整条消息的价值不含其词元的 KL，所以用这个算法时，KL 是损失中的一项。',
    remedy: '选择其他算法',
  },
  oneDecision: {
    because: '在消息级，一条消息是一个决策，内部没有什么可打折扣。',
    remedy: '选择 TPPO，或者词元级',
  },
  noTrace: {
    because: '这个算法没有迹：它用整个回报，或者靠续演得到的结果。',
    remedy: '选择 TPPO、APPO 或 COMA',
  },
  noShareAtHandOver: { because: '只有「步骤折扣」策略会在每次交接时付出一份。', remedy: '选择这种信用分配策略' },
  oneMessageATurn: {
    because: '每一轮只有一条消息，它得到全部奖励，和「均等」一样。',
    remedy: '让两个智能体在同一轮发言，或者给各步设一个折扣',
  },
  perStepCredit: {
    because: '逐步信用付给单条消息，所以没有自己的奖励与团队奖励之分。',
    remedy: '选择其他信用分配策略',
  },
  sharesCancel: {
    because: '只有团队的全部回报算数，而份额只是在团队内部移动奖励。',
    remedy: '选择带评论家的算法，或者按智能体和轮次分组',
  },
  chainOfOne: { because: '只有一个智能体的团队只有一条链，选哪一种都一样。', remedy: '添加一个智能体' },
  everybodyHears: {
    because: '每条消息都由紧接着的那一条最先听到，所以按听到的次序和按发言的次序是同一条链。',
    remedy: '删除一些连线，使某些智能体发言时互相听不到',
  },
  klGoesNowhere: { because: 'KL 权重是 0，所以只测量与基座模型的 KL，却不用在任何地方。', remedy: '给 KL 一个权重' },
  adaptiveKlOff: { because: '自适应 KL 权重关闭着。', remedy: '打开它' },
  adaptiveRateOff: { because: '自适应学习率关闭着。', remedy: '打开它' },
  nothingToRefuse: {
    because: '一轮（epoch）、一个小批量就是一步，走这一步时 KL 为 0，所以 KL 门限没有什么可拒绝。',
    remedy: '使用更多轮（epoch）或小批量，或者让 KL 门限撤销优化步',
  },
  klGateOff: { because: 'KL 门限关闭着。', remedy: '给 KL 门限一个阈值' },
  nothingToLeaveOut: {
    because: '一轮（epoch）、一个小批量就是一步，走这一步时 KL 为 0，所以没有后面的步可跳过。',
    remedy: '使用更多轮（epoch）或小批量',
  },
  rollbackOff: { because: '回滚关闭着。', remedy: '打开它' },
  constantSchedule: { because: '恒定的学习率，终值就是初值。', remedy: '选择线性或余弦的学习率调度' },
  oneTrained: { because: '只训练一个智能体，所以没有谁可与它轮换。', remedy: '训练第二个智能体' },
  trainedAtOnce: { because: '所有智能体同时训练。', remedy: '给逐个智能体训练设一个间隔' },
  noCritic: {
    because: '不训练评论家：这个算法比较整个回报，或者续演。',
    remedy: '选择 TPPO、APPO，或者以评论家为基线的 REINFORCE',
  },
  oneCriticStep: {
    because: '评论家只走一步，从采样时的价值出发，裁剪不起作用。',
    remedy: '使用更多轮（epoch）、小批量或评论家的步数',
  },
  linearHead: { because: '线性头没有隐藏层。', remedy: '选择 MLP 头' },
  noCriticAdapters: { because: '只有每个智能体一个 LoRA 的评论家才有自己的适配器。', remedy: '选择这种评论家' },
  evaluationsOff: { because: '评估关闭着。', remedy: '给「评估间隔」设一个迭代次数' },
  nobodyAsked: { because: '不问谁挽回、谁搞砸。', remedy: '给「每隔多久问谁挽回」设一个迭代次数' },
  // Of the compat switches.
  noValuesCarried: {
    because: '没有评论家，就没有价值从一条消息传到下一条。',
    remedy: '选择 TPPO、APPO，或者以评论家为基线的 REINFORCE',
  },
  transcriptRead: {
    because: '代替中断回合余下部分的是全团队的对话记录，而评论家处处都读它。',
    remedy: '让评论家读取发言者所读的内容',
  },
  ownChains: {
    because: '它在一个智能体交接给下一个的地方切断串行链，而这里没有信用沿着它流动。',
    remedy: '选择全团队的信用链',
  },
  oneSpeaksFirst: {
    because: '第一轮只有一个智能体发言，所以其中没有交接。',
    remedy: '让另一个智能体也在第一轮发言',
  },
  alone: { because: '单个智能体在一轮之内没有交接。', remedy: '添加一个智能体' },
  trainedSoAlready: {
    because: '每个智能体本来就读到同一轮里在它之前说过的一切，并据此训练。',
    remedy: '删除一些连线，使某个智能体读不到在它之前说过的话',
  },
  readSoAlready: { because: '每个智能体本来就读到在它之前说过的一切。', remedy: '删除一些连线，或者隐藏更早的轮次' },
  tokenBufferOnly: {
    because: '只有 R1 的词元级缓冲区会保留更早的迭代留在其中的内容。',
    remedy: '选择 TPPO，或者词元级',
  },
  notNormalised: {
    because: '优势没有归一化，而它只影响优势的平均值和标准差。',
    remedy: '对优势作归一化',
  },
  noHuberLoss: { because: '没有 Huber 损失。', remedy: '用 Huber delta 训练评论家' },
  noLeftover: { because: '小批量能整除回合数。', remedy: '选择会留下余数的数目' },
  untemperedAlready: {
    because: '每个智能体都以温度 1 从完整的分布采样，这本来就是未计温度的分布。',
    remedy: '改变一个智能体的采样',
  },
  oneChunk: { because: '一个小批量就是一份。', remedy: '把梯度累积分成不止一份' },
  countedByMessages: { because: '在消息级，一行本来就按消息数计算。', remedy: '选择 TPPO，或者词元级' },
  noMeanOverTokens: {
    because: '损失不是全部词元上的一个平均值，所以各行不按词元数计算。',
    remedy: '按词元聚合损失，并跨越所有适配器',
  },
  paysTeam: { because: '「均等」策略付给团队，而不是单个步。', remedy: '选择步骤折扣或逐步信用' },
  meanLostAnyway: {
    because: '它失去的平均值，在比较回报时反正也会减去。',
    remedy: '选择带评论家的算法，或者用奖励除以它们的标准差',
  },
  noGroupedStepRewards: {
    because: '只有单步奖励在组内归一化时，它才有作用。',
    remedy: '改成那样，并使用步骤折扣或逐步信用',
  },
  notByAdapter: {
    because: '近端策略和带 LoRA 的评论家都没有逐个适配器地计算。',
    remedy: '使用解耦损失，或者那种评论家',
  },
  noTeacher: { because: '没有智能体有教师。', remedy: '选择一个' },
  teacherAlone: {
    because: '学到的只来自教师，而不来自奖励。',
    remedy: '把教师加到奖励的优势上',
  },
  noOrchestrator: { because: '没有调度者。', remedy: '选择动态调度' },
  orchestratorFrozen: { because: '调度者已经冻结。', remedy: '解冻它' },
  orchestratorShares: {
    because: '调度者与别人共用适配器，而 R3 确实会训练共用的适配器。',
    remedy: '给它自己的适配器',
  },
};

export const unreadFaultsZh: Translated<typeof unreadFaults> = {
  E_SETTING_UNREAD: ({ subject, value, usual, why }) => ({
    message: `「${subject}」的值是「${shown(value)}」，但没有任何地方读取它：${unreadReasonsZh[why].because}`,
    hint: `请设回「${shown(usual)}」，或${unreadReasonsZh[why].remedy}。`,
  }),
};

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? '开' : '关';
  if (value === null || value === '') return '空';
  if (!Array.isArray(value)) return String(value);
  if (value.some((entry) => typeof entry === 'object')) return '已设置';
  return value.join('、') || '空';
}
