import type { FastifyInstance } from 'fastify';

import { SECOND_MS } from '../kernel/clock.ts';
import { inTime } from '../kernel/in-time.ts';
import type { Logger } from '../kernel/logger.ts';

/** Rejects when the part does not answer. */
export type PartCheck = () => Promise<unknown>;

/** A load balancer does not wait much longer. */
const PATIENCE_MS = 3 * SECOND_MS;
/** However often it is asked, the parts are asked this often. */
const FRESH_MS = SECOND_MS;

export interface Readiness {
  isReady: boolean;
  parts: Record<string, 'ok' | 'unavailable'>;
}

/** Whether this server can serve people: asks each of the parts it needs. */
export class ReadinessCheck {
  readonly #checks: readonly (readonly [string, PartCheck])[];
  readonly #logger: Logger;
  readonly #patienceMs: number;
  #asked: Promise<Readiness> | undefined;
  #askedAt = 0;

  constructor(checks: Readonly<Record<string, PartCheck>>, logger: Logger, patienceMs = PATIENCE_MS) {
    this.#checks = Object.entries(checks);
    this.#logger = logger;
    this.#patienceMs = patienceMs;
  }

  read(): Promise<Readiness> {
    const now = performance.now();
    if (!this.#asked || now - this.#askedAt > FRESH_MS) {
      this.#askedAt = now;
      this.#asked = this.#ask();
    }
    return this.#asked;
  }

  async #ask(): Promise<Readiness> {
    const parts = await Promise.all(
      this.#checks.map(
        async ([name, check]) => [name, (await this.#answers(name, check)) ? 'ok' : 'unavailable'] as const,
      ),
    );
    return { isReady: parts.every(([, state]) => state === 'ok'), parts: Object.fromEntries(parts) };
  }

  async #answers(name: string, check: PartCheck): Promise<boolean> {
    try {
      await inTime(check(), this.#patienceMs);
      return true;
    } catch (error) {
      this.#logger.warn({ err: error, part: name }, 'not ready');
      return false;
    }
  }
}

/**
 * `/healthz`: the process is alive, whatever it depends on; who gets no answer starts it again. `/readyz`: it can serve
 * people; a load balancer sends them elsewhere while it cannot. Strangers learn which part is missing, and nothing of why.
 */
export function serveHealth(
  app: FastifyInstance,
  readiness: ReadinessCheck,
  isDraining: () => boolean,
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { isReady, parts } = await readiness.read();
    const status = isDraining() ? 'draining' : isReady ? 'ok' : 'unavailable';
    return reply.status(status === 'ok' ? 200 : 503).send({ status, parts });
  });
}
