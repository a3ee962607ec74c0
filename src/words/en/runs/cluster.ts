/** Words of a job for a cluster: its dialogue, and the tables in its files. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const clusterEn = spoken('runs/cluster', {
  mapping: {
    title: (project: string) => `Where the settings of “${project}” run`,
    intro:
      'Our terminal keeps the session: prompts, environment, credit, losses, guards, run folder. A server of the Tinker protocol keeps the policies: it samples, scores, differentiates and steps. Only token ids, log-probabilities and their derivatives cross.',
    refusedTitle: 'What is refused, and what replaces it',
    expected:
      'Expected of each kind of server at the commit in its script. What the server really can is found out when the terminal connects; `npm run check-server -- --url URL ../project.json` says it without training.',
    nothingRefused: 'Nothing: the project can be trained as it is.',
    scaleTitle: 'α and rank',
    scale:
      'ΔW = (α ÷ rank) · B · A. Where a server has one α for all, a rank of fixed α · rank ÷ α keeps the factor; the adapter then has more or fewer numbers, so it is not the same training.',
    agent: 'agent',
    rank: 'rank',
    factor: 'α ÷ rank',
    asAsked: 'as asked',
    sameScale: (alpha: number, factor: string, rank: number, more: string) =>
      `α ${alpha}: the factor would be ${factor}. Rank ${rank} has the same factor, with ${more} times the numbers`,
    noRank: (alpha: number, factor: string) => `α ${alpha}: the factor would be ${factor}. No whole rank has the same`,
    settingsTitle: 'Every setting',
    where:
      '*Terminal*: our session on the machine that runs `npm run train`. *Server*: the engine behind the URL. *This computer’s critic*: the base as the terminal’s machine holds it, for values and reference log-probabilities.',
    setting: 'setting',
    value: 'value',
    runsOn: 'runs on',
    changes: 'what changes',
    empty: '(empty)',
    runs: {
      server: 'server',
      terminal: 'terminal',
      critic: 'this computer’s critic',
      both: 'terminal and server',
      nowhere: 'nowhere',
    },
    notes: {
      same: 'Nothing.',
      format: 'Nothing: the terminal in this job reads this format.',
      label: 'Nothing: a name for people.',
      page: 'Only the page and exported profiles read it.',
      base: 'The server has the weights, under its own name for them (`--model`); the terminal needs the tokenizer, and the weights too where values or a local reference are wanted. Both must number tokens alike. A server has one base.',
      weights: 'Applies to the base on the terminal’s machine only; the server holds its copy in its own precision, usually bfloat16.',
      kvCache: 'The server has its own cache.',
      prompts: 'Nothing: prompts are composed as token ids by the terminal and sent as they are.',
      sandbox: 'Nothing: it runs in the sandbox of the terminal.',
      data: 'Nothing: the rows are in this job and passed by `--data`.',
      rank: 'SkyRL JAX: at most the server’s largest rank. SkyRL Megatron: one rank for all agents.',
      alpha: 'open-rl: as asked. SkyRL: always 32; another α is refused (see above).',
      targets: 'open-rl: all of attention, all of the MLP, or both. SkyRL: all seven.',
      frozen: 'A frozen agent is an adapter that is never stepped.',
      group: 'Agents of one group share one adapter of the server.',
      rate: 'Sent with every step.',
      temperature: 'An agent that learns needs temperature 1, top-k 0, top-p 1: servers score at temperature 1 only.',
      length: 'Sent with every request. Where a server ignores stop ids, messages are cut here.',
      critic: 'Computed by the terminal from the frozen base; refused where its machine cannot hold the base.',
      credit: 'Nothing: computed by the terminal.',
      objective:
        'Nothing: the terminal turns the server’s log-probabilities into derivatives; the server gets one linear loss, whatever the algorithm.',
      seed: 'Seeds problems and environment as here. Samples and first adapters come from the server’s generators, so a run does not repeat byte for byte.',
      episodes: 'Nothing; as many requests as the server allows are under way at a time.',
      lag: 'Needs a server that keeps earlier versions; refused otherwise: set 0.',
      steps: 'A step is one backward and one `optim_step` for each adapter.',
      accumulation: 'The terminal splits a batch by what a request may hold; gradients add up on the server.',
      schedule: 'Nothing: the rate of each step is computed by the terminal.',
      optimizer:
        'Sent with every step. open-rl keeps those of an adapter’s first step; SkyRL Megatron takes its own configuration; SkyRL JAX takes each step’s.',
      clipNorm:
        'open-rl clips over the gradients of all adapters, so they are finished one after another. SkyRL JAX does not clip. SkyRL Megatron clips at its own `max_grad_norm`, 1.',
      teacher: 'A server is refused with it (see above): teachers are computed on this workbench’s own engine.',
      entropy: 'Must be 0: a server returns no distributions. Entropies are unknown in the run.',
      reference: 'From the base on the terminal’s machine; where that does not fit, from an adapter of the server that is never stepped.',
      guard: 'Nothing: the KL is measured from the server’s log-probabilities.',
      gate: 'Checked before the backward pass, since a server cannot drop gradients. Gradients’ predicted gains are unknown.',
      rollback: 'Weights are saved and loaded by the server. SkyRL loads into a new adapter only, which takes the old one’s part.',
      continuations: 'Nothing; the server samples them, and they are most of the tokens.',
      evaluation: 'Nothing; the server samples.',
      greedy: 'Greedy answers are asked for at a temperature near 0.',
      checkpoint: 'The server saves weights and optimiser; adapters come back as PEFT folders where the server gives them away.',
      compat: 'Those of credit and losses act as here. `r1_half_precision_adam` concerns the optimiser, which is the server’s.',
      warmStart: 'A warm start is made here, before: the base in this job is what it made, if one was made.',
    },
  },
  cost: {
    title: (project: string) => `What training “${project}” takes`,
    quantity: 'quantity',
    wholeRun: 'whole run',
    iterations: 'iterations',
    sampled: 'sampled tokens, without prompts and evaluations',
    tokens: 'tokens of prompts and messages, as in the newest episodes here',
    parameters: 'numbers in the bases',
    flops: 'floating-point operations, evaluations left out',
    hours: (gpu: string) => `hours on one ${gpu}`,
    atMost: 'at most',
    unknown: 'unknown',
    assumed: (gpu: string, teraflops: number, percent: number, range: number) =>
      `An estimate, not a measurement. Operations are counted from this project’s plans. ${gpu}: ${teraflops} TFLOP/s (BF16, dense), of which ${percent} % are assumed to be reached over sampling and training together; the range is a factor of ${range} either way. Waiting, compiling and evaluations are not in it. Small bases reach far less.`,
  },
  dialogue: {
    about:
      'A zip with this project, its rows and bases, our terminal, and files that start a server of the Tinker protocol (SkyRL, open-rl). The session stays ours: the server samples and steps.',
    server: 'Server',
    refused: (count: number) => `${plural(count, 'thing is', 'things are')} expected to be refused there`,
    nothing: 'Nothing is expected to be refused there.',
    expected: 'Expected of this kind of server; what it really can is found out when the terminal connects.',
    change: 'Change it',
    cost: (hours: number, gpu: string) =>
      `${hours < 0.01 ? 'Less than 0.01' : `About ${hours.toPrecision(2)}`} hours on one ${gpu}; see COST.md for what that assumes.`,
    costUnknown: 'What it would take is not known: the engine could not count an iteration of this project.',
    adapters: (iteration: number) =>
      `With the adapters of iteration ${iteration}, to compare with. A server takes no weights: training there begins anew.`,
    download: 'Download the job',
    anyway: 'Download it anyway',
    working: 'Packing…',
    done: (file: string, size: string) => `${file}, ${size}, is in your downloads. Its README.md has three commands.`,
  },
});
