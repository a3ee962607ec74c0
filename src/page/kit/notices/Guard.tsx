/**
 * Keeps a defect in one part of the page from taking the others with it: in its place stands which part it is, and what to do. The report of what
 * happened names it too.
 */
import { Button, Group } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { faultFrom, introduced, type Fault } from '../../../core/faults.ts';
import { text } from '../../../words/words.ts';
import { logStopped } from '../../state/log/log.ts';
import { openReport } from '../../state/log/reporting.ts';
import { FaultList } from './FaultList.tsx';
import styles from './guard.module.css';
import { forgetFailed, hearFetched } from '../parts/lazyPart.ts';

interface GuardProps {
  /** What the page calls it: “Training › Engine”. Nothing that a person wrote, as the report names it. */
  readonly place: string;
  readonly children: ReactNode;
  /**
   * How what is said stands: with all that is known, in a part that has room for it; as a bar of a line or two; or above the page, in place of
   * what has no room of its own there, such as a dialogue, until it is closed.
   */
  readonly says?: 'whole' | 'bar' | 'above';
  /** Pixels that a bar takes where it stands in a row. */
  readonly width?: number;
  /** What is to follow when a person closes what stands above the page. */
  readonly onClose?: () => void;
  /** Another value asks for the part anew. */
  readonly asked?: unknown;
}

interface GuardState {
  readonly fault: Fault | null;
  readonly closed: boolean;
  readonly asked: unknown;
}

const WORKING = { fault: null, closed: false } as const;

export class Guard extends Component<GuardProps, GuardState> {
  override state: GuardState = { ...WORKING, asked: this.props.asked };
  #stopHearing: (() => void) | null = null;

  static getDerivedStateFromError(error: unknown): Partial<GuardState> {
    return { fault: faultFrom(error), closed: false };
  }

  static getDerivedStateFromProps({ asked }: GuardProps, state: GuardState): Partial<GuardState> | null {
    if (Object.is(asked, state.asked)) return null;
    // Nothing is asked for by closing.
    return asked ? { ...WORKING, asked } : { asked };
  }

  override componentDidCatch(error: unknown): void {
    logStopped(this.props.place, error);
    forgetFailed();
    if (isUnfetched(faultFrom(error))) this.#stopHearing ??= hearFetched(this.#again);
  }

  override componentWillUnmount(): void {
    this.#stopHearing?.();
  }

  readonly #again = (): void => {
    this.#stopHearing?.();
    this.#stopHearing = null;
    this.setState(WORKING);
  };

  readonly #close = (): void => {
    this.setState({ closed: true });
    this.props.onClose?.();
  };

  override render(): ReactNode {
    const { place, says = 'whole', width, children } = this.props;
    const { fault, closed } = this.state;
    if (!fault) return children;
    if (closed) return null;
    const size = says === 'bar' ? 'compact-xs' : undefined;
    const actions = (
      <Group gap={6}>
        <Button variant="default" size={size} onClick={this.#again}>
          {text.fault.reopen}
        </Button>
        {isUnfetched(fault) && (
          <Button variant="default" size={size} onClick={() => window.location.reload()}>
            {text.fault.reload}
          </Button>
        )}
        <Button variant="subtle" size={size} onClick={openReport}>
          {text.fault.report}
        </Button>
      </Group>
    );
    return (
      <div data-stopped={place} className={styles[says]} style={{ width }}>
        <FaultList
          faults={[stopped(fault, place)]}
          action={actions}
          brief={says === 'bar'}
          {...(says === 'above' && { onClose: this.#close })}
        />
      </div>
    );
  }
}

/** Whether it is no defect but a file that did not come. */
const isUnfetched = ({ code }: Fault): boolean => code === 'E_FETCH';

/** What is said of it, where it happened first. */
export function stopped(fault: Fault, place: string): Fault {
  // What to do is said already.
  if (isUnfetched(fault)) return introduced(fault, text.fault.notFetched(place));
  const { params: _, detail = fault.message, ...rest } = fault;
  return { ...rest, message: text.fault.crashed(place), hint: text.fault.crashedHint, detail };
}

/** A part within another: “Training › Engine”. */
export const placeWithin = (...names: readonly string[]): string => names.join(' › ');
