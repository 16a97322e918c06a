import type { FastifyInstance } from 'fastify';

import { AppError } from '../kernel/app-error.ts';

/** No text of ours holds a NUL and neither engine can search for one; a body that holds one is refused likewise. */
export function refuseUnstorableAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) {
      throw new AppError('url.malformed');
    }
  });
}
