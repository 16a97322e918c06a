import { randomUUID } from 'node:crypto';

import rateLimit from '@fastify/rate-limit';
import websocket from '@fastify/websocket';
import { ENDPOINTS } from '@jadegate/contract/endpoints';
import { LIMITS } from '@jadegate/contract/limits';
import fastify, { type FastifyInstance } from 'fastify';

import { ACCESS_ROUTES } from './access/module.ts';
import { outageError } from './db/database.ts';
import { FILES_ROUTES } from './files/module.ts';
import { FLEET_ROUTES } from './fleet/module.ts';
import { guardByAddress } from './http/address-guard.ts';
import { Api } from './http/api.ts';
import { admit, callerOf } from './http/auth.ts';
import { limitBodyTime } from './http/body-timeout.ts';
import type { Certificate } from './http/certificate.ts';
import { DEFAULT_CONNECTIONS_PER_ADDRESS, ConnectionLimiter } from './http/connection-limiter.ts';
import { serveConsole } from './http/console.ts';
import { serveDocs } from './http/docs.ts';
import { handleErrors, describeFailure, sendFailure } from './http/error-handler.ts';
import { serveEventDocs } from './http/event-docs.ts';
import { ReadinessCheck, serveHealth } from './http/health.ts';
import { readFormBodies, readJsonBodies } from './http/json-body.ts';
import { createListener } from './http/listener.ts';
import { methodsFor } from './http/methods.ts';
import { serveMetrics } from './http/metrics.ts';
import { OpenCallLimiter } from './http/open-call-limiter.ts';
import { acceptPeerIdentity, PeerForward } from './http/peer-forward.ts';
import { servePeers } from './http/peer-link.ts';
import { addRoute } from './http/routes.ts';
import { addSecurityHeaders } from './http/security-headers.ts';
import { Site } from './http/site.ts';
import { refuseUnstorableAddresses } from './http/unstorable-address.ts';
import { uploadScope } from './http/upload.ts';
import { IDENTITY_ROUTES } from './identity/module.ts';
import { addressKey } from './kernel/address-key.ts';
import { AppError } from './kernel/app-error.ts';
import { ID_LENGTH } from './kernel/id.ts';
import { registerOwnPart } from './kernel/own-parts.ts';
import { OPERATIONS_ROUTES } from './operations/module.ts';
import { PLATFORM_ROUTES } from './platform/module.ts';
import type { Services } from './services.ts';
import { SESSION_ROUTES } from './session/module.ts';
import { addSocket, refuseOtherUpgrades, type SocketGuard } from './ws/socket-route.ts';

/** Requests one address may make per minute: far above what a busy console does, far below a flood. */
const REQUESTS_PER_MINUTE = 3000;

interface AppOptions {
  version: string;
  trustedProxies: readonly string[];
  /** Where people reach the product; the first stands in links. */
  publicUrls?: readonly string[] | undefined;
  metricsToken?: string | undefined;
  /** Speaks TLS with it; without it somebody else must. */
  certificate?: Certificate | undefined;
  /** Of people who are not signed in. */
  connectionsPerAddress?: number | undefined;
  /** Nothing in it is real; every page says so. */
  isDemo?: boolean | undefined;
  /** Folder of the built console; without it only the API is served. */
  consoleRoot?: string | undefined;
  /** Told of every route that is registered, so that a test can see them all. */
  onRoute?: ((path: string) => void) | undefined;
}

const ROUTES = [
  ...PLATFORM_ROUTES,
  ...IDENTITY_ROUTES,
  ...ACCESS_ROUTES,
  ...FILES_ROUTES,
  ...SESSION_ROUTES,
  ...FLEET_ROUTES,
  ...OPERATIONS_ROUTES,
];

/** Builds the application without listening. Tests inject requests into it. */
export async function buildApp(services: Services, options: AppOptions): Promise<FastifyInstance> {
  const { publicUrls = [], trustedProxies } = options;
  const site = new Site({ publicUrls, trustedProxies });
  const { connectionsPerAddress: perAddress = DEFAULT_CONNECTIONS_PER_ADDRESS } = options;
  const connections = new ConnectionLimiter({ perAddress, isProxy: site.isProxy, logger: services.logger });
  const app = fastify({
    logger: false,
    // For whatever is not a declared endpoint: anybody may send it.
    bodyLimit: LIMITS.publicBodyBytes,
    serverFactory: (handle) => createListener(handle, connections, options.certificate),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: LIMITS.idsPerCall.max * 65 },
    frameworkErrors: (error, request, reply) => {
      void sendFailure(request, reply, new AppError('url.malformed', { cause: error }));
    },
  });
  // Browsers open connections ahead. Node counts those as busy, and closing would wait for them.
  app.addHook('preClose', async () => connections.closeUnused());
  keepListenerApart(app);
  app.addHook('onRoute', ({ url }) => options.onRoute?.(url));
  app.decorateRequest('caller', undefined);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('identity', undefined);
  app.decorateRequest('answeredCode', undefined);
  acceptPeerIdentity(app, services.peers?.passes);
  const forward = services.peers && new PeerForward(services.peers);
  forward?.watch(app);
  addSecurityHeaders(app, site);
  limitBodyTime(app);
  const outageOf = (error: unknown) => outageError(services.database.engine, error);
  handleErrors(app, services.logger, outageOf);
  guardByAddress(app, (address) => services.accessSecurity.allows(address));
  refuseUnstorableAddresses(app);
  readJsonBodies(app);
  readFormBodies(app);
  await app.register(rateLimit, {
    max: REQUESTS_PER_MINUTE,
    timeWindow: '1 minute',
    keyGenerator: (request) => addressKey(callerOf(request).address),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('rate_limited', { params: { seconds: Math.ceil(ttl / 1000) } }),
  });
  // Before the sockets are closed: a session that ends because the server stops must say so.
  app.addHook('preClose', () => services.liveSessions.close());
  await app.register(websocket, { options: { maxPayload: LIMITS.bodyBytes, perMessageDeflate: false } });
  refuseOtherUpgrades(app);
  // From here on it is known which of them become sockets.
  const openCalls = new OpenCallLimiter(services.logger);
  openCalls.watch(app);
  app.decorate('openCalls', openCalls);
  logRequests(app, services);
  const readiness = new ReadinessCheck(services.readinessParts, services.logger);
  const { version, certificate } = options;
  const measured = { ...services, version, certificate };
  serveMetrics(app, { ...options, isProxied: site.isProxied }, measured, readiness);
  serveHealth(app, readiness, () => services.processes.isDraining);
  if (services.peers) {
    servePeers(app, {
      hasLease: () => services.processes.lease.isHeld,
      endHere: (id, end) => services.liveSessions.endHere(id, end),
    });
  }
  serveDocs(app, ENDPOINTS, options.version);
  serveEventDocs(app, options.version);

  const api = new Api();
  for (const addRoutes of ROUTES) {
    addRoutes(api, {
      ...services,
      version: options.version,
      publicUrl: publicUrls[0] ?? '',
      publicUrls,
      isDemo: options.isDemo ?? false,
    });
  }
  const guard: SocketGuard = {
    admit: async (request, reply, endpoint) => {
      const actor = await admit(request, endpoint, services.authenticator);
      connections.prove(request.raw.socket);
      openCalls.admit(request, endpoint, actor.userId);
      const { id } = request.params as { id?: string };
      if (endpoint.held && id !== undefined) {
        // The id of a seat begins with that of its session.
        await forward?.lead(request, reply, {
          sessionId: id.slice(0, ID_LENGTH),
          isRecorded: endpoint.held === 'recorded',
        });
      }
      return actor;
    },
    personLimits: services.personLimits,
    leadOn: async (request, reply, sessionId) =>
      (await forward?.lead(request, reply, { sessionId, body: JSON.stringify(request.body) })) ?? false,
    askOthers: async (request, isWanted) => (await forward?.askAll(request, isWanted)) ?? [],
    site,
    describeFailure: (request, error) => describeFailure(request, error, services.logger, outageOf),
  };
  const entries = api.entries(ENDPOINTS);
  const addAll = (scope: FastifyInstance, isUpload: boolean) => {
    for (const [endpoint, handle] of entries.filter(
      ([one]) => (one.upload !== undefined || one.streams === true) === isUpload,
    )) {
      addRoute(scope, endpoint, handle, guard);
    }
  };
  addAll(app, false);
  for (const [endpoint, handle] of api.socketEntries(ENDPOINTS)) {
    addSocket(app, endpoint, handle, guard);
  }
  await uploadScope(app, (scope) => addAll(scope, true));

  const sendPage = await serveConsole(app, options.consoleRoot, () => services.settings.get('language'));
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, (request, reply) => {
    // A page may share its path with a call of another method, as /login does.
    if (sendPage(request, reply)) {
      return reply;
    }
    const allowed = methodsFor(ENDPOINTS, request.url);
    if (allowed.length === 0) {
      return sendFailure(request, reply, new AppError('route.not_found'));
    }
    const params = { method: request.method, allowed: allowed.join(', ') };
    return sendFailure(request, reply, new AppError('route.method_not_allowed', { params }));
  });
  return app;
}

/** Whoever is led back to us by ourselves would come from this machine, and perhaps pass for a proxy that is trusted. */
function keepListenerApart(app: FastifyInstance): void {
  const giveBack = registerOwnPart(() =>
    app
      .addresses()
      .flatMap((place) => (typeof place === 'string' ? [] : [{ host: place.address, port: place.port }])),
  );
  app.addHook('onClose', async () => giveBack());
}

/**
 * One line per request, with the route's pattern: addresses may hold ids, tickets or tokens. Probes that find
 * all well would be most of them.
 */
function logRequests(app: FastifyInstance, { logger }: Services): void {
  app.addHook('onResponse', async (request, reply) => {
    const isQuiet = request.routeOptions.config.isProbe === true && reply.statusCode < 400;
    const level = isQuiet ? 'debug' : 'info';
    logger[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        code: request.answeredCode ?? reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        address: callerOf(request).address,
        userId: request.actor?.userId,
      },
      'request',
    );
  });
}
