import { fileURLToPath } from 'node:url';

/** The folder of this checkout. Written so that old Node versions get as far as being told that they are too old. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
