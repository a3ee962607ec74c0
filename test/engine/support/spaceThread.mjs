/** A thread begins without the loader for TypeScript: this gives it one and goes on in spaceThread.ts. */
import { register } from 'tsx/esm/api';

register();
await import('./spaceThread.ts');
