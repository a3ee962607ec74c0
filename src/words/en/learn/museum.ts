/**
 * English texts of the bug museum. Numbers about effects are evidence links (`[](evidence:…)`), never typed in; the pseudo-code
 * is ours, a few lines that do what the original does.
 */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';

export interface ExhibitText {
  /** One line below the name, in the list too. */
  readonly gist: string;
  /** The line of maths. */
  readonly maths: string;
  /** What the code does instead, as pseudo-code; what is wrong stands in the lines that begin with `!`. */
  readonly code: readonly string[];
  /** In words, Markdown. */
  readonly says: string;
  /** What is computed in the table, and what its rows are called. */
  readonly case: string;
  readonly unit: string;
  readonly rows: Readonly<Record<string, string>>;
  /** In which project and settings it was measured. */
  readonly setting: string;
  /** What was measured, Markdown with evidence links. */
  readonly effect: string;
  /** Where it would bite harder, or whom it does not concern. */
  readonly bites: string;
  /** How one would notice: which light, chart or number of this page. */
  readonly notice: string;
}

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
  `${number(`${prefix}right`, what)} as it should be and ${number(`${prefix}bug`, what)} with the defect`;

const exhibits = table<ExhibitText>()({
  r1_previous_turn_mask: {
    gist: 'The first agents of a turn are cut off from the reward.',
    maths: 'A_t = δ_t + γλ·A_{t+1},   δ_t = r_t + γ·V_{t+1} − V_t',
    code: [
      'for agent in reversed(agents):',
      '  if agent is last: alive = not ended[turn]',
      '! else:             alive = not ended[turn − 1]',
      '  δ = r + γ·alive·V_next − V;  A = δ + γλ·alive·A_next',
    ],
    says: 'Within a turn nothing has ended, so the [advantage](term:advantages) of an agent who hands over to the next must hold what comes after. The code asks whether the turn *before* had ended. In a buffer that stores episodes one after another, that holds in the first turn of every episode except the first: the last token of each agent but the turn’s last sees no next value and no reward, only A = −V.',
    case: 'A planner’s two tokens and a solver’s two; the team is paid 1; the critic says 0.4, 0.5, 0.6, 0.7 (γ = 1, λ = 0.95).',
    unit: 'Advantage',
    rows: { token0: 'planner, token 1', token1: 'planner, token 2', token2: 'solver, token 1', token3: 'solver, token 2' },
    setting: 'Planner and solver on short word problems, as they ship: all episodes but the first of each iteration are hit.',
    effect: `But for the first episode of each iteration the planner learns from the critic’s values alone; no reward reaches it. At the end the plan is right less often, in ${both(mask, 'series.skill/plan_right.last')}; the team’s reward is lower, ${both(mask, SAMPLED)}.`,
    bites:
      'Harmless where an iteration is one turn of each environment, as in R1’s sample script: no turn has one before it. With several turns in the buffer, the first agents of every later episode get no credit.',
    notice:
      'The skill bar “plan right” falls. In [Inspect](place:inspect), Microscope, the planner’s last token has no next value in its sum.',
  },
  r1_stale_advantages: {
    gist: 'Advantages from earlier, longer messages still enter the mean and deviation.',
    maths: 'Â = (A − mean(A)) / std(A),   over the tokens of this batch',
    code: [
      'A = zeros(episodes, messages, longest)      # once',
      'each iteration:',
      '! for token in message: A[…, token] = …      # what follows is not cleared',
      '  Â = (A − mean(A≠0)) / std(A≠0)',
    ],
    says: 'The array is overwritten, never cleared. After the last token of a message there may be values that a longer message left there in an earlier iteration. They are not learnt from, but they enter the mean and the deviation by which all advantages are [normalised](term:normalizedAdvantage).',
    case: 'A message of two tokens with advantages 0.5 and −0.5, in a place where a message of four tokens was before (its last two: 2 and 3).',
    unit: 'Over this batch',
    rows: { mean: 'mean', deviation: 'deviation', token0: 'normalised, token 1', token1: 'normalised, token 2' },
    setting: 'Planner and solver on short word problems, as they ship.',
    effect: `Reward after training: ${both(stale, SAMPLED)}. The gradient of the solver is ${both(stale, 'series.actor/solver/grad_norm.last')} long at the end. Neither was told apart.`,
    bites:
      'Where messages become much shorter, or advantages much smaller, than in an earlier iteration: old large values then set the scale. How much is left behind here was not measured.',
    notice:
      'Hardly at all from curves. The normalised advantages of a batch no longer have mean 0 and deviation 1: the learning receipt of an agent shows them, and Microscope says that they are unknown from the iteration alone.',
  },
  r1_skip_exact_zeros: {
    gist: 'Advantages that are exactly 0 are mistaken for padding.',
    maths: 'Â = (A − mean(A)) / std(A),   over all decisions',
    code: ['! real = A[A != 0]            # meant: leave out padding', '  Â = (A − mean(real)) / std(real)'],
    says: 'Padding is recognised by its value instead of by a mask. With a critic that has begun to learn an advantage is hardly ever exactly 0. Without one it often is: a [group](term:group) whose episodes were all paid the same gives 0 to each of its tokens, and those zeros are real.',
    case: 'Four messages: a group with one right and one wrong (+1, −1), and a group that is all right (0, 0).',
    unit: 'Over this batch',
    rows: {
      mean: 'mean',
      deviation: 'deviation',
      token0: 'normalised, right',
      token1: 'normalised, wrong',
      token2: 'normalised, all right',
      token3: 'normalised, all right',
    },
    setting: 'GRPO with groups of 8 on short word problems, with its advantages normalised once more over the minibatch.',
    effect: `Reward after training: ${both(zeros, SAMPLED)}. Late in training ${zeros('right', 'series.reward/frac_zero_std.last')} of the groups are paid alike, and the solver’s gradient is ${both(zeros, 'series.actor/solver/grad_norm.last')} long. The defect normalises over the rest alone. Seed by seed the gradient is a little shorter (${zeros('bug', 'series.actor/solver/grad_norm.last.less.right')}); the reward was not told apart.`,
    bites:
      'It makes the deviation larger when most groups teach nothing, which need not harm. It would harm where the mean is far from 0 and many advantages are 0: those are then pushed harder than if all were counted.',
    notice:
      'The learning receipt has the advantages as the objective used them: over a batch their deviation is then below 1, the more so the more tokens belong to groups that were paid the same.',
  },
  r1_huber_sign: {
    gist: 'A critic that is too optimistic is never corrected.',
    maths: 'L(e) = ½e² for |e| ≤ δ,   δ·(|e| − ½δ) beyond,   e = return − V',
    code: ['  small = |e| <= δ', '! large = e > δ               # meant: |e| > δ', '  L = small·½e² + large·δ·(|e| − ½δ)'],
    says: 'Errors below −δ fall into neither case: their loss and its slope are 0. A [value](term:values) that is too low is pulled up; one that is too high by more than δ stays.',
    case: 'How hard the critic is pulled (slope of the loss) at four errors, with δ = 0.1.',
    unit: 'Slope',
    rows: { farHigh: 'V too high by 2', nearHigh: 'V too high by 0.05', nearLow: 'V too low by 0.05', farLow: 'V too low by 2' },
    setting: 'Planner and solver on short word problems, with a Huber loss at δ = 0.1. R1’s δ is 10, which rewards of 0 and 1 never reach.',
    effect: `The critic drifts upwards: the planner’s mean advantage is lower, ${both(huber, 'series.critic/advantages/planner/mean.last')} at the end, and so is the critic’s explained variance, ${both(huber, 'series.critic/vf_explained_var.last')}. The reward after training was not told apart: ${both(huber, SAMPLED)}. Advantages are normalised here, which takes their mean off again; whether that is why was not measured.`,
    bites:
      'Where the critic errs by more than δ. With R1’s δ of 10 it hardly ever does: rewards are 0 and 1 there, and even R2’s (r − 0.5)·10 is no further out than ±5. And where advantages are not centred: a critic that is too high then pushes down whatever was sampled, which nearly cancels out on average but makes every update noisier.',
    notice:
      'Mean advantages per agent far below 0 and falling; explained variance below 0, which after some time raises the warning “Critic explains nothing”; in Inspect, Critic check, the critic predicts more than the outcome nearly everywhere.',
  },
  r1_half_precision_adam: {
    gist: 'Adam’s squares are too small for half precision, so its steps are g/ε times as long: a hundred times for a gradient of 1e-3.',
    maths: 'θ ← θ − η·m / (√v + ε),   v = β₂·v + (1 − β₂)·g²',
    code: [
      '  model = model.half()                  # adapters too',
      '! v = half(β₂·v + (1 − β₂)·g²)          # g = 1e-3: 1e-9, which is 0 here',
      '! θ = half(θ − η·m / (√v + ε))          # = η/ε·m, not about η',
    ],
    says: 'The smallest number above 0 in half precision (fp16) is 6e-8. For a gradient of 1e-3 the square, times 1 − β₂, is 1e-9 and becomes 0. The denominator is then only ε = 1e-5, and a step is η·g/ε instead of about η: a hundred times too long for this gradient. Adam is no longer Adam, but gradient descent with momentum at a huge rate.',
    case: 'The first step for a gradient of 0.1, 0.01 and 0.001.',
    unit: 'Value',
    rows: {
      largeMoment: 'g = 0.1: v',
      largeStep: 'g = 0.1: step ÷ learning rate',
      middleMoment: 'g = 0.01: v',
      middleStep: 'g = 0.01: step ÷ learning rate',
      smallMoment: 'g = 0.001: v',
      smallStep: 'g = 0.001: step ÷ learning rate',
    },
    setting: 'Planner and solver on short word problems with all adaptive controls off, at the usual learning rate of 3e-3 and at 3e-5.',
    effect: `At 3e-3 the team is ruined and ends lower than it began: ${both(half, SAMPLED)}. At 3e-5, a hundredth, it is the other way round: right, the team hardly moves (${half('slow-right', SAMPLED)} in these iterations), and with the defect it ends higher (${half('slow-bug', SAMPLED)}), not told apart from the team that is right at 3e-3. Too small a rate and too long steps cancel here.`,
    bites:
      'R1’s learning rate of 5e-7 is no guide for anyone else: with this defect a step is g/ε times as long as the rate says, a hundred times for a gradient of 1e-3 and ten times for one of 1e-4. How far a corrected optimiser would get at that rate was not measured here.',
    notice:
      'KL to the base leaps within the first iterations at a usual rate (warnings “Updates too large” and “Far from the base”); or a run learns at a rate at which it should not be able to.',
  },
  r1_raw_bootstrap: {
    gist: 'The value after a cut-off episode is read from a text that no agent ever reads.',
    maths: 'A_T = r_T + γ·V(s_{T+1}) − V(s_T),   V on the prompt that would come next',
    code: [
      '  V_now  = critic(profile + history + header)',
      '! V_next = critic(history)              # no profile, no header',
      '  A = r + γ·V_next − V_now',
    ],
    says: 'Where an episode is cut off, the critic is asked what it would still have been worth. It is asked about the bare state, without the agent’s profile and header: a text formatted unlike any it was trained on, so its answer means little.',
    case: 'What the critic reads after one guess of “higher or lower”, if the episode stops there.',
    unit: 'Text',
    rows: { prompt: 'text' },
    setting: '“Higher or lower” with two guesses where the rules allow three, so that most episodes are cut off; 32 episodes an iteration.',
    effect: `Reward after training: ${both(raw, SAMPLED)}, from ${raw('right', 'before.sampled')} before it: with two guesses not much is learnt in so few iterations, and so there is not much to be spoilt. The critic’s explained variance at the end is ${both(raw, 'series.critic/vf_explained_var.last')}. Neither was told apart.`,
    bites:
      'Only where episodes are cut off: with an environment that ends by its own rules nothing is bootstrapped. It would bite where most of the reward lies after the cut, as in R1 with one turn an iteration and problems of three turns.',
    notice:
      'The value after the last token jumps: in Inspect, Microscope, the last sum of a truncated episode shows its next value, far from the values before it.',
  },
  r1_drop_leftover: {
    gist: 'Episodes that do not fill a minibatch are thrown away.',
    maths: 'every epoch passes over all episodes once',
    code: [
      '  size = rows // minibatches',
      '! for part in range(minibatches): rows[part·size : (part+1)·size]',
      '  # rows[minibatches·size :] is in none',
    ],
    says: 'Minibatches are made equal by rounding down, and the remainder is left out. They are redrawn in each epoch, so it is not always the same episodes; but each epoch learns from fewer than stated, sometimes far fewer.',
    case: 'How many of 31 episodes an epoch learns from.',
    unit: 'Episodes',
    rows: { parts4: '4 minibatches', parts5: '5 minibatches', parts8: '8 minibatches', parts16: '16 minibatches' },
    setting:
      'Planner and solver on short word problems, 31 episodes in 8 minibatches, one epoch: 7 of 31 are dropped. Advantages are normalised over the whole batch, so that the size of a minibatch changes nothing else.',
    effect: `Reward after training, not told apart: ${both(leftover, SAMPLED)}.`,
    bites:
      'Small batches that are cut into many parts: up to half of the generated episodes are then paid for and thrown away. (Advantages that are normalised within a minibatch of a single episode lose its mean, and with it the reward: another matter.)',
    notice:
      'The learning receipt: with one epoch, tokens of dropped episodes were “left out”, in no minibatch; with several epochs only those that were dropped in each.',
  },
  r1_untempered_logprobs: {
    gist: 'The ratio compares two policies, neither of which played.',
    maths: 'ρ = π_new(a) / π_old(a),   π_old the distribution a was drawn from',
    code: [
      '  a = sample(softmax(logits / 0.5), top_k = 50)',
      '! logp_old = log softmax(logits)[a]       # temperature 1, all tokens',
      '! logp_new = log softmax(logits′)[a]',
    ],
    says: 'Messages are sampled at [temperature](term:temperature) 0.5 from the 50 likeliest tokens, but old and new log-probabilities are computed at temperature 1 over all tokens. The [ratio](term:ratio) still begins at 1, so nothing looks wrong; but the policy being improved is not the one that plays.',
    case: 'Three tokens with logits 2, 1 and 0, sampled at temperature 0.5: the probabilities the update works with.',
    unit: 'Probability',
    rows: { probability0: 'token 1', probability1: 'token 2', probability2: 'token 3' },
    setting: 'Planner and solver on short word problems, sampled as R1 does: temperature 0.5, top-k 50.',
    effect: `Reward after training, sampled as trained: ${both(untempered, SAMPLED)}; greedy: ${both(untempered, 'after.greedy')}. Neither was told apart. The solver’s [KL](term:kl) to its base is higher by ${untempered('bug', 'series.actor/solver/kl_ref.last.less.right')}, but that is no distance any more: with the defect the base is scored at temperature 1 and what was sampled at 0.5, so the number is above 0 before anything is learnt.`,
    bites:
      'Temperatures far from 1, small top-k, and several steps on a batch: then clip and KL gate act on a ratio that is not the ratio of the policies that play.',
    notice:
      'The entropy the charts show (of what was sampled from) is lower than that of the policy that is scored; log-probabilities recomputed from a checkpoint do not agree with those of the recording.',
  },
  r1_row_weighted_chunks: {
    gist: 'A token in a short message counts for more than one in a long message.',
    maths: 'L = Σ_tokens loss / number of tokens,   whatever the parts',
    code: [
      'for part in parts(minibatch):',
      '  loss = mean over the tokens of part',
      '! loss × (rows of part / rows of minibatch)   # not: tokens / tokens',
    ],
    says: 'To save memory a minibatch is processed in parts, whose gradients are added. Each part is averaged over its own tokens and then weighted by its number of rows, so the gradient depends on how the batch was split, which it should not.',
    case: 'Two parts of one episode each, with 3 and with 9 tokens: the weight of one token.',
    unit: 'Weight',
    rows: { short: 'in the part with 3 tokens', long: 'in the part with 9 tokens' },
    setting: 'Planner and solver on short word problems, accumulated over 32 parts: one episode each, as unequal as parts can be.',
    effect: `Reward after training: ${both(chunks, SAMPLED)}; a solver’s message is ${both(chunks, 'series.response_length/solver/mean.last')} tokens long. Neither was told apart.`,
    bites:
      'Messages of very different length in small parts: then short answers weigh more, which can make messages short for reasons that have nothing to do with the reward. Averages per message are also chosen on purpose (GRPO does so); here it depends on the number of parts.',
    notice: 'Change the number of parts (accumulation) and nothing else: the curves should be the same, and with the defect they are not.',
  },
  r3_first_system_prompt: {
    gist: 'Only the first agent’s system prompt is ever read.',
    maths: 'a_i ~ π_i(· | prompt_i, what i sees)',
    code: [
      'tokens = template([system: roles[0].prompt] + problem)',
      'for role in roles:',
      '! tokens += “Now it is {role}’s turn. {role.description}”   # role.prompt is not used',
      '  tokens += generate(tokens)',
    ],
    says: 'The team shares one growing text, which begins with the first role’s prompt. Later roles are announced with one line; their own prompts exist only in the configuration.',
    case: 'What planner and solver have read when they speak.',
    unit: 'Profile',
    rows: { planner: 'planner', solver: 'solver' },
    setting: 'Planner and solver on short word problems, as they ship. The base was trained with two different prompts.',
    effect: `Before training the team earns less, ${both(prompt, 'before.sampled')}: the solver is told to do the planner’s work. Training does not make up for it, the reward stays lower: ${both(prompt, SAMPLED)}. The solver shows its work less often, ${both(prompt, 'series.skill/shows_work.last')}, from the first iterations on.`,
    bites:
      'Prompts that say what an adapter cannot learn from the reward; teams whose roles differ in nothing but their prompts (the anonymous ablation compares just these lines); and everything before training.',
    notice:
      'Read one prompt: in Inspect, a message’s prompt is shown token by token, and the solver’s begins with the planner’s. In the agent editor the preview says so.',
  },
  r3_linear_transcript: {
    gist: 'An arrow that is not there hides nothing.',
    maths: '𝒟(i, j) = 0   ⇒   j’s prompt does not show a_i',
    code: ['text = problem', 'for role in order(graph):', '! text += generate(text)        # everybody reads everything'],
    says: 'The graph says who speaks when, but all write into one text. The [dependency function](term:dependency) of the paper, by which an agent sees some messages and not others, is 1 for all who spoke before. Only agents in parallel do not hear each other.',
    case: 'Writer → reflector → editor, without an arrow from writer to editor: whom each agent hears.',
    unit: 'Hears',
    rows: { writer: 'writer', reflector: 'reflector', editor: 'editor' },
    setting:
      'Writer, reflector and editor without the arrow from writer to editor, where each agent hears only those from whom an arrow leads to it. The editor learns where the slip is, but never sees the draft it is supposed to repair. No two of the three speak in parallel.',
    effect: `Without the draft there is nothing to mend: ${transcript('right', SAMPLED)}. With the defect the team learns as though the arrow were there, from ${transcript('bug', 'before.sampled')} to ${transcript('bug', SAMPLED)}. In an experiment on who should hear whom, leaving out an arrow would have hidden nothing: graphs would have differed in the order of speaking alone, and in who speaks in parallel.`,
    bites:
      'Every study of topology, of hidden information, or of saving context. It does no harm in a plain chain in which everybody should read everything anyway.',
    notice:
      'In Inspect, the editor’s prompt shows the writer’s message; on the canvas no arrow leads there. The warning sign is a reward that the graph should not allow.',
  },
  r3_linear_training: {
    gist: 'Agents in parallel are trained on a text they never saw.',
    maths: 'ρ = π_new(a | what was read) / π_old(a | what was read)',
    code: [
      '  left, right = generate(snapshot), generate(snapshot)',
      '! sequence = snapshot + left + right',
      '! logp_new(right) is computed behind left',
    ],
    says: 'Two branches speak at the same time, each from the same text. For training they are put one after the other, so the later one’s log-probabilities are computed as if it had read the earlier message. The ratio of its first pass is not 1, although nothing has been learnt yet.',
    case: 'The flow network: what each agent had read when it spoke (right), and what it is trained to have read (defect).',
    unit: 'Reads',
    rows: { source: 'source', left: 'left branch', right: 'right branch', last: 'last' },
    setting: 'The flow network with all adaptive controls off: a source, two branches in parallel, and an agent that joins them.',
    effect: `The right branch’s first ratio is off by more, ${both(linear, 'series.actor/right/first_ratio_deviation.last')}; its work is right less often, in ${both(linear, 'series.skill/right_right.last')}. The reward after training is lower: ${both(linear, SAMPLED)}.`,
    bites:
      'Only graphs in which somebody speaks without having read everything before it; a chain is unaffected. The more the earlier message changes what the later agent would say, the worse.',
    notice:
      'The light “Ratio 1 at first” is red and names the agent and the message: the first pass of an iteration must have ratio 1. With the KL gate on, most of that agent’s steps are refused.',
  },
  r3_lost_token_rewards: {
    gist: 'Rewards of single messages reach no advantage.',
    maths: 'A_t holds r_t at the last token of each message',
    code: [
      '  reward[last token of message k] = R·d^(N−1−k)',
      '  mask = roll(mask, −1)               # position t scores token t+1',
      '! for t where mask[t]: A = reward[t] + γ·V_next − V + …',
      '  # the last token’s own position is no longer in the mask',
    ],
    says: 'Everything is shifted by one position, because position t predicts token t + 1; the rewards are not. They end up exactly where the mask says “not ours”, so the recursion skips them. [Credit](term:credit) per step, which is what these settings are for, changes nothing.',
    case: 'Planner and solver, two tokens each, both paid the team’s 1 at the end of their message: what the estimator sees.',
    unit: 'Reward',
    rows: { token0: 'planner, token 1', token1: 'planner, token 2', token2: 'solver, token 1', token3: 'solver, token 2' },
    setting: 'Planner and solver on short word problems with step-discounted credit (d = 1).',
    effect: `Nothing is learnt, the team ends where it began: ${both(lost, SAMPLED)}. Of the reward declared, the advantages see less, ${both(lost, 'series.credit/paid.last')} an episode.`,
    bites:
      'Every run with step-discounted or per-step credit and reward sharing off. The shipped settings share the reward, which takes another path and does arrive; so the defect stays hidden until somebody tries the feature.',
    notice:
      'The light “Reward paid” is red, credit/violations is above 0, and the broad and the thin line of the credit chart separate: declared is unchanged, paid is 0.',
  },
  r3_lone_group: {
    gist: 'A group of one has no deviation, so rewards are divided by almost nothing.',
    maths: 'R″ = (R − mean_group) / (std_group + ε),   the group: all tries at one problem',
    code: [
      '! groups = slices(rows, size)       # called with one row: no whole group',
      '  mean = std = 0 where no group was found',
      '! R = (R − 0) / (0 + 1e-5)',
    ],
    says: 'With rewards for single messages the normaliser is called episode by episode. It looks for whole [groups](term:group), finds none, and falls back to mean 0 and deviation 0: the reward is divided by ε alone, and never compared with anything.',
    case: 'Four tries at one problem, one of them right: what is paid after processing.',
    unit: 'Reward',
    rows: { episode0: 'try 1 (right)', episode1: 'try 2', episode2: 'try 3', episode3: 'try 4' },
    setting: 'Planner and solver on short word problems in groups of 8, rewards normalised in the group, step-discounted credit.',
    effect: `The critic is to predict a hundred thousand, and its loss is higher: ${both(lone, 'series.critic/vf_loss.last')}. Yet the reward after training was not told apart: ${both(lone, SAMPLED)}. Advantages are normalised over the batch afterwards, and gradients are limited: that takes the scale away again.`,
    bites:
      'Where advantages are not normalised again and gradients not limited; with a KL penalty deducted from the rewards, which vanishes beside rewards of that size; and for anyone who reads the value loss.',
    notice: 'Advantages in the tens of thousands (heat-map, chart per agent) and a value loss in the billions.',
  },
  r3_unstitched_first_tokens: {
    gist: 'The first token of every message has no value and a probability of 1.',
    maths: 'π_prox(a_t | …) and V_t for every sampled token',
    code: [
      'for adapter in adapters:',
      '  out = forward(adapter)             # position t scores token t+1',
      '! stitched[agent_ids == adapter] = out   # agent_ids not shifted by one',
      '  # before each first token: 0, i.e. log 1, or V = 0',
    ],
    says: 'Results computed adapter by adapter are merged by the agents’ ids. Scores sit one position before their token, the ids do not, so each message’s first decision belongs to no agent and keeps a 0: a proximal probability of 1 and, with a critic per adapter, a value of 0 that is never trained.',
    case: 'Two messages of two tokens whose values are 0.3, 0.4 and 0.5, 0.6.',
    unit: 'Value',
    rows: { value0: 'message 1, token 1', value1: 'message 1, token 2', value2: 'message 2, token 1', value3: 'message 2, token 2' },
    setting:
      'The signalling game, whose messages are a token or two long, with all adaptive controls off: with a LoRA critic, and with the decoupled loss on top.',
    effect: `By the reward not told apart: with a LoRA critic ${both(first, SAMPLED)}; with the decoupled loss ${both(first, SAMPLED, 'decoupled-')}. With the decoupled loss the speaker keeps the convention it began with less often (${first('decoupled-bug', 'series.skill/speaker_keeps_the_convention.last.less.decoupled-right')}) and ends farther from its base, by a [KL](term:kl) that is higher by ${first('decoupled-bug', 'series.actor/speaker/kl_ref.last.less.decoupled-right')}; with the LoRA critic alone five seeds do not tell either apart. A likely reason: without a value at the first token, a signal that is just as good as expected is pushed, too. With the decoupled loss its first [ratio](term:ratio) is off by more, ${both(first, 'series.actor/speaker/first_ratio_deviation.last', 'decoupled-')}.`,
    bites:
      'Short messages, and decisions that fall at the first token (which helper to call, yes or no). In a message of a thousand tokens it is one of a thousand.',
    notice: 'The light “Ratio 1 at first” is red with the decoupled loss. In Inspect, the first token of each message has value exactly 0.',
  },
  r3_untrained_orchestrator: {
    gist: 'The agent that decides who speaks has no adapter of its own.',
    maths: 'every agent’s tokens update that agent’s parameters',
    code: [
      '  adapters = { role: LoRA() for role in specialists }',
      '  orchestrator.id = N',
      '! for id in range(N): train(adapters[id], tokens of id)   # N itself never',
    ],
    says: 'The [orchestrator](term:orchestrator) speaks with id N, behind the N specialists, and adapters are made for 0 to N − 1. Its tokens are in the batch and in nobody’s loss.',
    case: 'A desk and three helpers: who learns.',
    unit: 'Learn',
    rows: { learns: 'adapters that are trained' },
    setting: 'Consult: a desk that must learn whom to ask; the helpers know their answers from the start.',
    effect: `The reward after training is lower, ${both(orchestrator, SAMPLED)}: the desk asks the one who knows less often, in ${both(orchestrator, 'series.skill/asks_who_knows.last')}. Its KL to the base is ${both(orchestrator, 'series.actor/desk/kl_ref.last')}.`,
    bites:
      'Dynamic orchestration with an adapter per agent. With one shared adapter the orchestrator learns with the others, so the defect does not show in the released settings.',
    notice: 'The desk’s KL to the base is exactly 0 in every iteration, and the learning receipt calls its tokens “frozen”.',
  },
});

const known = {
  run: 'The function was run on small inputs.',
  read: 'Read in the code.',
  transcribed: 'Read in the code; its arithmetic was checked on a transcription.',
  inferred: 'Inferred from code that was read, not run.',
};

/** What crashed, logged wrongly or was never called: nothing to learn from, so there is no switch. */
const crashes: readonly { readonly quirk: string; readonly says: string }[] = [
  { quirk: 'Q5', says: 'APPO and TPPO take turns from different agents. Here a setting: the order of agent-by-agent training.' },
  { quirk: 'Q6', says: 'Value clipping cannot be switched off. Here it can: a half-width of 0.' },
  { quirk: 'Q7', says: 'Switching gradient clipping off crashes.' },
  { quirk: 'Q9', says: 'A resumed run loads adapters that cannot be trained, and has an empty optimiser.' },
  { quirk: 'Q10', says: 'Evaluation during training calls a method that does not exist.' },
  {
    quirk: 'Q11',
    says: 'The evaluation command crashes: it hands the team over under a name its evaluator does not take. Its adapter path and sampling flags would not be read either.',
  },
  { quirk: 'Q12', says: 'Evaluation prompts have one space more than training prompts.' },
  { quirk: 'Q14', says: 'A sampled padding token breaks the arithmetic of lengths. Here lengths are known and nothing is padded.' },
  { quirk: 'Q15', says: 'TPPO logs the gradient norm of the last agent, APPO the sum over agents, under one name.' },
  { quirk: 'Q16', says: 'A method is defined twice, and models stay in evaluation mode.' },
  {
    quirk: 'R1',
    says: 'A prompt that is too long is cut at its end, in training only. Here such a prompt is refused before anything is generated from it.',
  },
  { quirk: 'R1', says: 'An empty message crashes, and a message without words divides by zero when log-probabilities are per word.' },
  {
    quirk: 'R3',
    says: 'When one agent fails, the episode is dropped and later groups of GRPO overlap. Here a fault ends the run and says why.',
  },
];

export const museumEn = spoken('learn/museum', {
  intro:
    'MARFT’s published code bases have mistakes. Here each that changes what is learnt is a switch, off unless you turn it on; every exhibit shows the line of maths, what the code did instead, and what it does to a team, measured with five seeds. Several do nothing that can be measured at this size: that is told as well. A mistake that hides is worth knowing.',
  sources:
    'R1 is the original code (July 2025), R3 the present one (SII-MARFT). The code below is ours: a few lines that do what the original does.',
  list: 'Exhibits',
  origin: { r1: 'R1, the original code', r3: 'R3, SII-MARFT' },
  repository: {
    r1: { text: 'github.com/jwliao-ai/MARFT', url: 'https://github.com/jwliao-ai/MARFT' },
    r3: { text: 'github.com/SII-MARFT/MARFT', url: 'https://github.com/SII-MARFT/MARFT' },
  },
  known,
  noFile: 'file not named in the specification',
  parts: {
    maths: 'What the maths says',
    code: 'What the code did',
    table: 'The number it changes',
    effect: 'What it did to the team',
    bites: 'Where it would bite',
    notice: 'How one would notice',
    crashes: 'Defects without a switch: crashes, wrong logs, dead code',
  },
  wrongLine: 'This line is the mistake.',
  columns: { right: 'right', bug: 'with the defect', row: 'Of' },
  nobody: 'nobody',
  recorded: 'Recorded',
  verdict: {
    lower: 'The reward is measurably lower.',
    higher: 'The reward is measurably higher.',
    alike: 'No effect on the reward could be measured.',
    loading: 'reading the recorded result…',
    missing: 'no recorded result',
  },
  /** The difference with its interval, from the evidence. */
  difference: (points: string) => `With the defect: ${points}.`,
  shortVerdict: { lower: 'lower reward', higher: 'higher reward', alike: 'no effect measured' },
  also: (name: string) => `The same, ${name}`,
  tryIt: 'Try it',
  tryHelp: 'Opens this project with the switch on, as a project of its own.',
  compare: 'Compare over 5 seeds',
  compareHelp: 'Puts ten runs into the queue: five seeds as it should be, five with the defect.',
  projectName: (label: string) => `Museum: ${label}`,
  projectText: (label: string, gist: string) => `From the bug museum, with the compat switch “${label}” on. ${gist}`,
  opened: 'Opened with the defect on',
  openedText: (label: string) => `The switch “${label}” stands among the settings, under compatibility. Train, and turn it off to compare.`,
  queued: 'Ten runs are in the queue',
  notQueued: 'Nothing was put into the queue',
  queuedText: 'Five seeds right, five with the defect. Their results appear below the exhibit, too.',
  runName: (label: string, bug: boolean, seed: number) => `${label}: ${bug ? 'with the defect' : 'right'}, seed ${seed}`,
  listed: (verdict: string, points: string) => `${verdict} (${points})`,
  listedNone: '…',
  sweepName: (label: string) => `Bug museum: ${label}`,
  caution:
    'An effect counts as measured when the 95 % interval of the difference between the two, paired by seed, leaves out 0; by chance alone that would happen once in twenty comparisons.',
  exhibits,
  crashes,
} as const);

/** Words for what was trained here, in the museum and in the miniature. */
export const trainedHereEn = spoken('learn/trainedHere', {
  title: 'Trained in this browser',
  titleOf: (what: string) => `${what}, trained in this browser`,
  live: 'Live',
  help: 'On this machine, from what was put into the queue here. Not part of the recorded result.',
  progress: (finished: number, ahead: number) => `${finished} finished, ${ahead} to go`,
  queue: 'Show the queue',
} as const);
