/** Chinese for the catalogues that the page in a run's HTML file reads. */
import { speak } from '../../words/forms/language.ts';
import { inspectZh } from '../../words/zh/inspect/inspect.ts';
import { microscopeZh } from '../../words/zh/inspect/microscope.ts';
import { importZh } from '../../words/zh/runs/imports.ts';
import { runPageZh } from '../../words/zh/runs/runPage.ts';
import { stoppedZh } from '../../words/zh/shell/stopped.ts';

speak({
  language: 'zh',
  catalogues: {
    'inspect/inspect': inspectZh,
    'inspect/microscope': microscopeZh,
    'runs/imports': importZh,
    'runs/runPage': runPageZh,
    'shell/stopped': stoppedZh,
  },
  faults: {},
});
