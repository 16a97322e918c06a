import { translate } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import type { FastifyInstance } from 'fastify';

import { AppError } from '../kernel/app-error.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import { withTimeout } from '../kernel/with-timeout.ts';
import { callerOf } from './auth.ts';

/** Whoever asks for these is a machine that looks after this one. */
const HEALTH: ReadonlySet<string> = new Set(['/healthz', '/readyz']);

/** It has a rule of its own for who may read it, and must be readable while the database, and with it this one, is away. */
const FIGURES = '/metrics';
const FIGURES_WAIT_MS = SECOND_MS;

/** Answers whether an address may come in at all. */
export type AllowsAddress = (address: string) => Promise<boolean>;

/** Before everything else, also before the login page: a refused address learns nothing but that it is refused. */
export function guardByAddress(app: FastifyInstance, allows: AllowsAddress): void {
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions;
    // A server that speaks for itself comes from no address that people come from.
    if (HEALTH.has(url) || (request.vouched && !request.vouched.who)) {
      return;
    }
    const { address } = callerOf(request);
    const isAllowed =
      url === FIGURES ? withTimeout(allows(address), FIGURES_WAIT_MS).catch(() => true) : allows(address);
    if (await isAllowed) {
      return;
    }
    if (!(request.headers.accept ?? '').includes('text/html')) {
      throw new AppError('access_security.refused');
    }
    const { language } = callerOf(request);
    const sentence = translate(ERROR_WORDS['access_security.refused'], language);
    const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>403</title><p>${sentence}</p></html>`;
    await reply.status(403).type('text/html; charset=utf-8').send(page);
  });
}
