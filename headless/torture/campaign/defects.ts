/** What the campaign found, in the order in which it was found: each is mended, and held by a test of its own. */

export interface Defect {
  /** The row that found it. */
  readonly row: string;
  readonly found: string;
  readonly mended: string;
  /** Path of the test that holds it. */
  readonly test: string;
}

export const DEFECTS: readonly Defect[] = [
  {
    row: 'numbers',
    found: 'The reference executor could not score a vocabulary of one: TensorFlow.js has no one-hot of fewer than two.',
    mended: 'Its word is certain, as it is for the kernels.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'numbers',
    found:
      'The mask of the reference took 10⁹ off scores that are not seen: where scores were as large, tokens attended to what comes after them. The kernels were right.',
    mended: 'It takes off 10³⁰, as they do.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'numbers',
    found: 'The reference had no log-probability of a token beside one whose logit is −∞ (0 · ∞).',
    mended: 'It is chosen, not multiplied out. The entropy is NaN on every executor, which guards see.',
    test: 'test/engine/executors/edges.test.ts',
  },
  {
    row: 'payloads (test/unit/security)',
    found:
      'Names of teams and bases were taken for Markdown in model cards and in the README of a job: a line break began a paragraph, a bracket an element.',
    mended: 'They are one line of text.',
    test: 'test/unit/security/payloads.test.ts',
  },
  {
    row: 'torn-writes-terminal',
    found:
      'The terminal synced what it wrote anew, and neither rows, episodes and events that it added nor the names of files in their folders: after a loss of power a run of which a checkpoint had been told could be gone (215 of 300 trials without the one mend, 197 without the other).',
    mended: 'Added bytes, cuts and the names in a folder are on the disk before the call that made them is done.',
    test: 'test/integration/headless/torture/rows.test.ts',
  },
  {
    row: 'kills-terminal (found while it was written)',
    found:
      'A process killed between making its lock and writing into it, or while it took another’s over, left a folder that refused every later process until somebody deleted files by hand.',
    mended:
      'A lock that stays empty, and a takeover whose process is gone, are known to be left; the lock is taken over, and that is said.',
    test: 'test/integration/headless/kit/run/lock.test.ts',
  },
  {
    row: 'two-terminals (found while it was written)',
    found:
      'A process that was about to take over a stale lock wrote its own over that of a third, made after the stale one went: two writers.',
    mended: 'Where the lock is gone it is made like any other, by the one who is first.',
    test: 'test/integration/headless/kit/run/lock.test.ts',
  },
  {
    row: 'two-terminals',
    found:
      '`marft open` ended with an internal error where the trainer renamed a checkpoint into its place while the folder was listed (in 2 of 8 trials of that kind).',
    mended: 'What is gone a moment after it was named is passed by, in the listing and by whatever reads a run.',
    test: 'test/integration/headless/open/listing.test.ts',
  },
  {
    row: 'killed-lanes-terminal',
    found:
      'A thread of the engine that ended without an error of its own (`worker.terminate()`, its exit) left the terminal waiting for ever.',
    mended: 'Its end is a failure like any other: E_WORKER, and the run goes on from its last checkpoint.',
    test: 'test/engine/generation/pool.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found:
      'One failure while a run was begun meant that it was never kept; `run.json` stayed empty after one failed write; a due checkpoint, the best or the last row that failed at the end were lost.',
    mended: 'They wait in memory and are tried again every five seconds; the run’s lock is held until they are on the disk.',
    test: 'test/unit/runs/library/writing.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found: '`best.json` pointed at a checkpoint that was not there, where the disk was full when it was due.',
    mended: 'The best checkpoint waits for room, and nothing points at one that was not written.',
    test: 'test/unit/runs/library/writing.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found: 'A run whose card was cut off, with nothing aside, could not be opened, though all of it was there.',
    mended: 'The card is made anew from the folder, and the run says what was lost with the old one.',
    test: 'test/unit/runs/library/damage.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found:
      'A finished run whose checkpoints the browser had cleared was listed with them; going on failed, or an export lacked them without a word.',
    mended: 'The run says which are gone, and offers those that are left.',
    test: 'test/unit/runs/library/damage.test.ts',
  },
  {
    row: 'failing-io-page',
    found:
      'Where the browser cannot rename, a file that a failed or killed write had cut off in its place was written aside first the next time, over the only whole copy: cut off again, both were gone. The card of a run on a full disk was, and the run was kept no more though there was room again.',
    mended: 'What is aside stays until the new contents are in their place.',
    test: 'test/integration/runs/fileSystems.test.ts',
  },
  {
    row: 'torn-writes-page',
    found:
      'A run whose page was killed between its last row and its card was listed with the metrics of an older row, or without those of the untrained team, for ever.',
    mended: 'They are read from its rows, as its iteration was.',
    test: 'test/unit/runs/library/decisions.test.ts',
  },
  {
    row: 'torn-writes-page',
    found:
      'After a loss of power that took back the name of its card a run could not be opened or gone on with, though its project, rows and checkpoints were there.',
    mended: 'The card is made anew from the folder, as one that was cut off.',
    test: 'test/unit/runs/library/damage.test.ts',
  },
  {
    row: 'torn-writes-page (found while it was written)',
    found: 'That a card was made anew, or that checkpoints are gone, was written behind the card: a page killed in between never said it.',
    mended: 'It is said first.',
    test: 'test/integration/headless/torture/rows.test.ts',
  },
  {
    row: 'failing-io-page',
    found: 'Of episodes that a full disk cut off the part that was written stayed, and was shown as all of the iteration.',
    mended: 'Nothing stays of episodes and adapters that could not be written whole.',
    test: 'test/unit/runs/runFolder.test.ts',
  },
  {
    row: 'torn-writes-projects',
    found:
      'A project that was edited while the database refused, and then deleted, was back at the next visit: what was written ahead of the database counted as newer than its deletion.',
    mended:
      'It is taken into the database before it is marked as deleted, and comes back with its last edit where somebody brings it back.',
    test: 'test/unit/page/state/projects/projects.test.ts',
  },
  {
    row: 'torn-writes-projects',
    found:
      'What could be kept nowhere, because local storage was full and the database refused, was tried again with the next edit only, and never when the tab was closed.',
    mended: 'It is tried again every five seconds, and when the tab closes.',
    test: 'test/unit/page/state/projects/projects.test.ts',
  },
  {
    row: 'torn-writes-projects',
    found:
      'Where a loss of power took back what the database was told and not what was written ahead of it, the project opened in its older state, and its newest became a copy.',
    mended: 'What was written ahead of something newer than the database has counts.',
    test: 'test/unit/page/state/projects/takingIn.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found:
      'A JSON that was cut off after a line that is JSON by itself counted as whole when it was written next, so its only whole contents, aside, were written over: cut off again, both were gone.',
    mended: 'What is aside stays wherever a reader would take it.',
    test: 'test/unit/runs/library/crash.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found:
      'As long as the rest of a rollout that could not be written could not be removed either, neither rows nor checkpoints were written.',
    mended: 'They are written; the rest is tried again by itself, and the page hears of it.',
    test: 'test/unit/runs/library/writing.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found:
      'Where a full disk took the line and not the card, each listing said again that checkpoints are gone; behind a line that was cut off it could not be read at all.',
    mended: 'It is said once, on a line of its own.',
    test: 'test/unit/runs/library/damage.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found: 'That all is on disk was told while a run was still about to be gone on with.',
    mended: 'It is waited for from its first moment.',
    test: 'test/unit/runs/library/writing.test.ts',
  },
  {
    row: 'the page’s store (read through)',
    found: 'Challenges in two tabs wrote over each other’s cases, and gave back what was spent.',
    mended: 'A tab reads again before it asks, names or writes; of two names of a case the better stays.',
    test: 'test/unit/page/features/challenges/createChallenges.test.ts',
  },
  {
    row: 'consent (read through)',
    found: 'Code was looked at twice for one consent, and once more for each other change of what may run until that ended.',
    mended: 'It is looked at in the moment in which it may run, once.',
    test: 'test/unit/page/state/consent/consent.test.ts',
  },
  {
    row: 'consent (read through)',
    found: 'A link that was opened while somebody was about to agree put other code under the click, which then ran unread.',
    mended: 'Code is on screen for half a second before it can be agreed to, as browsers do with their own questions.',
    test: 'test/e2e/environment/attacks.spec.ts',
  },
  {
    row: 'torn-writes-page',
    found:
      'A run that was gone on with had its project written anew with the same bytes; where power went, and the name of what is aside was not on the disk yet, the run could not be opened.',
    mended: 'What is the same is not written anew. A project that was changed in between is, and can still be lost so.',
    test: 'test/unit/runs/library/crash.test.ts',
  },
  {
    row: 'numbers',
    found:
      'The WebAssembly kernels gave a gate below −88 a rest of 6e-39 in place of 0; times values of a million, and through a norm of a row that is otherwise 0, that changed outputs and gradients (in one plan of 9,000, all with weights a hundred times as large).',
    mended: 'Such a gate is shut.',
    test: 'test/engine/executors/wasm/wasm-kernels.test.ts',
  },
  {
    row: 'two-tabs',
    found:
      'A run that one tab had deleted and another went on with, before it was deleted for good, lost its project, rows and checkpoints under its trainer, and no tab said so.',
    mended: 'To go on with a run brings it back, and what is trained is not deleted for good.',
    test: 'test/unit/runs/library/library.test.ts',
  },
  {
    row: 'long-runs-page',
    found: 'Each call of a worker raced with one promise of the worker’s death, which held on to every call until the page was closed.',
    mended: 'What is waited for is a set, which an answer leaves.',
    test: 'test/unit/workers/life/answers.test.ts',
  },
  {
    row: 'two-tabs',
    found:
      'What was typed while a tab was still learning that another one has its project was kept by neither: it waited to be written, and was then left to the other tab, which does not have it.',
    mended: 'It becomes a copy, as what is typed later does.',
    test: 'test/unit/page/state/projects/twoTabs.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'A page whose database did not open took what was written ahead of other projects into memory, and removed it.',
    mended: 'It stays where it is, and so does what is left in such a page.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'What was typed while the open project was still being read from the database took its place there, or was lost with it.',
    mended: 'It goes on as a copy, and nothing is written of a project until it and the database’s copy were brought together.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found:
      'A second tab that was edited before it had met the database wrote what it had restored in the place of the first one’s, which then became a copy at its next edit.',
    mended: 'What is not open any more is not brought together.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'A tab that was closed before it knew whose the project is wrote over what the other one had written ahead.',
    mended: 'What was edited there is kept as a copy.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'A project opened while the page starts got the document of the one that was restored.',
    mended: 'The start goes on with a project only while it is open.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found:
      'A project that one tab left as it ships was forgotten for good, though another had made something of it, in browsers without locks.',
    mended: 'It is forgotten only if it is as this tab knows it.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'What was edited while a link was fetched was kept nowhere.',
    mended: 'The edit counts from the page’s first moment.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'A copy in the database that could not be read for a moment was taken for damaged, and written over.',
    mended: 'What is on screen goes on as a copy.',
    test: 'test/unit/page/state/projects/starting.test.ts',
  },
  {
    row: 'the page’s projects (read through)',
    found: 'To take a project over twice from a tab that is asleep took it from oneself.',
    mended: 'Asked for twice it is asked once.',
    test: 'test/unit/page/state/projects/tabs.test.ts',
  },
  {
    row: 'killed-workers-page',
    found:
      'What a trainer still said while it ended could reach the page after the news of its end; the run then neither went on nor ended, and said nothing.',
    mended: 'At its end nothing more is taken from it.',
    test: 'test/unit/page/state/engine/bursts.test.ts',
  },
  {
    row: 'killed-workers-page',
    found:
      'Of checkpoints that a library which ended had not written only the two newest were sent once more, so that a small team’s run lacked some, and one that was half written stayed so.',
    mended: 'As many are held as 64 MiB take.',
    test: 'test/unit/workers/trainer/outbox.test.ts',
  },
  {
    row: 'killed-workers-page',
    found: 'A lane of the engine that ended took the run with it, which waited for somebody to continue it.',
    mended: 'The trainer ends with it, is started again, and goes on from the last checkpoint.',
    test: 'test/e2e/runs/way-back.spec.ts',
  },
  {
    row: 'two-tabs',
    found: 'In a page without locks the first word that a worker said of its life threw.',
    mended: 'Such a page watches nothing, and has the worker’s beats.',
    test: 'test/unit/workers/life/watch.test.ts',
  },
  {
    row: 'environments',
    found:
      'What a module keeps between calls was looked for in three of its hooks: one that counted in `render`, `tool`, `transition`, `mistake` or `privileged`, or behind a hook that refused, was loaded.',
    mended: 'Every hook is asked when it is loaded, in three orders, and a refusal ends nothing.',
    test: 'test/integration/session/sandbox/attacks.test.ts',
  },
  {
    row: 'killed-workers-page',
    found:
      'Where the disk was slower than a small team, ever more of its run waited in memory, its episodes behind every checkpoint: of 150 iterations 132. It would have been lost with the page, and a run whose engine’s lane had ended went on only once all of it was written, in two trials of 34 after more than 120 s.',
    mended: 'At most 16 episodes make way for a checkpoint, and the trainer waits for what is more than 64 iterations behind it.',
    test: 'test/unit/runs/library/writing.test.ts',
  },
  {
    row: 'two-terminals',
    found:
      'One start of the terminal stood still for ever while its kernels were compiled: Node 20, whose event loop had nothing else to wait for, waited for V8’s threads, and they for it (https://github.com/nodejs/node/issues/54918). Seen once.',
    mended: 'While a command runs, its event loop has something to wait for.',
    test: 'test/integration/headless/kit/console.test.ts',
  },
  {
    row: 'killed-workers-page',
    found:
      'Episodes and adapters that were being written behind their checkpoint when the page or its library ended were left in part, and since the run goes on from that checkpoint they stayed so: an iteration had fewer episodes, or none, without a word.',
    mended:
      'The first byte of such a file is written last; one without it is removed where the run is listed or gone on with, and none is written twice. The row of torn writes tells a library of whole iterations at once, too.',
    test: 'test/unit/runs/library/crash.test.ts',
  },
  {
    row: 'two-tabs',
    found:
      'An edit waited for 400 ms without another, so that of somebody who typed on nothing was written; a tab that did not answer within 500 ms when it was closed Chromium ended without a word, and its last edit with it.',
    mended:
      'An edit is written at once, and edits that follow each other every 400 ms. In half of the trials the last tab is closed while it is busy.',
    test: 'test/unit/page/state/projects/projects.test.ts',
  },
];
