/** Words of the field that says who trains the policies: this computer, or a server of the Tinker protocol. */
import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const servedEn = spoken('training/served', {
  label: 'Policies are trained by',
  help: 'A server can sample, score and update them. Episodes, environment, credit and losses stay here.',
  here: 'This computer',
  server: 'A server (Tinker protocol)',
  /** Where the page's own server hands nothing on. */
  noWay: {
    title: 'This page has no way to a server.',
    why: 'A browser lets a page speak to its own address alone, and a host that only hands out files passes nothing on.',
    instead: 'Start the page on your computer, and it passes requests on to one server:',
    command: 'npm start -- --forward http://127.0.0.1:8000',
    terminal: 'Or train in the terminal: npm run train -- --engine tinker --url ADDRESS. Its run folder opens here.',
    again: 'Look again',
  },
  gone: 'The process that serves this page does not answer. Start it again, and look again.',
  region: 'The server',
  at: (url: string) => `Through this page’s own address to ${url}`,
  token: 'with a token that the page does not see',
  model: 'Model on the server',
  modelHelp: (base: string) => `What the server calls “${base}”. Both must number tokens alike, which is tried before training.`,
  sameName: (base: string) => `${base} (the project’s name)`,
  asking: 'Asking the server what it can, with small adapters of its own. The first time may take a minute.',
  busy: 'A run is under way; the server is asked again behind it.',
  ask: 'Ask again',
  refused: (count: number) => `This server refuses ${plural(count, 'thing', 'things')} of this project:`,
  change: 'Change it',
  fine: 'The project can be trained there as it is.',
  can: 'What it can do',
  unknown:
    'A server tells no entropies, no gradients and nothing of its cache: charts and receipts show them as unknown. It takes no weights, so training there begins with fresh adapters.',
  checking: 'Asking the server …',
});
