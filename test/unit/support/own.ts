/**
 * Run before each file of unit tests. They share two processes, because a process of its own for each costs more than most files'
 * tests; what a file could leave to the next is taken away here: its modules, with the stores in them, its clock, its globals.
 */
import { vi } from 'vitest';

vi.useRealTimers();
vi.unstubAllGlobals();
vi.resetModules();
