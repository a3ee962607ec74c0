/**
 * Around everything: what no part of the page could keep to itself leaves a page that can be read, in the person's language, and the work kept. Nothing
 * in it is drawn with what may have failed.
 */
import { Component, type ReactNode } from 'react';
import { text } from '../../../words/words.ts';
import { downloadProject } from '../../kit/projects/projectActions.ts';
import { forgetFailed } from '../../kit/parts/lazyPart.ts';
import { logStopped } from '../../state/log/log.ts';
import { projectsStore } from '../../state/projects/projects.ts';
import { stoppedPage } from './stoppedPage.ts';

/** What was thrown, which may be anything. */
interface RootGuardState {
  readonly thrown: { readonly error: unknown } | null;
}

export class RootGuard extends Component<{ readonly children: ReactNode }, RootGuardState> {
  override state: RootGuardState = { thrown: null };

  static getDerivedStateFromError(error: unknown): RootGuardState {
    return { thrown: { error } };
  }

  override componentDidCatch(error: unknown): void {
    logStopped(text.shell.part.rest, error);
    forgetFailed();
    keepWork();
  }

  override render(): ReactNode {
    const { thrown } = this.state;
    if (!thrown) return this.props.children;
    return <div ref={(place) => place?.replaceChildren(stoppedPage(thrown.error, { save: () => downloadProject() }))} />;
  }
}

/** Writes the edit that was still to be written. What failed may be the very store that does it. */
function keepWork(): void {
  try {
    projectsStore.getState().flush();
  } catch (error) {
    logStopped(text.shell.part.project, error);
  }
}
