/** Chinese words of what people of R1 and R3 may look for among the settings and find in another place, or not at all, and why. */
import type { elsewhereEn } from '../../en/runs/elsewhere.ts';
import type { Translated } from '../../forms/translated.ts';

export const elsewhereZh: Translated<typeof elsewhereEn> = [
  { names: '--temperature gconfig.temperature sampling 温度 采样', where: '温度由每个智能体自己设置：「智能体」里的「采样」。' },
  { names: '--top_k gconfig.top_k', where: 'Top-k 由每个智能体自己设置：「智能体」里的「采样」。' },
  { names: '--top_p gconfig.top_p', where: 'Top-p 由每个智能体自己设置：「智能体」里的「采样」。' },
  {
    names: '--max_new_tokens gconfig.max_new_tokens orchestrator_max_new_tokens length 长度',
    where: '消息的最大长度由每个智能体自己设置：「智能体」里的「采样」。',
  },
  {
    names: 'lora_rank lora_alpha target_modules use_lora actor.lora adapter rank alpha 适配器 秩',
    where: '秩、alpha 和目标模块由每个智能体自己设置：「智能体」里的「基座与适配器」。',
  },
  {
    names: 'multi_agent.shared_lora use_multi_lora lora_name_prefix lora_name shared_policy share adapter 共享 适配器',
    where: '智能体写同一个组名，就共用一个适配器：「智能体」里的「基座与适配器」。',
  },
  {
    names: '--model_name_or_path --model_path actor.path base model 基座模型',
    where: '基座模型在最上面的「在哪里运行」之下。',
  },
  {
    names: '--profile_path --n_agents --num_agents multi_agent.role_names role_configs system_prompt profiles roles 角色 配置',
    where: '角色和提示词就是画布上的智能体；R1 的角色配置可从「项目」菜单导入。',
  },
  {
    names: 'multi_agent.graph_config graph_type nodes edges dependency function depends_on 图 节点 边 依赖',
    where: '图画在画布上：谁看得到谁的消息。',
  },
  {
    names:
      '--env_name --dataset_name --dataset_path dataset data_path environment reward_fn step_reward_fn transition_messages 数据集 环境 奖励',
    where: '题目、奖励和轮次之间的文字都是环境的代码：「环境」。题目也可以来自文件，拖到那里即可。',
  },
  {
    names: '--context_window context_length truncation 上下文 截断',
    where: '上下文由基座模型决定；放不下的提示词会遭到拒绝，而不是截断。',
  },
  {
    names: '--load_path recover.mode resume checkpoint continue 检查点 继续',
    where: '要从检查点继续停下的运行，用「开始训练」旁边的「继续」。',
  },
  {
    names: '--cuda --cuda_deterministic --n_training_threads allocation_mode device threads 设备 线程',
    where: '计算后端在最上面的「在哪里运行」之下选择。',
  },
  {
    names: '--experiment_name --flag --log_interval stats_logger tensorboard wandb swanlab dump_transcripts dump_to_file 日志 记录',
    where: '每次运行都记录指标、TensorBoard 事件和所有回合；「导出」可以下载它们。',
  },
  {
    names: '--use_policy_active_masks --use_value_active_masks --use_gae --use_proper_time_limits --use_orthogonal',
    where: '原版代码的这个开关在这里没有对应物。',
  },
];
