/** Whether the adapter at hand can run the subgroup variants of kernels; where not, their tests are skipped and say why. */
import { openDevice } from '../../../src/engine/executors/webgpu/device.ts';

const device = await openDevice();
/** Null where there are none. */
export const { subgroups } = device;
device.dispose();

if (!subgroups) console.warn(`Subgroup variants are not tested here: ${device.description} has no subgroups, or its WGSL no subgroup_id.`);

/** The ways in which lanes of a workgroup sum up that can be tested here. */
export const WAYS = (['through workgroup memory', 'by subgroups'] as const).filter((way) => way !== 'by subgroups' || subgroups !== null);
