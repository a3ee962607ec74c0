/**
 * Frozen parameters of several executors in one memory: each form of one lies there once, made by the executor that first needed
 * it. Before an executor computes, it wishes for the forms whose places it does not know; whoever lends has them made.
 */
import { isOptimizerOp, type Plan, type Stage } from '../../contracts/plan.ts';
import type { HostTensor } from '../../contracts/executor.ts';
import type { PackedForm, PackedMatrix } from '../../../core/weights/packed.ts';
import type { Block } from './memory/heap.ts';
import type { Form, ParameterStore } from './parameters.ts';

/** Forms of a parameter in f32, and the only one of a matrix in fewer bits. */
export type LentForm = Form | 'packed';

/** A parameter that is lent. */
export interface Loan {
  /** What borrower and lender call it; never used again for another. */
  readonly key: string;
  /** Of a matrix in fewer bits. */
  readonly form: PackedForm | null;
}

/** Something that a borrower needs to know the place of. */
export interface Wish {
  readonly key: string;
  readonly form: LentForm;
}

export interface PlaceOf extends Wish {
  readonly place: Block;
}

/** What a form is made of: the parameter, or the place where it lies as stored already. */
export type Source = HostTensor | PackedMatrix | { readonly shape: readonly number[]; readonly place: Block };

/** What a stage of a plan reads of which parameters, those of adapters aside, which are never lent. */
export function formsOf(plan: Plan, stage: Stage): readonly (readonly [name: string, form: Form])[] {
  const known = forms[stage].get(plan);
  if (known) return known;
  const found: [string, Form][] = [];
  for (const op of plan.ops[stage]) {
    if (isOptimizerOp(op)) continue;
    if (op.kind === 'embed') found.push([op.table, 'stored']);
    else if (op.kind === 'rmsnorm') found.push([op.weight, 'stored']);
    else if (op.kind === 'rmsnorm_backward') found.push([op.of.weight, 'stored']);
    else if (op.kind === 'linear_backward' && op.dX) found.push([op.of.weight, 'backward']);
    else if (op.kind === 'linear') {
      found.push([op.weight, 'forward']);
      if (op.bias) found.push([op.bias, 'stored']);
    }
  }
  forms[stage].set(plan, found);
  return found;
}

const forms: Readonly<Record<Stage, WeakMap<Plan, readonly (readonly [string, Form])[]>>> = {
  forward: new WeakMap(),
  backward: new WeakMap(),
};

/** What `parameters` has borrowed and must learn the place of before it runs a stage of `plan`. */
export function wishesOf(parameters: ParameterStore, plan: Plan, stage: Stage): Wish[] {
  if (!parameters.borrows) return [];
  const wishes = new Map<string, Wish>();
  for (const [name, needed] of formsOf(plan, stage)) {
    const loan = parameters.loan(name, needed);
    if (loan && !loan.known) wishes.set(`${loan.form} ${loan.key}`, { key: loan.key, form: loan.form });
  }
  return [...wishes.values()];
}
