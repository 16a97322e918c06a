import { timingSafeEqual } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

import { AppError } from '../kernel/app-error.ts';
import { plainAddress } from '../kernel/ip-set.ts';
import { measureEvents, type MeasuredEvents } from './event-metrics.ts';
import type { ReadinessCheck } from './health.ts';
import { measureParts, type TimedParts } from './part-metrics.ts';
import { measureProduct, type MeasuredParts } from './product-metrics.ts';

/** Sums of series that are there beside them, under names that belong to counters: `promtool` objects. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

interface MetricsAccess {
  metricsToken?: string | undefined;
  /** The settings say that there is a proxy in front. */
  isProxied: boolean;
}

/** `/metrics` in Prometheus text, for the operator's own machine or the holder of the metrics token. */
export function serveMetrics(
  app: FastifyInstance,
  access: MetricsAccess,
  parts: MeasuredParts & TimedParts & MeasuredEvents,
  readiness: ReadinessCheck,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) {
    registry.removeSingleMetric(name);
  }
  const stops = [
    // First what waits for the database: the others ask it, and would be what waits.
    measureParts(registry, parts),
    measureProduct(registry, parts, readiness),
    measureEvents(registry, parts),
  ];
  app.addHook('onClose', async () => stops.forEach((stop) => stop()));
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
  app.get('/metrics', { config: { isPlainHttp: true, isProbe: true } }, async (request, reply) => {
    if (!mayRead(request, access)) {
      throw new AppError('metrics.token_required');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Behind a proxy everybody comes from its address, which often is this machine's own; so there only the token counts. */
function mayRead(request: FastifyRequest, { metricsToken, isProxied }: MetricsAccess): boolean {
  if (metricsToken !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${metricsToken}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  const { remoteAddress = '' } = request.socket;
  // A proxy that nobody told us about gives itself away by what it adds.
  const isForwarded = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some(
    (name) => request.headers[name] !== undefined,
  );
  return !isProxied && !isForwarded && ['127.0.0.1', '::1'].includes(plainAddress(remoteAddress));
}
