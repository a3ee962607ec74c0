/** Chinese words of what is wrong with an episode: whom the environment pays and shows something, and episodes without end. */
import type { episodeFaults } from '../../../en/faults/running/episodes.ts';
import type { Translated } from '../../../forms/translated.ts';

type WrongGraph = Parameters<typeof episodeFaults.E_ENV_DEPENDENCIES>[0]['wrong'];

function wrongGraph(wrong: WrongGraph): string {
  switch (wrong.found) {
    case 'stranger':
      return `「${wrong.role}」应当发言，但没有智能体担任这个角色。团队里有：${wrong.roles.join('、')}。`;
    case 'twice':
      return `发言者中「${wrong.role}」出现了两次。`;
    case 'nobody':
      return '没有人应当发言。';
    case 'graph':
      return wrong.sentence;
    case 'idle':
      return `连线 ${wrong.from} → ${wrong.to} 不会让任何人看到什么，因为${wrong.routes ? `路由器（「${wrong.orchestrator}」）在所有其他智能体之前发言` : `调度者（「${wrong.orchestrator}」）看得到所说的一切，上下文为「prefix」的人也都如此`}。`;
  }
}

export const episodeFaultsZh: Translated<typeof episodeFaults> = {
  E_ENV_REWARD: (of) =>
    of.found === 'amount'
      ? {
          message: `环境付给${of.role === undefined ? '团队' : `「${of.role}」`}的奖励是 ${of.amount}，这不是有限的数。`,
          hint: '请检查 step() 返回的 reward。',
        }
      : {
          message: `环境给「${of.role}」付了奖励，但没有智能体担任这个角色。`,
          hint: '请检查 step() 返回的 reward 里的名称。',
        },
  E_ENV_OBSERVATION: ({ stranger, roles }) => ({
    message: `环境给「${stranger}」一个观测，但没有智能体担任这个角色。`,
    hint: `请检查 reset() 和 step() 返回的 observation 里的名称。团队里有：${roles.join('、')}。`,
  }),
  E_ENV_DEPENDENCIES: ({ turn, wrong }) => ({
    message: `环境为轮次 ${turn} 选择的图无法进行：${wrongGraph(wrong)}`,
    hint: '请检查 dependencies() 返回什么，或者让它返回 null，表示用团队自己的图。',
  }),
  E_CREDIT_STEP_REWARDS: () => ({
    message: '逐步信用需要每条消息都有奖励，但环境没有给出。',
    hint: '请在环境里编写 stepReward()，或者选择其他信用分配策略。',
  }),
  E_CREDIT_MAXRL: ({ lowest }) => ({
    message: `MaxRL 除以一组的平均回报，也就是它的成功率，而这里有一个回报是 ${lowest}：低于 0 就没有这样的成功率。`,
    hint: '让环境付 0 或更多的奖励，或者让 GRPO 除以别的量。',
  }),
  E_PREVIEW_ENDLESS: () => ({
    message: '预览的回合没有结束。',
    hint: '让环境终止回合，或者降低时限。',
  }),
};
