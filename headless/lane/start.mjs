/** A thread begins without the loader for TypeScript that its parent has: this gives it one and goes on in worker.ts. */
import { register } from 'tsx/esm/api';

register();
await import('./worker.ts');
