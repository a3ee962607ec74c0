/** Chinese words of the bug museum. Numbers about effects are evidence links, never typed in; the pseudo-code is ours. */
import type { ExhibitText, museumEn, trainedHereEn } from '../../en/learn/museum.ts';
import type { Translated } from '../../forms/translated.ts';

/** A number of an exhibit's evidence. */
const of =
  (id: string) =>
  (variant: string, what: string): string =>
    `[](evidence:museum-${id}/${variant}/${what})`;

const mask = of('r1_previous_turn_mask');
const stale = of('r1_stale_advantages');
const zeros = of('r1_skip_exact_zeros');
const huber = of('r1_huber_sign');
const half = of('r1_half_precision_adam');
const raw = of('r1_raw_bootstrap');
const leftover = of('r1_drop_leftover');
const untempered = of('r1_untempered_logprobs');
const chunks = of('r1_row_weighted_chunks');
const prompt = of('r3_first_system_prompt');
const transcript = of('r3_linear_transcript');
const linear = of('r3_linear_training');
const lost = of('r3_lost_token_rewards');
const lone = of('r3_lone_group');
const first = of('r3_unstitched_first_tokens');
const orchestrator = of('r3_untrained_orchestrator');

const SAMPLED = 'after.sampled';
const both = (number: (variant: string, what: string) => string, what: string, prefix = ''): string =>
  `无缺陷时 ${number(`${prefix}right`, what)}，有缺陷时 ${number(`${prefix}bug`, what)}`;

const exhibits: Readonly<Record<keyof typeof museumEn.exhibits, ExhibitText>> = {
  r1_previous_turn_mask: {
    gist: '一个轮次里先说话的智能体与奖励断了联系。',
    maths: 'A_t = δ_t + γλ·A_{t+1},   δ_t = r_t + γ·V_{t+1} − V_t',
    code: [
      'for agent in reversed(agents):',
      '  if agent is last: alive = not ended[turn]',
      '! else:             alive = not ended[turn − 1]',
      '  δ = r + γ·alive·V_next − V;  A = δ + γλ·alive·A_next',
    ],
    says: '一个轮次之内什么都没有结束，所以把话交给下一个智能体时，前一个的[优势](term:advantages)必须包含后面发生的事。代码问的却是*上一个*轮次是否已经结束。在一个接一个存放回合的缓冲区里，除了第一个回合，每个回合的第一个轮次都符合这个条件：除了这个轮次里最后说话的，每个智能体的最后一个词元都看不到下一个价值，也看不到奖励，只有 A = −V。',
    case: '规划者两个词元，求解者两个词元；团队得到奖励 1；评论家给出 0.4、0.5、0.6、0.7（γ = 1，λ = 0.95）。',
    unit: '优势',
    rows: { token0: '规划者，词元 1', token1: '规划者，词元 2', token2: '求解者，词元 1', token3: '求解者，词元 2' },
    setting: '规划者和求解者解短应用题，按自带的设置：每次迭代除第一个回合外全都受影响。',
    effect: `除了每次迭代的第一个回合，规划者只从评论家的价值学习；没有奖励传到它那里。最后计划做对得更少：${both(mask, 'series.skill/plan_right.last')}；团队的奖励更低：${both(mask, SAMPLED)}。`,
    bites:
      '一次迭代只含每个环境的一个轮次时无害，R1 的示例脚本就是这样：没有哪个轮次前面还有一个。缓冲区里有几个轮次时，后面每个回合里先说话的智能体都得不到信用。',
    notice: '技能条「plan right」下降。在[检视](place:inspect)的显微镜里，规划者最后一个词元的和里没有下一个价值。',
  },
  r1_stale_advantages: {
    gist: '以前更长的消息留下的优势，仍然算进平均值和标准差。',
    maths: 'Â = (A − mean(A)) / std(A)，   对这个批次的词元',
    code: [
      'A = zeros(episodes, messages, longest)      # 只做一次',
      'each iteration:',
      '! for token in message: A[…, token] = …      # 后面的没有清除',
      '  Â = (A − mean(A≠0)) / std(A≠0)',
    ],
    says: '数组只有覆盖，从不清除。消息的最后一个词元之后，可能还有以前某次迭代里更长的消息留下的值。它们不用于学习，却算进了平均值和标准差，而所有优势都要用这两个数来[归一化](term:normalizedAdvantage)。',
    case: '一条两个词元的消息，优势是 0.5 和 −0.5；同一位置以前是一条四个词元的消息（它的后两个是 2 和 3）。',
    unit: '在这个批次上',
    rows: { mean: '平均值', deviation: '标准差', token0: '归一化后，词元 1', token1: '归一化后，词元 2' },
    setting: '规划者和求解者解短应用题，按自带的设置。',
    effect: `训练之后的奖励：${both(stale, SAMPLED)}。最后求解者的梯度长度：${both(stale, 'series.actor/solver/grad_norm.last')}。两项都无法区分。`,
    bites: '消息变得比以前某次迭代短很多，或优势变得小很多的地方：那时由旧的大数值决定尺度。这里留下了多少，没有测量。',
    notice:
      '从曲线上几乎看不出来。一个批次归一化之后的优势，平均值不再是 0，标准差不再是 1：智能体的学习回执会显示出来，显微镜则说，仅凭这次迭代无法知道它们。',
  },
  r1_skip_exact_zeros: {
    gist: '把恰好为 0 的优势误认成填充。',
    maths: 'Â = (A − mean(A)) / std(A)，   对所有决策',
    code: ['! real = A[A != 0]            # 本意：略去填充', '  Â = (A − mean(real)) / std(real)'],
    says: '辨认填充靠的是数值，而不是掩码。评论家只要学到了一点，优势就几乎不会恰好是 0。没有评论家时却常常是：一[组](term:group)的回合得到的奖励都一样，它的每个词元就都是 0，而这些 0 是真的。',
    case: '四条消息：一组一对一错（+1、−1），另一组全对（0、0）。',
    unit: '在这个批次上',
    rows: {
      mean: '平均值',
      deviation: '标准差',
      token0: '归一化后，对',
      token1: '归一化后，错',
      token2: '归一化后，全对',
      token3: '归一化后，全对',
    },
    setting: 'GRPO，每组 8 个，解短应用题，优势在小批量上再归一化一次。',
    effect: `训练之后的奖励：${both(zeros, SAMPLED)}。训练后期，${zeros('right', 'series.reward/frac_zero_std.last')} 的组得到的奖励都一样，求解者的梯度长度：${both(zeros, 'series.actor/solver/grad_norm.last')}。有缺陷时，归一化只对其余的组进行。逐个种子来看，梯度稍短一些（${zeros('bug', 'series.actor/solver/grad_norm.last.less.right')}）；奖励无法区分。`,
    bites:
      '大多数组什么也教不了时，它使标准差变大，这不一定有害。平均值远离 0、又有许多优势为 0 时才有害：那些优势对应的推力，就比把全部都算进去时更大。',
    notice: '学习回执里有目标函数所用的优势：在一个批次上，它们的标准差小于 1；属于奖励都一样的组的词元越多，就越小。',
  },
  r1_huber_sign: {
    gist: '过于乐观的评论家永远得不到纠正。',
    maths: 'L(e) = ½e²，当 |e| ≤ δ；   更大时 δ·(|e| − ½δ)，   e = 回报 − V',
    code: ['  small = |e| <= δ', '! large = e > δ               # 本意：|e| > δ', '  L = small·½e² + large·δ·(|e| − ½δ)'],
    says: '低于 −δ 的误差两种情形都不算：它们的损失和斜率都是 0。偏低的[价值](term:values)会拉上来；偏高超过 δ 的，就一直留在那里。',
    case: '四种误差下，评论家受到多大的拉力（损失的斜率），δ = 0.1。',
    unit: '斜率',
    rows: { farHigh: 'V 偏高 2', nearHigh: 'V 偏高 0.05', nearLow: 'V 偏低 0.05', farLow: 'V 偏低 2' },
    setting: '规划者和求解者解短应用题，用 Huber 损失，δ = 0.1。R1 的 δ 是 10，奖励为 0 和 1 时永远达不到。',
    effect: `评论家向上漂移：规划者的平均优势最后更低：${both(huber, 'series.critic/advantages/planner/mean.last')}；评论家的解释方差也更低：${both(huber, 'series.critic/vf_explained_var.last')}。训练之后的奖励无法区分：${both(huber, SAMPLED)}。这里的优势经过归一化，它们的平均值因此又减去了；是不是这个原因，没有测量。`,
    bites:
      '评论家的误差超过 δ 的地方。R1 的 δ 是 10，误差几乎不会有这么大：那里的奖励是 0 和 1，连 R2 的 (r − 0.5)·10 也不超过 ±5。还有优势没有减去平均值的地方，那时采到什么，偏高的评论家就把什么往下推：平均来说几乎互相抵消，但每次更新的噪声更大。',
    notice:
      '每个智能体的平均优势远低于 0，而且还在下降；解释方差低于 0，一段时间之后会出现警告「评论家什么也解释不了」；在检视的评论家检验里，评论家的预测几乎处处高于结果。',
  },
  r1_half_precision_adam: {
    gist: 'Adam 的平方对半精度来说太小，于是步长变成 g/ε 倍：梯度为 1e-3 时是一百倍。',
    maths: 'θ ← θ − η·m / (√v + ε),   v = β₂·v + (1 − β₂)·g²',
    code: [
      '  model = model.half()                  # 适配器也一样',
      '! v = half(β₂·v + (1 − β₂)·g²)          # g = 1e-3：1e-9，在这里是 0',
      '! θ = half(θ − η·m / (√v + ε))          # = η/ε·m，而不是约 η',
    ],
    says: '半精度（fp16）里大于 0 的最小的数是 6e-8。梯度为 1e-3 时，平方乘以 1 − β₂ 是 1e-9，变成了 0。分母于是只剩 ε = 1e-5，一步是 η·g/ε，而不是约 η：对这个梯度来说长了一百倍。Adam 不再是 Adam，而是学习率极大的带动量的梯度下降。',
    case: '梯度为 0.1、0.01 和 0.001 时的第一步。',
    unit: '数值',
    rows: {
      largeMoment: 'g = 0.1：v',
      largeStep: 'g = 0.1：步长 ÷ 学习率',
      middleMoment: 'g = 0.01：v',
      middleStep: 'g = 0.01：步长 ÷ 学习率',
      smallMoment: 'g = 0.001：v',
      smallStep: 'g = 0.001：步长 ÷ 学习率',
    },
    setting: '规划者和求解者解短应用题，所有自适应控制都关掉，学习率取通常的 3e-3，以及 3e-5。',
    effect: `取 3e-3，团队毁掉了，最后比开始时还低：${both(half, SAMPLED)}。取它的百分之一 3e-5，情形正相反：没有缺陷时团队几乎不动（在这些迭代里 ${half('slow-right', SAMPLED)}）；有缺陷时最后更高（${half('slow-bug', SAMPLED)}），与取 3e-3 而没有缺陷的团队无法区分。学习率太小和步子太长，在这里互相抵消了。`,
    bites:
      'R1 的学习率 5e-7 对别人没有参考价值：有这个缺陷时，一步的长度是学习率所说的 g/ε 倍，梯度为 1e-3 时一百倍，为 1e-4 时十倍。改正之后的优化器用那个学习率能走多远，这里没有测量。',
    notice:
      '用通常的学习率，与基座的 KL 在最初几次迭代里就猛升（警告「更新太大」和「远离基座模型」）；或者，一次运行在本不该学得动的学习率下学会了。',
  },
  r1_raw_bootstrap: {
    gist: '回合截断之后的价值，读自一段没有任何智能体会读的文字。',
    maths: 'A_T = r_T + γ·V(s_{T+1}) − V(s_T)，   V 取自接下来会出现的提示词',
    code: [
      '  V_now  = critic(profile + history + header)',
      '! V_next = critic(history)              # 没有角色设定，没有消息头',
      '  A = r + γ·V_next − V_now',
    ],
    says: '回合截断的地方，要问评论家它本来还值多少。问的却是光秃秃的状态，没有智能体的角色设定和消息头：这段文字的格式与它训练过的任何文字都不同，所以它的回答没有多少意义。',
    case: '「猜大小」里猜过一次之后，如果回合停在那里，评论家读到什么。',
    unit: '文字',
    rows: { prompt: '文字' },
    setting: '「猜大小」，规则允许猜三次，这里只猜两次，所以大多数回合都会截断；每次迭代 32 个回合。',
    effect: `训练之后的奖励：${both(raw, SAMPLED)}；训练之前是 ${raw('right', 'before.sampled')}：只猜两次，在这么少的迭代里学不到多少，所以也没有多少可以搞坏的。最后评论家的解释方差：${both(raw, 'series.critic/vf_explained_var.last')}。两项都无法区分。`,
    bites:
      '只在回合会截断的地方：环境按自己的规则结束时，什么都不自举。大部分奖励在截断之后时，就会造成危害，如 R1：一次迭代一个轮次，而题目有三个轮次。',
    notice: '最后一个词元之后的价值会跳变：在检视的显微镜里，截断的回合最后一个和里显示下一个价值，它与之前的价值相差很远。',
  },
  r1_drop_leftover: {
    gist: '凑不满一个小批量的回合都扔掉了。',
    maths: '每一轮（epoch）都把全部回合过一遍',
    code: [
      '  size = rows // minibatches',
      '! for part in range(minibatches): rows[part·size : (part+1)·size]',
      '  # rows[minibatches·size :] 不在任何一份里',
    ],
    says: '各小批量用向下取整做成一样大，余下的就略去了。每一轮（epoch）都重新抽取，所以略去的不总是同样的回合；但每一轮用到的回合都比声明的少，有时少得多。',
    case: '31 个回合中，一轮（epoch）从多少个学习。',
    unit: '回合',
    rows: { parts4: '4 个小批量', parts5: '5 个小批量', parts8: '8 个小批量', parts16: '16 个小批量' },
    setting:
      '规划者和求解者解短应用题，31 个回合分成 8 个小批量，只有一轮（epoch）：31 个里丢掉 7 个。优势在整个批次上归一化，所以小批量的大小不影响其他任何东西。',
    effect: `训练之后的奖励，无法区分：${both(leftover, SAMPLED)}。`,
    bites:
      '小批次切成许多份的时候：最多有一半生成的回合，花了代价又扔掉。（优势若在只有一个回合的小批量里归一化，会失去回合的平均值，奖励也随之失去：那是另一回事。）',
    notice: '学习回执：只有一轮（epoch）时，丢掉的回合的词元标为「遗漏」，不在任何小批量里；有几轮时，只有每一轮都丢掉的才这样。',
  },
  r1_untempered_logprobs: {
    gist: '概率比比较的两个策略，哪个都没有上过场。',
    maths: 'ρ = π_new(a) / π_old(a)，   π_old 是抽出 a 的那个分布',
    code: [
      '  a = sample(softmax(logits / 0.5), top_k = 50)',
      '! logp_old = log softmax(logits)[a]       # 温度 1，全部词元',
      '! logp_new = log softmax(logits′)[a]',
    ],
    says: '消息是以[温度](term:temperature) 0.5 从最可能的 50 个词元里采样的，新旧对数概率却以温度 1、在全部词元上计算。[概率比](term:ratio)仍然从 1 开始，所以看上去没有问题；可是得到改进的策略，不是上场的那个。',
    case: '三个词元的 logits 是 2、1 和 0，以温度 0.5 采样：更新所用的概率。',
    unit: '概率',
    rows: { probability0: '词元 1', probability1: '词元 2', probability2: '词元 3' },
    setting: '规划者和求解者解短应用题，采样方式与 R1 相同：温度 0.5，top-k 50。',
    effect: `训练之后的奖励，按训练时的方式采样：${both(untempered, SAMPLED)}；贪心：${both(untempered, 'after.greedy')}。两项都无法区分。求解者与基座的 [KL](term:kl) 高出 ${untempered('bug', 'series.actor/solver/kl_ref.last.less.right')}，但这已经不是距离：有这个缺陷时，基座按温度 1 计算概率，采样的一方按 0.5，所以还什么都没学，这个数就大于 0。`,
    bites: '温度远离 1、top-k 很小、一个批次走好几步的时候：裁剪和 KL 门限所依据的概率比，不是上场的那些策略的概率比。',
    notice: '图表显示的熵（采样所用分布的）低于计算概率所用的策略的熵；由检查点重新算出的对数概率与录下的不一致。',
  },
  r1_row_weighted_chunks: {
    gist: '短消息里的一个词元，比长消息里的一个更有分量。',
    maths: 'L = Σ_词元 损失 / 词元数，   无论怎样分份',
    code: [
      'for part in parts(minibatch):',
      '  loss = 这一份各词元的平均',
      '! loss × (这一份的行数 / 小批量的行数)   # 不是：词元数 / 词元数',
    ],
    says: '为了节省内存，一个小批量分成几份处理，各份的梯度相加。每一份先在自己的词元上取平均，再按自己的行数加权，于是梯度取决于批次怎样切分，而它本不该如此。',
    case: '两份，各一个回合，分别有 3 个和 9 个词元：一个词元的权重。',
    unit: '权重',
    rows: { short: '在 3 个词元的那份里', long: '在 9 个词元的那份里' },
    setting: '规划者和求解者解短应用题，分 32 份累积：每份一个回合，各份的差别达到最大。',
    effect: `训练之后的奖励：${both(chunks, SAMPLED)}；求解者的一条消息的词元数：${both(chunks, 'series.response_length/solver/mean.last')}。两项都无法区分。`,
    bites:
      '份很小、消息长短悬殊的时候：短回答分量更重，消息可能因此变短，而原因与奖励毫无关系。也有特意按消息取平均的（GRPO 就是这样）；这里却取决于份数。',
    notice: '只改份数（累积），别的都不动：曲线应当相同，有缺陷时则不同。',
  },
  r3_first_system_prompt: {
    gist: '只有第一个智能体的系统提示词有人读。',
    maths: 'a_i ~ π_i(· | prompt_i, i 所看到的)',
    code: [
      'tokens = template([system: roles[0].prompt] + problem)',
      'for role in roles:',
      '! tokens += "Now it is {role}’s turn. {role.description}"   # 没有用到 role.prompt',
      '  tokens += generate(tokens)',
    ],
    says: '整个团队共用一段不断变长的文字，开头是第一个角色的提示词。后面的角色只用一行来宣布；它们自己的提示词只存在于配置里。',
    case: '规划者和求解者说话时读过什么。',
    unit: '角色设定',
    rows: { planner: '规划者', solver: '求解者' },
    setting: '规划者和求解者解短应用题，按自带的设置。基座是用两段不同的提示词训练出来的。',
    effect: `训练之前团队得到的更少（${both(prompt, 'before.sampled')}）：求解者听到的是让它做规划者的工作。训练弥补不了，奖励仍然更低：${both(prompt, SAMPLED)}。求解者写出过程的时候更少：${both(prompt, 'series.skill/shows_work.last')}，从最初几次迭代起就是这样。`,
    bites: '提示词说了适配器无法从奖励中学到的东西；各角色除了提示词毫无不同的团队（匿名消融实验比较的正是这几行）；以及训练之前的一切。',
    notice: '读一段提示词：在检视里，消息的提示词逐个词元显示，求解者的以规划者的开头。在智能体编辑器里，预览也会这样说。',
  },
  r3_linear_transcript: {
    gist: '没有箭头，也什么都藏不住。',
    maths: '𝒟(i, j) = 0   ⇒   j 的提示词不显示 a_i',
    code: ['text = problem', 'for role in order(graph):', '! text += generate(text)        # 人人都读到一切'],
    says: '图说明谁在什么时候说话，可是大家都写进同一段文字。论文的[依赖函数](term:dependency)本来让智能体看到一些消息、看不到另一些，在这里对所有先说过话的都是 1。只有并行的智能体听不到彼此。',
    case: '写作者 → 反思者 → 编辑者，没有从写作者到编辑者的箭头：每个智能体听到谁。',
    unit: '听到',
    rows: { writer: '写作者', reflector: '反思者', editor: '编辑者' },
    setting:
      '写作者、反思者和编辑者，没有从写作者到编辑者的箭头，每个智能体只听到有箭头指向它的那些。编辑者知道错在哪里，却从来看不到要它修改的草稿。三个里没有两个是并行说话的。',
    effect: `没有草稿，就没有可改的：${transcript('right', SAMPLED)}。有缺陷时，团队学得就像箭头在那里一样，从 ${transcript('bug', 'before.sampled')} 到 ${transcript('bug', SAMPLED)}。要是做一个谁该听谁的实验，去掉箭头什么也藏不住：各张图的不同，只剩说话的次序，以及谁并行说话。`,
    bites: '凡是研究拓扑、隐藏信息或节省上下文的工作。普通的链上，人人本来就该读到一切，那就无害。',
    notice: '在检视里，编辑者的提示词显示写作者的消息；画布上却没有箭头通到那里。警示的征兆，是这张图本不该允许的奖励。',
  },
  r3_linear_training: {
    gist: '并行的智能体，用它们从未见过的文字训练。',
    maths: 'ρ = π_new(a | 读过的) / π_old(a | 读过的)',
    code: [
      '  left, right = generate(snapshot), generate(snapshot)',
      '! sequence = snapshot + left + right',
      '! logp_new(right) 排在 left 之后计算',
    ],
    says: '两个分支同时说话，各自从同一段文字出发。训练时它们一前一后排列，于是后一个的对数概率，算得好像它读过前一条消息。第一遍的概率比就不是 1，尽管还什么都没有学。',
    case: '流网络：每个智能体说话时读过什么（无缺陷），以及训练时当作它读过什么（有缺陷）。',
    unit: '读到',
    rows: { source: '源点', left: '左分支', right: '右分支', last: '最后' },
    setting: '流网络，所有自适应控制都关掉：一个源点，两个并行的分支，以及一个把它们汇合的智能体。',
    effect: `右分支最初的概率比偏离更多：${both(linear, 'series.actor/right/first_ratio_deviation.last')}；它的工作做对得更少：${both(linear, 'series.skill/right_right.last')}。训练之后的奖励更低：${both(linear, SAMPLED)}。`,
    bites: '只有当图上有智能体没读过前面的一切就说话；链不受影响。前面的消息越是会改变后面的智能体要说的话，就越糟。',
    notice:
      '指示灯「开始时概率比为 1」变红，并指出是哪个智能体、哪条消息：一次迭代的第一遍，概率比必须是 1。打开 KL 门限时，这个智能体的大多数步都会遭到拒绝。',
  },
  r3_lost_token_rewards: {
    gist: '单条消息的奖励到不了任何优势。',
    maths: 'A_t 在每条消息的最后一个词元处含有 r_t',
    code: [
      '  reward[last token of message k] = R·d^(N−1−k)',
      '  mask = roll(mask, −1)               # 位置 t 给出词元 t+1 的概率',
      '! for t where mask[t]: A = reward[t] + γ·V_next − V + …',
      '  # 最后一个词元自己的位置已不在掩码里',
    ],
    says: '一切都移了一个位置，因为位置 t 预测的是词元 t + 1；奖励却没有移。它们恰好落在掩码标为「不是我们的」的地方，递推就跳过了它们。逐步的[信用](term:credit)什么也改变不了，而这些设置本来就是为它准备的。',
    case: '规划者和求解者，各两个词元，都在自己消息的末尾得到团队的 1：估计量看到什么。',
    unit: '奖励',
    rows: { token0: '规划者，词元 1', token1: '规划者，词元 2', token2: '求解者，词元 1', token3: '求解者，词元 2' },
    setting: '规划者和求解者解短应用题，信用用步骤折扣（d = 1）。',
    effect: `什么也没学到，团队停在开始的地方：${both(lost, SAMPLED)}。申报的奖励中，优势看到的更少，每个回合：${both(lost, 'series.credit/paid.last')}。`,
    bites:
      '每一次用步骤折扣或逐步信用、奖励不共享的运行。自带的设置共享奖励，奖励走另一条路，确实送得到；所以缺陷一直藏着，直到有人试用这个功能。',
    notice: '指示灯「付出的奖励」变红，credit/violations 大于 0，信用图表的粗线和细线分开：申报不变，实付为 0。',
  },
  r3_lone_group: {
    gist: '只有一个成员的组没有标准差，奖励于是除以几乎为零的数。',
    maths: 'R″ = (R − mean_group) / (std_group + ε)，   组：同一道题的全部尝试',
    code: [
      '! groups = slices(rows, size)       # 调用时只有一行：没有一个完整的组',
      '  找不到组的地方 mean = std = 0',
      '! R = (R − 0) / (0 + 1e-5)',
    ],
    says: '用单条消息的奖励时，归一化是逐个回合调用的。它要找完整的[组](term:group)，一个也找不到，就退回到平均值 0、标准差 0：奖励只除以 ε，也从不与任何东西比较。',
    case: '同一道题的四次尝试，其中一次正确：处理之后付出的奖励。',
    unit: '奖励',
    rows: { episode0: '尝试 1（正确）', episode1: '尝试 2', episode2: '尝试 3', episode3: '尝试 4' },
    setting: '规划者和求解者解短应用题，每组 8 个，奖励在组内归一化，信用用步骤折扣。',
    effect: `要评论家预测的数是十万，它的损失更高：${both(lone, 'series.critic/vf_loss.last')}。可是训练之后的奖励无法区分：${both(lone, SAMPLED)}。之后优势还要在批次上归一化，梯度也有限制：尺度因此又消掉了。`,
    bites: '优势不再归一化、梯度也不限制的地方；KL 惩罚从奖励中扣除的地方，与这么大的奖励相比它微不足道；以及所有要看价值损失的人。',
    notice: '优势有好几万（热力图、各智能体的图表），价值损失有几十亿。',
  },
  r3_unstitched_first_tokens: {
    gist: '每条消息的第一个词元没有价值，概率为 1。',
    maths: '每个采样词元都有 π_prox(a_t | …) 和 V_t',
    code: [
      'for adapter in adapters:',
      '  out = forward(adapter)             # 位置 t 给出词元 t+1 的概率',
      '! stitched[agent_ids == adapter] = out   # agent_ids 没有移一位',
      '  # 每个第一个词元之前：0，即 log 1，或 V = 0',
    ],
    says: '逐个适配器算出的结果，按智能体的编号合并。给出概率的位置在它的词元前一位，编号却没有移，所以每条消息的第一个决策不属于任何智能体，一直是 0：近端概率为 1；每个适配器一个评论家时，价值为 0，而且从不训练。',
    case: '两条消息，各两个词元，价值是 0.3、0.4 和 0.5、0.6。',
    unit: '价值',
    rows: { value0: '消息 1，词元 1', value1: '消息 1，词元 2', value2: '消息 2，词元 1', value3: '消息 2，词元 2' },
    setting: '信号游戏，消息只有一两个词元长，所有自适应控制都关掉：用 LoRA 评论家，以及再加上解耦损失。',
    effect: `从奖励看无法区分：用 LoRA 评论家，${both(first, SAMPLED)}；用解耦损失，${both(first, SAMPLED, 'decoupled-')}。用解耦损失时，说话者更少守住开始时的约定（${first('decoupled-bug', 'series.skill/speaker_keeps_the_convention.last.less.decoupled-right')}），最后离基座更远，[KL](term:kl) 高出 ${first('decoupled-bug', 'series.actor/speaker/kl_ref.last.less.decoupled-right')}；只用 LoRA 评论家时，五个种子对这两点都无法区分。可能的原因是：第一个词元没有价值，与预期一样好的信号也会受到推动。用解耦损失时，它最初的[概率比](term:ratio)偏离更多：${both(first, 'series.actor/speaker/first_ratio_deviation.last', 'decoupled-')}。`,
    bites: '短消息，以及落在第一个词元上的决策（请哪个助手，是或否）。一千个词元的消息里，它只占千分之一。',
    notice: '用解耦损失时，指示灯「开始时概率比为 1」变红。在检视里，每条消息第一个词元的价值恰好是 0。',
  },
  r3_untrained_orchestrator: {
    gist: '决定谁说话的智能体，没有自己的适配器。',
    maths: '每个智能体的词元，更新这个智能体的参数',
    code: [
      '  adapters = { role: LoRA() for role in specialists }',
      '  orchestrator.id = N',
      '! for id in range(N): train(adapters[id], tokens of id)   # N 自己从不训练',
    ],
    says: '[调度者](term:orchestrator)说话时的编号是 N，排在 N 个专家之后，而适配器只为 0 到 N − 1 建立。它的词元在批次里，却不在任何人的损失里。',
    case: '一个前台和三个助手：谁在学。',
    unit: '在学',
    rows: { learns: '训练的适配器' },
    setting: '咨询：前台必须学会该问谁；助手一开始就知道自己的答案。',
    effect: `训练之后的奖励更低（${both(orchestrator, SAMPLED)}）：前台更少去问知道的那一个（${both(orchestrator, 'series.skill/asks_who_knows.last')}）。它与基座的 KL：${both(orchestrator, 'series.actor/desk/kl_ref.last')}。`,
    bites: '每个智能体一个适配器的动态调度。共用一个适配器时，调度者和其他智能体一起学，所以在发布的设置里看不出这个缺陷。',
    notice: '前台与基座的 KL 在每次迭代里都恰好是 0，学习回执把它的词元标为「冻结」。',
  },
};

const known = {
  run: '在小的输入上运行过这个函数。',
  read: '读过代码。',
  transcribed: '读过代码；其中的算术用抄写的版本核对过。',
  inferred: '由读过的代码推断，没有运行。',
};

/** What crashed, logged wrongly or was never called: nothing to learn from, so there is no switch. */
const crashes: Translated<typeof museumEn.crashes> = [
  { quirk: 'Q5', says: 'APPO 和 TPPO 轮换训练时，从不同的智能体开始。这里是一个设置：逐个智能体训练的次序。' },
  { quirk: 'Q6', says: '价值裁剪关不掉。这里可以：半宽取 0。' },
  { quirk: 'Q7', says: '关掉梯度裁剪会崩溃。' },
  { quirk: 'Q9', says: '继续一次运行时，加载的适配器不能训练，优化器是空的。' },
  { quirk: 'Q10', says: '训练期间的评估调用了一个不存在的方法。' },
  { quirk: 'Q11', says: '评估命令会崩溃：它交出团队时用的参数名，评估器并不接受。适配器路径和采样选项本来也不会被读取。' },
  { quirk: 'Q12', says: '评估用的提示词比训练用的多一个空格。' },
  { quirk: 'Q14', says: '采样到填充词元会弄乱长度的计算。这里长度是已知的，也不作填充。' },
  { quirk: 'Q15', says: 'TPPO 记录最后一个智能体的梯度范数，APPO 记录各智能体之和，用的是同一个名称。' },
  { quirk: 'Q16', says: '一个方法定义了两次；模型一直停在评估模式。' },
  { quirk: 'R1', says: '提示词太长时从末尾切断，而且只在训练时这样。这里，这样的提示词在由它生成任何内容之前就会遭到拒绝。' },
  { quirk: 'R1', says: '空消息会崩溃；对数概率按词数计算时，没有词的消息会除以零。' },
  { quirk: 'R3', says: '一个智能体出错时，回合就丢掉了，后面的 GRPO 组会互相重叠。这里，出错会结束运行，并说明原因。' },
];

export const museumZh: Translated<typeof museumEn> = {
  intro:
    'MARFT 公开的代码里有一些错误。这里，凡是会改变所学内容的，各做成一个开关，不打开就是关着的；每件展品都列出数学公式、代码实际做了什么，以及它对团队有什么影响，用五个种子测量。有几个在这样的规模上测不出任何影响：这也照实说明。藏得住的错误，值得知道。',
  sources: 'R1 是最初的代码（2025 年 7 月），R3 是现在的代码（SII-MARFT）。下面的代码是我们写的：用几行做原版所做的事。',
  list: '展品',
  origin: { r1: 'R1，最初的代码', r3: 'R3，SII-MARFT' },
  repository: {
    r1: { text: 'github.com/jwliao-ai/MARFT', url: 'https://github.com/jwliao-ai/MARFT' },
    r3: { text: 'github.com/SII-MARFT/MARFT', url: 'https://github.com/SII-MARFT/MARFT' },
  },
  known,
  noFile: '规格说明里没有写明文件',
  parts: {
    maths: '数学怎么说',
    code: '代码怎么做',
    table: '它改变了哪个数',
    effect: '它对团队做了什么',
    bites: '在哪里会造成危害',
    notice: '怎样才能发现',
    crashes: '没有开关的缺陷：崩溃、错误的日志、无用的代码',
  },
  wrongLine: '错误就在这一行。',
  columns: { right: '无缺陷', bug: '有缺陷', row: '项' },
  nobody: '没有谁',
  recorded: '录制的',
  verdict: {
    lower: '测得奖励更低。',
    higher: '测得奖励更高。',
    alike: '测不出对奖励有影响。',
    loading: '正在读取录制的结果……',
    missing: '没有录制的结果',
  },
  difference: (points) => `有缺陷时：${points}。`,
  shortVerdict: { lower: '奖励更低', higher: '奖励更高', alike: '测不出影响' },
  also: (name) => `同样的比较，${name}`,
  tryIt: '试一试',
  tryHelp: '把这个项目另开一份，作为单独的项目，开关是打开的。',
  compare: '用 5 个种子比较',
  compareHelp: '把十次运行加入队列：五个种子没有缺陷，五个有缺陷。',
  projectName: (label) => `博物馆：${label}`,
  projectText: (label, gist) => `来自缺陷博物馆，兼容开关「${label}」已经打开。${gist}`,
  opened: '已打开，带有缺陷',
  openedText: (label) => `开关「${label}」在设置里，属于兼容那一组。训练一次，再把它关掉来比较。`,
  queued: '队列里有十次运行',
  notQueued: '没有任何运行加入队列',
  queuedText: '五个种子没有缺陷，五个有缺陷。它们的结果也会显示在展品下面。',
  runName: (label, bug, seed) => `${label}：${bug ? '有缺陷' : '无缺陷'}，种子 ${seed}`,
  listed: (verdict, points) => `${verdict}（${points}）`,
  listedNone: '……',
  sweepName: (label) => `缺陷博物馆：${label}`,
  caution: '两者之差按种子配对，95% 置信区间不包含 0，才算测得影响；单凭偶然，二十次比较也会有一次如此。',
  exhibits,
  crashes,
};

/** Words for what was trained here, in the museum and in the miniature. */
export const trainedHereZh: Translated<typeof trainedHereEn> = {
  title: '在这个浏览器里训练的',
  titleOf: (what) => `${what}，在这个浏览器里训练的`,
  live: '实时',
  help: '在这台电脑上，来自在这里加入队列的运行。不属于录制的结果。',
  progress: (finished, ahead) => `已完成 ${finished} 次，还有 ${ahead} 次`,
  queue: '显示队列',
};
