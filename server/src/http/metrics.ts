import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

import { AppError } from '../kernel/app-error.ts';

/** `/metrics` in Prometheus text, for the operator's own machine or the holder of the metrics token. */
export function serveMetrics(app: FastifyInstance, token: string | undefined): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'jadegate_http_request_duration_seconds',
    help: 'Time to answer, by route and envelope code.',
    labelNames: ['method', 'route', 'code'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, never the path: ids would make a series each.
    const route = request.routeOptions.url ?? 'none';
    duration.observe(
      { method: request.method, route, code: request.answeredCode ?? reply.statusCode },
      reply.elapsedTime / 1000,
    );
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) {
      throw new AppError('auth.required');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Behind a proxy every request comes from loopback, so a forwarded one never counts as local. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${token}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const { remoteAddress = '' } = request.socket;
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(remoteAddress);
}
