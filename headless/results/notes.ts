/** What the measured tables of docs/results.md say, in words; read again whenever they are measured again. */

export const ALGORITHM_NOTES = `**What agrees.** TPPO and APPO differ by less than their intervals, on both bases, alone and in a team; GRPO with the same number of
episodes ends lower, because it sees an eighth of the problems and a group that is all right or all wrong teaches nothing; all
of them learn by sharpening what the base does now and then, and the gains are of the size the prototype had.

**What does not, and why.** A duo is well ahead of an agent alone on the standard base (the prototype saw four points): an agent alone
must write plan, step and answer in one message, and this base was shown few of those. REINFORCE with the two epochs of the others is
behind and spread widely: it has no ratio, so nothing corrects the second pass over a batch, and single seeds drift away. With one
pass it is as good as any (best on the micro duo), a little slower. How many passes the prototype's row took is not known.`;

export const LAZY_NOTES = `**What does not agree, and why.** The lazy team did not appear on this base: with equal credit at 3e-3 the planner ends right nearly always and the
verifier goes along. In the prototype a verifier that overrode everybody was right 40 % of the time from the start, here 30 %, and
it confirms 60 % of what it is told, so overriding never paid. Rotation takes about half the time (one adapter learns at a time)
and ends a little lower after the same 50 iterations; per-step credit ends lower too, because it pays the planner for a right plan
whatever becomes of it. A lower or an adaptive rate ends highest, as in the prototype, though here within the intervals.`;

export const COLLAPSE_NOTES = `**What agrees.** Both collapses happen in every seed: the reward peaks and dies. Against steps that are too large only what makes
them smaller helps: the adaptive rate ends as if nothing had happened, rollback with half the rate saves the session, while the KL gate
and the early stop look before a step, at a batch whose first step always has KL 0, and a KL penalty only slows the fall. Against the
reuse of a batch the gate and the early stop are enough by themselves, with or without the clip; the clip alone is not.

**What does not, and why.** Rollback ends higher here than in the prototype, because its first snapshot is the untrained team and it compares means over the
same window. The gate that looks after the last step takes back every iteration at these settings, so its team stays
untrained: at 0.01 it is a guard for small steps, not a cure for large ones. On micro the adaptive rate mends reuse less surely than too large a
step, because it acts once an iteration, after eight epochs; on standard it mends both. On standard the gate leaves 28 to 73 % at too large a rate.`;

export const ENVIRONMENT_NOTES = `**The lazy team.** Both rows of \`trio\` earn the same, sampled and greedy, so no reward curve tells them apart. Under equal credit at 3e-3
the planner stays as it was, the solver gets worse, and the verifier puts its own answer in the place of theirs in four of five
episodes; with per-step credit planner and solver learn as well and the verifier has little to correct. The verifier stops saying
\`ok\` in both: at the start working it out alone is the surest thing it can do, and that is learnt first. On the base \`standard\`
the lazy team does not appear (above), because a verifier there cannot do the others' work.

**Several turns.** In \`higher-lower\` the third guess is the last by the rules. When it was cut off by the horizon instead, the critic
promised failed episodes a future, and the reward hung at 41 % after thirty iterations (an earlier version, one seed; 57 % with the
rule, all else alike). Both splits draw from the same numbers: with a fifth of them set aside the team soon knew by heart which numbers are never
the secret, and ended at 64 % of the train split and 27 % of the test split. With 32 episodes an iteration instead of 64 it ends
lower, at 51 % (three seeds). Ranges are right in seven of ten turns before and after: what
the hints leave is more than so small a base works out each time, which is probably what limits it, as the plan limits \`programs\`.

**Number puzzles.** What limits \`puzzles\` is the search: naming the two numbers means trying three pairs with three operations, and the base
finds them in six of ten puzzles before and seven after, while the solver's habit goes. Tried: a base of 1,000,000
tokens with 40 % of the messages right went from 22 % of the reward to 42 to 49 % (three seeds, 40 iterations), one of 1,600,000 with 55 % from
37 % to 63 % (one seed), the present one in 40 iterations from 37 % to 69 % (one seed). That the test split stays about twenty points behind says that part of what is learnt is puzzles known by heart.

**A flow network.** In \`flow\` two parallel branches are paid for one number, and both give up their habit, at the same pace. Tried (one seed each):
with a base of 800,000 tokens, half of the messages right, the reward stopped at about 60 %; with 1,600,000 tokens and 60 % right it rises from
34 % to 96 %, but greedy decoding is right from the start. The one-sample estimate of the KL to the base is now and then thrown far off
by a single rare token (seed 3, left branch); the table gives the median.

**One honest witness is enough.** In \`debate\` the left witness admits its doubt nearly always in the end (98 to 100 %, three seeds), while the
right one goes on being sure in the fog, in one seed always (it admits doubt in 15, 0 and 40 %). The team loses little by it: where
the left one doubts the right one is to be believed. That it is always the left one probably comes from the base, whose judge
believes the left one when both are sure: then the left one's boasting costs the reward, and the right one's does not.

**Times.** One run beside another on the two cores, nothing else; the first seeds of \`debate\` and \`editor\` with more beside them.`;
