/** What single commands of the terminal refuse. */

type FlagFault =
  | { readonly command: 'train'; readonly wrong: 'checkpoint without resume' | 'resume without out' }
  /** `given`: a flag, or that a project file was named. */
  | { readonly command: 'train'; readonly wrong: 'resume'; readonly given: 'file' | `--${string}` }
  | { readonly command: 'evaluate'; readonly wrong: 'no run' | 'greedy samples' }
  | { readonly command: 'evaluate'; readonly wrong: 'split'; readonly given: string }
  | { readonly command: 'evaluate'; readonly wrong: 'pass@k'; readonly k: number; readonly samples: number }
  | { readonly command: 'compare-weights'; readonly wrong: 'no run' }
  | { readonly command: 'compare-weights'; readonly wrong: 'f32'; readonly folder: string }
  | { readonly command: 'compare-weights'; readonly wrong: 'no text'; readonly source: string }
  /** Commands that write what a run's files hold. */
  | { readonly command: 'export-files'; readonly wrong: 'no run' | 'no out' }
  | { readonly command: 'export-files'; readonly wrong: 'no format'; readonly formats: readonly string[] }
  | { readonly command: 'export-files'; readonly wrong: 'no rollouts'; readonly folder: string }
  | { readonly command: 'export-files'; readonly wrong: 'episode'; readonly given: string; readonly iteration: number }
  | { readonly command: 'export-files'; readonly wrong: 'episodes'; readonly given: string }
  | {
      readonly command: 'export-files';
      readonly wrong: 'iteration';
      readonly folder: string;
      readonly iteration: number;
      readonly kept: readonly number[];
    }
  /** Commands that write a run's models. */
  | { readonly command: 'export-models'; readonly wrong: 'no run' | 'no out' }
  | { readonly command: 'export-models'; readonly wrong: 'not free'; readonly folder: string }
  | { readonly command: 'export-models'; readonly wrong: 'f32'; readonly folder: string }
  | { readonly command: 'export-models'; readonly wrong: 'role'; readonly given: string; readonly roles: readonly string[] }
  | {
      readonly command: 'export-models';
      readonly wrong: 'no adapter';
      readonly role: string;
      readonly folder: string;
      readonly iteration: number;
    }
  | { readonly command: 'export-verifiers'; readonly wrong: 'no out' }
  | { readonly command: 'export-verifiers'; readonly wrong: 'not free'; readonly folder: string }
  | { readonly command: 'import-team'; readonly wrong: 'no file' }
  | { readonly command: 'import-team'; readonly wrong: 'not free'; readonly file: string }
  | { readonly command: 'import-team'; readonly wrong: 'no node'; readonly given: string; readonly of: readonly string[] }
  | { readonly command: 'import-team'; readonly wrong: 'which team'; readonly names: readonly string[] }
  | { readonly command: 'check-environment'; readonly wrong: 'nothing' | 'no roles' }
  | { readonly command: 'check-server'; readonly wrong: 'no url' }
  | { readonly command: 'start'; readonly wrong: 'token without forward' }
  | { readonly command: 'open'; readonly wrong: 'no path' }
  | { readonly command: 'study-analysis'; readonly wrong: 'no files' }
  | { readonly command: 'study-analysis'; readonly wrong: 'not free'; readonly folder: string }
  /** `of`: the command; `given`: an engine, or the flag that names something of a server. */
  | {
      readonly command: 'server';
      readonly of: string;
      readonly wrong: 'engine' | 'engine without url' | 'server without engine' | 'adapters' | 'run here' | 'run on a server';
      readonly given: string;
    }
  | { readonly command: 'warm-start'; readonly wrong: 'threshold without from' }
  | { readonly command: 'warm-start'; readonly wrong: 'setting'; readonly flag: string; readonly given: string; readonly said: string }
  /** `recipe`: the base, where `make-base` makes it. */
  | { readonly command: 'warm-start'; readonly wrong: 'no out'; readonly recipe: string | null }
  | { readonly command: 'make-base'; readonly wrong: 'from'; readonly folder: string; readonly name: string }
  | { readonly command: 'make-base'; readonly wrong: 'with from'; readonly flag: string }
  | { readonly command: 'sweep'; readonly wrong: 'no out' }
  | { readonly command: 'sweep'; readonly wrong: 'grid'; readonly given: string }
  | { readonly command: 'perturb'; readonly wrong: 'no out' }
  | { readonly command: 'results'; readonly wrong: 'part'; readonly given: string; readonly parts: readonly string[] }
  | { readonly command: 'results'; readonly wrong: 'project'; readonly given: string };

export const commandFaults = {
  E_FLAG: (of: FlagFault) => {
    switch (of.command) {
      case 'train':
        return train(of);
      case 'evaluate':
        return evaluate(of);
      case 'compare-weights':
        return compareWeights(of);
      case 'export-files':
        return exportFiles(of);
      case 'export-models':
        return exportModels(of);
      case 'export-verifiers':
        return of.wrong === 'no out'
          ? { message: '--out is missing.', hint: 'Say where to write: --out DIR.' }
          : { message: `${of.folder} is not empty.`, hint: 'Name a folder that does not exist yet.' };
      case 'import-team':
        return importTeam(of);
      case 'check-environment':
        return of.wrong === 'nothing'
          ? {
              message: 'There is nothing to check.',
              hint: 'Name a file: npm run check-environment -- environment.ts --roles planner,solver.',
            }
          : { message: '--roles names nobody.', hint: 'For example: --roles planner,solver.' };
      case 'server':
        return onServer(of);
      case 'check-server':
        return { message: 'There is no server to check.', hint: 'Name its address: npm run check-server -- --url http://127.0.0.1:8000.' };
      case 'open':
        return { message: 'There is nothing to open.', hint: 'Name the folder of a run, or a file of it: npm run open -- runs/first.' };
      case 'study-analysis':
        return of.wrong === 'no files'
          ? {
              message: 'There is no file of a participant.',
              hint: 'Name the files that were handed in: npm run study-analysis -- study/*.jsonl.',
            }
          : { message: `${of.folder} is not empty.`, hint: 'Name a folder that does not exist yet.' };
      case 'start':
        return {
          message: '--token-file goes with --forward: the token is for that server.',
          hint: 'For example: npm start -- --forward http://127.0.0.1:8000 --token-file token.txt.',
        };
      case 'warm-start':
        return warmStart(of);
      case 'make-base':
        return of.wrong === 'from'
          ? {
              message: `${of.folder} is no base “${of.name}” that was made here: its card does not say how.`,
              hint: `Name the folder that “npm run make-base -- --preset ${of.name} --out DIR” wrote.`,
            }
          : { message: `${of.flag} has no use with --from: that base is trained already.`, hint: 'Leave out one of the two.' };
      case 'sweep':
        return of.wrong === 'no out'
          ? { message: 'A sweep needs a folder for its runs and its table.', hint: 'Add --out DIR.' }
          : {
              message: `--grid takes a setting and its values, not “${of.given}”.`,
              hint: 'For example: --grid training.learningRate=1e-3,3e-3.',
            };
      case 'perturb':
        return { message: 'There is no file to write to.', hint: 'Add --out FILE; naming an existing file continues it.' };
      case 'results':
        return of.wrong === 'part'
          ? { message: `There is no part “${of.given}”.`, hint: `Use --only with one of ${of.parts.join(', ')}, or leave it out.` }
          : { message: `There is no measured project “${of.given}”.`, hint: 'They are listed in headless/results/environments.ts.' };
    }
  },
  E_SWEEP_EMPTY: () => ({ message: 'No cell of this grid can be trained.', hint: 'The reasons are given above.' }),
  E_SWEEP_FAILED: ({ failed, runs }: { readonly failed: number; readonly runs: number }) => ({
    message: `${failed} of ${runs} runs failed.`,
    hint: 'Their messages are above. The same command retries them and keeps the rest.',
  }),
  E_SWEEP_OTHER: ({ folder }: { readonly folder: string }) => ({
    message: `${folder} holds a run of another project or of other settings.`,
    hint: 'Choose another folder for --out, or repeat the sweep with the project it was made with.',
  }),
  E_EVIDENCE_PATH: ({ path }: { readonly path: string }) => ({
    message: `The path “${path}” leads nowhere.`,
    hint: 'Paths are the document’s; agents are named by role, or * for all.',
  }),
};

type Of<C extends FlagFault['command']> = Extract<FlagFault, { readonly command: C }>;

function train(of: Of<'train'>) {
  switch (of.wrong) {
    case 'checkpoint without resume':
      return {
        message: '--checkpoint says where to continue from, so it needs --resume.',
        hint: 'Add --resume --out DIR; to start a new run from a checkpoint’s adapters, use --adapters DIR/checkpoints/steps_N.',
      };
    case 'resume without out':
      return { message: '--resume needs a run to continue.', hint: 'Add --out DIR, the folder of that run.' };
    case 'resume':
      return {
        message: `--resume uses the run’s own project, so ${of.given === 'file' ? 'a project file' : of.given} cannot be given as well.`,
        hint: 'Leave it out, or start a new run in another folder.',
      };
  }
}

function evaluate(of: Of<'evaluate'>) {
  switch (of.wrong) {
    case 'no run':
      return { message: '--run is missing.', hint: 'Give the run folder: npm run evaluate -- --run DIR.' };
    case 'split':
      return { message: `There is no split “${of.given}”.`, hint: 'Use --split train, --split test or --split both.' };
    case 'greedy samples':
      return { message: '--greedy gives the same answer every time.', hint: 'Leave out --samples, or --greedy.' };
    case 'pass@k':
      return {
        message: `pass@${of.k} needs ${of.k} samples per problem, but there are ${of.samples}.`,
        hint: `Add --samples ${of.k}, or leave ${of.k} out of --k.`,
      };
  }
}

function compareWeights(of: Of<'compare-weights'>) {
  switch (of.wrong) {
    case 'no run':
      return { message: '--run is missing.', hint: 'Give the run folder: npm run compare-weights -- --run DIR.' };
    case 'f32':
      return {
        message: `The bases of ${of.folder} are held in f32, so there is nothing to compare.`,
        hint: 'Set the project’s “Base weights” (team.weights) to q8, q4, f16 or bf16 and train with it.',
      };
    case 'no text':
      return { message: `There is no text to compare on in ${of.source}.`, hint: 'Give a text of your own: --text FILE.' };
  }
}

function exportFiles(of: Of<'export-files'>) {
  switch (of.wrong) {
    case 'no run':
      return { message: '--run is missing.', hint: 'Give the run folder: --run DIR.' };
    case 'no out':
      return { message: '--out is missing.', hint: 'Say where to write: --out DIR.' };
    case 'no format':
      return { message: '--format is missing.', hint: `Available: ${of.formats.join(', ')}.` };
    case 'no rollouts':
      return {
        message: `${of.folder} holds no rollouts.`,
        hint: 'They are written as rollouts/<iteration>.jsonl while a run is trained.',
      };
    case 'episodes':
      return {
        message: `--episodes takes all, extremes, none, or a list of iteration/episode, not “${of.given}”.`,
        hint: 'For example: --episodes 40/0,40/7.',
      };
    case 'episode':
      return {
        message: `There is no episode ${of.given}: iteration ${of.iteration} has no such number, or none of its episodes are kept.`,
        hint: 'Episodes are counted from 0, as in rollouts/<iteration>.jsonl.',
      };
    case 'iteration':
      return {
        message: `${of.folder} holds no rollouts of iteration ${of.iteration}.`,
        hint: `It holds those of ${of.kept.join(', ')}.`,
      };
  }
}

function exportModels(of: Of<'export-models'>) {
  switch (of.wrong) {
    case 'no run':
      return { message: '--run is missing.', hint: 'Give the run folder: --run DIR.' };
    case 'no out':
      return { message: '--out is missing.', hint: 'Say where to write: --out DIR.' };
    case 'not free':
      return { message: `${of.folder} is not empty.`, hint: 'Name a folder that does not exist yet.' };
    case 'f32':
      return {
        message: `The run in ${of.folder} was trained with its bases in f32, so there is nothing to dequantise.`,
        hint: 'Leave out --dequantised: the bases as they are hold the numbers of the training.',
      };
    case 'role':
      return { message: `The team has no agent “${of.given}”.`, hint: `Its agents: ${of.roles.join(', ')}.` };
    case 'no adapter':
      return {
        message: `${of.folder} holds no adapter of ${of.role} after iteration ${of.iteration}.`,
        hint: 'A server that trained the run may keep them; else choose another checkpoint: --checkpoint N.',
      };
  }
}

function warmStart(of: Of<'warm-start'>) {
  switch (of.wrong) {
    case 'threshold without from':
      return {
        message: '--threshold chooses among given episodes, and none are given.',
        hint: 'Add --from FILE or --from RUN, or leave it out.',
      };
    case 'setting':
      return {
        message: `${of.flag} cannot be “${of.given}”: ${of.said}.`,
        hint: 'docs/warm-start.md says what each setting takes.',
      };
    case 'no out':
      return {
        message: 'There is no folder to write to.',
        hint: of.recipe === null ? 'Add --out DIR.' : `Add --out DIR. The base “${of.recipe}” itself is made by “npm run make-base”.`,
      };
  }
}

function onServer({ of, wrong, given }: Extract<FlagFault, { readonly command: 'server' }>) {
  switch (wrong) {
    case 'engine':
      return { message: `There is no engine called “${given}”.`, hint: 'Engines are: here, tinker.' };
    case 'engine without url':
      return {
        message: 'Where the server is was not said.',
        hint: `Name its address: npm run ${of} -- … --engine tinker --url http://127.0.0.1:8000.`,
      };
    case 'server without engine':
      return { message: `${given} is about a server, and this computer trains.`, hint: 'Add --engine tinker, or leave it out.' };
    case 'adapters':
      return {
        message: 'No server of the Tinker protocol takes weights, so a team cannot start from given adapters there.',
        hint: 'Leave --adapters out, or train on this computer.',
      };
    case 'run here':
      return {
        message: `The run in ${given} was trained on this computer, and no server of the Tinker protocol takes weights.`,
        hint: 'Go on with it without --engine, or begin a new run on the server.',
      };
    case 'run on a server':
      return {
        message: `The run in ${given} was trained on a server, which has its optimiser’s state.`,
        hint: 'Go on with it there: --engine tinker --url ADDRESS.',
      };
  }
}

function importTeam(of: Extract<FlagFault, { readonly command: 'import-team' }>) {
  switch (of.wrong) {
    case 'no file':
      return { message: 'No file is named.', hint: 'For example: npm run import-team -- graph.json --out project.json.' };
    case 'not free':
      return { message: `${of.file} is there already.`, hint: 'Name a file that does not exist yet.' };
    case 'no node':
      return { message: `--leave-out ${of.given}: the file has no such node.`, hint: `It has ${of.of.join(', ')}.` };
    case 'which team':
      return { message: `The file has ${of.names.length} teams.`, hint: `Say which with --team: ${of.names.join(', ')}.` };
  }
}
