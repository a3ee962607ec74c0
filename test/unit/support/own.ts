/**
 * Run before each file of unit tests. They share two processes, because a process of its own for each costs more than most files'
 * tests; what a file could leave to the next is taken away here: its clock, its globals and, after a file or before one that
 * leaves something in modules (stores, mocks), the modules.
 */
import { expect, vi } from 'vitest';
import { leavesState } from '../../../scripts/testing/testPaths.ts';

vi.useRealTimers();
vi.unstubAllGlobals();

const scope = globalThis as { modulesUsed?: boolean };
const leaves = leavesState(expect.getState().testPath ?? '');
if (leaves || scope.modulesUsed) vi.resetModules();
scope.modulesUsed = leaves;
