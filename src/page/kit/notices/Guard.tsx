/** Keeps a defect in one part of the page from taking the others with it. */
import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { faultFrom, type Fault } from '../../../core/faults.ts';
import { text } from '../../../words/words.ts';
import { FaultList } from './FaultList.tsx';

export class Guard extends Component<{ readonly children: ReactNode }, { readonly fault: Fault | null }> {
  override state: { readonly fault: Fault | null } = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    const cause = faultFrom(error);
    // Not a defect, and what to do is said already.
    if (cause.code === 'E_FETCH') return { fault: cause };
    return { fault: { ...cause, message: text.fault.crashed, hint: text.fault.crashedHint, detail: cause.detail ?? cause.message } };
  }

  override render(): ReactNode {
    if (!this.state.fault) return this.props.children;
    const reopen = (
      <Button variant="default" onClick={() => this.setState({ fault: null })}>
        {text.fault.reopen}
      </Button>
    );
    return <FaultList faults={[this.state.fault]} action={reopen} />;
  }
}
