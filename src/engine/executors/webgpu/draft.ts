/** A lowering under way: what it has found out about buffers, and the dispatches of the stage it is in. */
import type { WeightForm } from '../../../core/weights/packed.ts';
import type { Axis, BufferName, Plan, Stage } from '../../contracts/plan.ts';
import { gridFor } from './device.ts';
import { given, type LoweredInput, membersOf } from './inputs.ts';
import { BLOCK, type Kernel, LIVE_AXES } from './kernels/kernel.ts';
import { type Split, splitFor } from './kernels/split.ts';
import type { Dispatch, Lowered, LowerOptions, Output, Ref, View } from './lowered.ts';

export class Draft {
  /** Floats of each activation. */
  readonly sizes = new Map<BufferName, number>();
  /** Outputs that are parts of an activation. */
  readonly views = new Map<BufferName, View>();
  /** What a run uploads, and what else kernels read that is made from it. */
  readonly inputs: { readonly [S in Stage]: LoweredInput[] };
  readonly #inputNames: ReadonlySet<BufferName>;
  /** Inputs that repetitions change. */
  readonly state: LoweredInput[] = [];
  /** Outputs that are draws. */
  readonly drawn = new Map<BufferName, 0 | 1 | 2>();
  draw: Lowered['drawn'];
  /** How lanes share sums of products, where kernels are wide. */
  readonly split: Split | undefined;
  /** Products of many rows are by tiles: never those of a cache, whose runs are all alike, because a prompt's numbers must not depend on its cuts. */
  readonly tiled: boolean;
  readonly bySubgroups: boolean;
  /** Gradients that lie in another buffer than their own. */
  readonly aliases = new Map<BufferName, BufferName>();
  /** Stride of one layer's low-rank products: the largest rank, in vectors of four. */
  readonly low: number;
  /** Dispatches of the stage that is being lowered. */
  dispatches: Dispatch[] = [];

  constructor(
    readonly plan: Plan,
    readonly options: LowerOptions,
  ) {
    const sample = plan.ops.forward.find((op) => op.kind === 'sample');
    const changing = new Set([...plan.feedback.map(({ input }) => input), ...(sample ? [sample.counters] : [])]);
    const plain = (stage: Stage) => plan.inputs[stage].map((input) => given(input));
    this.inputs = { forward: plain('forward').filter(({ name }) => !changing.has(name)), backward: plain('backward') };
    this.state = plain('forward').filter(({ name }) => changing.has(name));
    this.#inputNames = new Set([...plan.inputs.forward, ...plan.inputs.backward].map(({ name }) => name));
    const cached = plan.ops.forward.some((op) => op.kind === 'attention' && op.cacheSlots !== undefined);
    this.split = options.wide ? splitFor(options.subgroups) : undefined;
    this.tiled = options.wide && !cached;
    this.bySubgroups = options.wide && options.subgroups !== null;
    this.low = Math.ceil(Math.max(1, ...plan.adapters.map((slot) => slot.rank)) / 4) * 4;
  }

  output(name: BufferName): Output {
    const drawn = this.drawn.get(name);
    if (drawn !== undefined) return { name, drawn };
    const view = this.views.get(name);
    if (view) return { name, ...view };
    const buffer = this.aliases.get(name) ?? name;
    const size = this.sizes.get(buffer);
    if (size === undefined) throw new Error(`plan ${this.plan.name} never writes its output ${name}`);
    const axis = this.plan.axes.has(name) ? this.axis(name) : undefined;
    return { name, buffer, offset: 0, width: axis === undefined ? size : size / this.capacity(name), axis };
  }

  /** Which of LIVE_AXES a buffer's rows run along. */
  axis(name: BufferName): number {
    return LIVE_AXES.indexOf(this.axisName(name));
  }

  axisName(name: BufferName): Axis {
    const axis = this.plan.axes.get(name);
    if (!axis) throw new Error(`plan ${this.plan.name} has no rows called ${name}`);
    return axis;
  }

  capacity(name: BufferName): number {
    return this.plan.shapes.get(name)?.[0] ?? 1;
  }

  /** Elements of a plan buffer or parameter. */
  count(name: BufferName): number {
    const shape = this.plan.shapes.get(name) ?? this.plan.parameters.get(name);
    if (!shape) throw new Error(`plan ${this.plan.name} has no buffer ${name}`);
    return product(shape);
  }

  width(name: BufferName): number {
    return this.count(name) / this.capacity(name);
  }

  matrix(parameter: BufferName): [number, number] {
    const [rowCount = 1, columns = 1] = this.plan.parameters.get(parameter) ?? [];
    return [rowCount, columns];
  }

  formOf(parameter: BufferName): WeightForm {
    return this.options.formOf?.(parameter) ?? 'f32';
  }

  read(name: BufferName): Ref {
    if (this.plan.parameters.has(name)) return { at: 'parameters', names: [name] };
    return this.#inputNames.has(name) ? { at: 'input', name } : { at: 'activation', name: this.aliases.get(name) ?? name };
  }

  write(name: BufferName, count: number): Ref {
    this.sizes.set(name, count);
    return { at: 'activation', name };
  }

  /** An input made from others on the host. */
  derived(input: LoweredInput): Ref {
    if (!this.inputs.forward.some(({ name }) => name === input.name)) this.inputs.forward.push(input);
    return { at: 'input', name: input.name };
  }

  dispatch(
    kernel: Kernel,
    refs: readonly Ref[],
    uniforms: Readonly<Record<string, number>>,
    grid: Dispatch['grid'],
    state?: Dispatch['state'],
  ): void {
    this.dispatches.push({ kernel, refs, uniforms, grid, state });
  }

  /** One invocation for each of `per` things a row of the axis has. */
  perRow(kernel: Kernel, refs: readonly Ref[], axis: number, per: number, uniforms: Readonly<Record<string, number>>): void {
    this.dispatch(kernel, refs, { axis, ...uniforms }, (live) => gridFor(Math.ceil((live[axis] ?? 0) * per), BLOCK));
  }

  /** As perRow, one workgroup for each. */
  perGroup(
    kernel: Kernel,
    refs: readonly Ref[],
    axis: number,
    per: number,
    uniforms: Readonly<Record<string, number>>,
    state?: Dispatch['state'],
  ): void {
    this.dispatch(kernel, refs, { axis, ...uniforms }, (live) => gridFor((live[axis] ?? 0) * per, 1), state);
  }

  /** Width `W` floats a row, four an invocation. */
  elementwise(
    kernel: Kernel,
    reads: readonly BufferName[],
    writes: readonly BufferName[],
    like: BufferName,
    constants: Readonly<Record<string, number>> = {},
  ): void {
    const W = this.width(like);
    const refs = [...reads.map((name) => this.read(name)), ...writes.map((name) => this.write(name, this.count(like)))];
    this.perRow(kernel, refs, this.axis(like), W / 4, { W, ...constants });
  }

  /** The rows of `like` in the order of their adapters. */
  members(like: BufferName): Ref {
    return this.derived(membersOf(this.axisName(like), this.capacity(like)));
  }
}

const product = (shape: readonly number[]): number => shape.reduce((a, b) => a * b, 1);
