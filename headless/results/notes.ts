/**
 * What the measured tables of docs/results.md say of the shipped projects, in words; read again whenever they are measured again.
 * What compares settings is evidence (headless/evidence/notes.ts): here stands what a project does, not what a setting does to it.
 */

export const ENVIRONMENT_NOTES = `**How far this goes.** Measured by workbench 0.2.0 with three seeds; every reward and skill is what workbench 0.1.0 measured (it had no \`quartet\` and no \`octet\`). KL to the base is k1, of the team that
played the last iteration, the median of the seeds. What one seed does beside another is no evidence of a difference, nor is one row beside another.

**The lazy team.** The second row of \`trio\` is the variant \`equal\` of the evidence \`lazy-team\` (below); the first is paid per step, with an adaptive
rate, a KL gate and ten iterations less. Which of these does what is in that evidence, five seeds each. The verifier stops saying \`ok\` in both rows; why was not measured.

**Several turns.** In \`higher-lower\` the third guess is the last by the rules, so that an episode ends there and is not cut off: a critic that
is asked about the future of an episode that has none promises one. Both splits draw from the same numbers, because a team
that never meets some of them as the secret can know by heart which. Ranges are right in seven of ten turns before and after; what limits the
team was not measured.

**Number puzzles.** In \`puzzles\` the two numbers are right in 58 % of the puzzles at first and in 70 % in the end, the operation in 76 % and 95 %.
Sampled, the test split begins 3 to 12 points behind the train split and ends 16 to 21 behind: the gap grows by 10 ± 8 points (three seeds,
paired). Why was not measured; puzzles known by heart would look like this.

**A flow network.** In \`flow\` two parallel branches are paid for one number, and both are right more often in the end (56 → 96 % and 51 → 96 %, means of three seeds).

**Who admits doubt.** In \`debate\` the left witness admits its doubt nearly always in the end (98 to 100 %, three seeds), the right one in
15, 0 and 40 %. Why it is the left one was not measured, and three seeds do not say that it would always be.

**What was tried on the way.** Single runs of earlier versions, not recorded: they are why the settings are what they are, and no evidence of an
effect. \`higher-lower\` with the third guess cut off by the horizon hung at 41 % after thirty iterations, and by the rules reached 57 %; with a fifth of the
numbers set aside for the test split it ended at 64 % of the train split and 27 % of the test split; with 32 episodes an iteration at 51 % (three seeds).
\`puzzles\` on a base of 1,000,000 tokens with 40 % of the messages right went from 22 % to 42 to 49 % (three seeds, 40 iterations), on one of
1,600,000 with 55 % from 37 % to 63 %, on the present one in 40 iterations from 37 % to 69 %. \`flow\` on a base of 800,000 tokens, half of the messages
right, stopped at about 60 %; on one of 1,600,000 with 60 % right it went from 34 % to 96 %, but greedy decoding is right from the start.

**Times.** Measured on two cores that were doing other work as well; those of \`quartet\` and \`octet\` while these had more than ten times as much to do. A run of 40 iterations of \`octet\` takes 25 s of a processor's time (one run).`;
