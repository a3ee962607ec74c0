/** Works that several words of the glossary cite, and what an entry is. */

export interface TermEntry {
  readonly name: string;
  /** What else it is called, here, in code or in the field: shown, and found by search. */
  readonly also?: readonly string[];
  /** Words by which somebody may look for it that are no names of it: found, not shown. */
  readonly near?: string;
  readonly says: string;
  readonly source: { readonly text: string; readonly url?: string };
}

export const MARFT = { text: 'MARFT, Liao et al. 2025', url: 'https://arxiv.org/abs/2504.16129' };
export const PPO = 'https://arxiv.org/abs/1707.06347';
export const GAE = 'https://arxiv.org/abs/1506.02438';
export const GRPO = 'https://arxiv.org/abs/2402.03300';
export const R1 = 'https://github.com/jwliao-ai/MARFT';
export const R3 = 'https://github.com/SII-MARFT/MARFT';
export const WORKBENCH = { text: 'A word of this workbench' };
export const GYMNASIUM = 'https://gymnasium.farama.org/api/env/';
export const ZIEGLER = { text: 'Ziegler et al. 2019, §2', url: 'https://arxiv.org/abs/1909.08593' };
export const SHAPLEY = { text: 'Shapley 1953, A value for n-person games', url: 'https://doi.org/10.1515/9781400881970-018' };
export const WILLIAMS = { text: 'Williams 1992', url: 'https://doi.org/10.1007/BF00992696' };
export const LORA = { text: 'LoRA, Hu et al. 2022, §4.1', url: 'https://arxiv.org/abs/2106.09685' };
export const POMDP = { text: 'Oliehoek and Amato 2016, chapter 2', url: 'https://doi.org/10.1007/978-3-319-28929-8' };
export const sutton = (where: string) => ({
  text: `Sutton and Barto 2018, ${where}`,
  url: 'http://incompleteideas.net/book/the-book-2nd.html',
});
export const ppo = (where: string) => ({ text: `PPO, Schulman et al. 2017, ${where}`, url: PPO });
export const gae = (where: string) => ({ text: `GAE, Schulman et al. 2016, ${where}`, url: GAE });
export const holtzman = (where: string) => ({ text: `Holtzman et al. 2020, ${where}`, url: 'https://arxiv.org/abs/1904.09751' });
export const deepSeekMath = { text: 'DeepSeekMath, Shao et al. 2024, §4.1', url: GRPO };
