import type { FastifyInstance } from 'fastify';

import { SECOND_MS } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { withTimeout } from '../kernel/with-timeout.ts';

export type PartState = 'ok' | 'degraded' | 'unavailable';

export interface Part {
  /** Rejects when the part does not answer; may say that it does, but not as it should. */
  check: () => Promise<Exclude<PartState, 'unavailable'> | void>;
  /** Without it people cannot be served. Without the others most of what they do goes on. */
  isNeeded: boolean;
}

/** A load balancer does not wait much longer. */
const PATIENCE_MS = 3 * SECOND_MS;
/** However often it is asked, the parts are asked this often. */
const FRESH_MS = SECOND_MS;

export interface Readiness {
  /** Degraded: people are served, though not with everything. */
  status: PartState;
  parts: Record<string, PartState>;
}

/** Whether this server can serve people: asks each of the parts it works with. */
export class ReadinessCheck {
  readonly #parts: readonly (readonly [string, Part])[];
  readonly #logger: Logger;
  readonly #patienceMs: number;
  #asked: Promise<Readiness> | undefined;
  #askedAt = 0;

  constructor(parts: Readonly<Record<string, Part>>, logger: Logger, patienceMs = PATIENCE_MS) {
    this.#parts = Object.entries(parts);
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
    const found = await Promise.all(
      this.#parts.map(async ([name, part]) => ({ name, ...part, state: await this.#stateOf(name, part) })),
    );
    const isAway = found.some(({ state, isNeeded }) => isNeeded && state === 'unavailable');
    const isWell = found.every(({ state }) => state === 'ok');
    return {
      status: isAway ? 'unavailable' : isWell ? 'ok' : 'degraded',
      parts: Object.fromEntries(found.map(({ name, state }) => [name, state])),
    };
  }

  async #stateOf(name: string, { check, isNeeded }: Part): Promise<PartState> {
    try {
      return (await withTimeout(check(), this.#patienceMs)) ?? 'ok';
    } catch (error) {
      this.#logger.warn({ err: error, part: name }, isNeeded ? 'not ready' : 'a part is away');
      return 'unavailable';
    }
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Asked by machines every few seconds: where all is well, that is no news for the log. */
    isProbe?: boolean;
  }
}

const PROBE = { config: { isProbe: true } };

/**
 * `/healthz`: the process is alive, whatever it depends on; who gets no answer starts it again. `/readyz`: it can serve
 * people; a load balancer sends them elsewhere while it cannot. A part that all servers share and that people can do
 * without for a while, such as S3, makes it degraded and leaves it ready: else nobody would be left to send them to.
 * Strangers learn which part is missing, and nothing of why.
 */
export function serveHealth(
  app: FastifyInstance,
  readiness: ReadinessCheck,
  isDraining: () => boolean,
): void {
  app.get('/healthz', PROBE, () => ({ status: 'ok' }));
  app.get('/readyz', PROBE, async (_request, reply) => {
    const { status: found, parts } = await readiness.read();
    const status = isDraining() ? 'draining' : found;
    return reply.status(['ok', 'degraded'].includes(status) ? 200 : 503).send({ status, parts });
  });
}
