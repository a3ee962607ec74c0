/** Keeps a defect in one part of the page from taking the others with it. */
import { Button, Group } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import { text } from '../../../words/words.ts';
import { logDefect } from '../../state/log/log.ts';
import { openReport } from '../../state/log/reporting.ts';
import { FaultList } from './FaultList.tsx';

export class Guard extends Component<{ readonly children: ReactNode }, { readonly fault: Fault | null }> {
  override state: { readonly fault: Fault | null } = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    const cause = faultFrom(error);
    // Not a defect, and what to do is said already.
    if (cause.code === 'E_FETCH') return { fault: cause };
    return { fault: { ...cause, message: text.fault.crashed, hint: text.fault.crashedHint, detail: cause.detail ?? cause.message } };
  }

  override componentDidCatch(error: unknown): void {
    logDefect(error);
  }

  override render(): ReactNode {
    if (!this.state.fault) return this.props.children;
    const actions = (
      <Group gap={6}>
        <Button variant="default" onClick={() => this.setState({ fault: null })}>
          {text.fault.reopen}
        </Button>
        <Button variant="subtle" onClick={openReport}>
          {text.fault.report}
        </Button>
      </Group>
    );
    return <FaultList faults={[this.state.fault]} action={actions} />;
  }
}
