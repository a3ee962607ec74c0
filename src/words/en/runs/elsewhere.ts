/** What people of R1 and R3 may look for among the settings and find in another place, or not at all, and why. */
import { spoken } from '../../forms/language.ts';

export const elsewhereEn: readonly { readonly names: string; readonly where: string }[] = spoken('runs/elsewhere', [
  { names: '--temperature gconfig.temperature sampling', where: 'Temperature is each agent’s own: Agent, Sampling.' },
  { names: '--top_k gconfig.top_k', where: 'Top-k is each agent’s own: Agent, Sampling.' },
  { names: '--top_p gconfig.top_p', where: 'Top-p is each agent’s own: Agent, Sampling.' },
  {
    names: '--max_new_tokens gconfig.max_new_tokens orchestrator_max_new_tokens length',
    where: 'The maximum message length is each agent’s own: Agent, Sampling.',
  },
  {
    names: 'lora_rank lora_alpha target_modules use_lora actor.lora adapter rank alpha',
    where: 'Rank, alpha and targets are each agent’s own: Agent, LoRA adapter.',
  },
  {
    names: 'multi_agent.shared_lora use_multi_lora lora_name_prefix lora_name shared_policy share adapter',
    where: 'Agents share an adapter by naming the same group: Agent, LoRA adapter.',
  },
  { names: '--model_name_or_path --model_path actor.path base model', where: 'The base model is at the top, under “Where it runs”.' },
  {
    names: '--profile_path --n_agents --num_agents multi_agent.role_names role_configs system_prompt profiles roles',
    where: 'Roles and prompts are the agents on the canvas; R1’s profiles can be imported from the Project menu.',
  },
  {
    names: 'multi_agent.graph_config graph_type nodes edges dependency function depends_on',
    where: 'The graph is drawn on the canvas: who sees whose message.',
  },
  {
    names: '--env_name --dataset_name --dataset_path dataset data_path environment reward_fn step_reward_fn transition_messages',
    where:
      'Problems, rewards and the text between turns are the environment’s code: Environment. Problems may also come from a file, dropped there.',
  },
  {
    names: '--context_window context_length truncation',
    where: 'The context is the base model’s own; a prompt that does not fit is refused instead of being cut.',
  },
  {
    names: '--load_path recover.mode resume checkpoint continue',
    where: 'Continue a stopped run from its checkpoint with “Continue”, beside Train.',
  },
  {
    names: '--cuda --cuda_deterministic --n_training_threads allocation_mode device threads',
    where: 'Choose the backend at the top, under “Where it runs”.',
  },
  {
    names: '--experiment_name --flag --log_interval stats_logger tensorboard wandb swanlab dump_transcripts dump_to_file',
    where: 'Every run records metrics, TensorBoard events and all episodes; Export downloads them.',
  },
  {
    names: '--use_policy_active_masks --use_value_active_masks --use_gae --use_proper_time_limits --use_orthogonal',
    where: 'This switch of the original code has no counterpart here.',
  },
]);
