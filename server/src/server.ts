import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { FastifyInstance } from 'fastify';

import { buildApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { DemoError, refuseDemoDirectory } from './data-directory.ts';
import { databaseTrouble } from './db/database-trouble.ts';
import type { Demo } from './demo/demo.ts';
import { Certificate } from './http/certificate.ts';
import { systemClock } from './kernel/clock.ts';
import { runInBackground } from './kernel/defects.ts';
import { countBuffersWithHeap } from './kernel/external-memory.ts';
import { createLogger } from './kernel/logger.ts';
import { outliveDefects } from './outlive-defects.ts';
import { readyBox } from './ready-box.ts';
import { createServices, type Services } from './services.ts';
import { explainStartFailure } from './start-failure.ts';
import { onStopSignal } from './stop-signal.ts';
import { productVersion } from './version.ts';

/** Work in flight gets this long; then the process goes. */
const CLOSE_MS = 9000;
const LOOK_MS = 500;
const IDLE_CHECK_MS = 50;

/** Answers when it serves. A start that fails says why and ends the process. */
export async function start(): Promise<void> {
  try {
    await begin();
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

async function begin(): Promise<void> {
  process.umask(0o077);
  countBuffersWithHeap();
  const settings = readConfig();
  const demo = await openDemo(settings);
  const config = demo?.config ?? settings;
  const logger = createLogger(config.logLevel, undefined, databaseTrouble);
  config.given.warnings.forEach((warning) => logger.warn(warning));
  const certificate = config.tls && Certificate.open(config.tls, { logger, clock: systemClock });
  const services = await createServices({ ...config, certificate, logger });
  outliveDefects();
  const app = await buildApp(services, {
    ...config,
    certificate,
    version: productVersion(),
    consoleRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
    isDemo: demo !== undefined,
  });
  const told = stopOnSignal(app, services, config.drainMs, demo);
  try {
    await serve(app, services, config, demo);
  } catch (error) {
    // Whoever was told to stop meanwhile closes all that this needed.
    if (!told.aborted) {
      throw error;
    }
  }
}

async function serve(
  app: FastifyInstance,
  services: Services,
  config: Config,
  demo: Demo | undefined,
): Promise<void> {
  const address = await letIn(app, services, config);
  await services.nativeSsh.start();
  // First: whoever sees that it answers may look for the password.
  if (!demo) {
    announce(config.tls ? address.replace(/^http:/, 'https:') : address, config, services);
  }
  await services.start();
  if (demo) {
    await demo.begin(address, services.logger);
    const { announcement } = demo;
    const ssh = sshPlace(services, config, announcement.accounts[0] ?? '');
    process.stdout.write(readyBox({ address, publicUrls: [], ssh, demo: announcement }));
  }
}

/** From then on it answers. Answers where. */
export async function letIn(
  app: FastifyInstance,
  services: Pick<Services, 'prepare'>,
  { host, port }: Pick<Config, 'host' | 'port'>,
): Promise<string> {
  await services.prepare();
  return app.listen({ host, port });
}

/** `--demo` goes on with the demo that is there, `--demo=fresh` begins anew. Nothing of it is loaded otherwise. */
async function openDemo(settings: Config): Promise<Demo | undefined> {
  const flag = process.argv.slice(2).find((word) => word.startsWith('--demo'));
  if (flag === undefined) {
    refuseDemoDirectory(settings.dataDir);
    return undefined;
  }
  if (flag !== '--demo' && flag !== '--demo=fresh') {
    throw new DemoError('demo_flag', { flag });
  }
  const demo = await import('./demo/demo.ts');
  return demo.Demo.open(settings, { isFresh: flag === '--demo=fresh' });
}

/** Lets the sessions it holds go on for a while; a second signal means at once. Answers what aborts at the first. */
function stopOnSignal(
  app: FastifyInstance,
  services: Services,
  drainMs: number,
  demo: Demo | undefined,
): AbortSignal {
  const told = new AbortController();
  let isClosing = false;
  const closeOnce = () => {
    if (!isClosing) {
      isClosing = true;
      close(app, services, demo);
    }
  };
  onStopSignal((signal) => {
    if (told.signal.aborted) {
      closeOnce();
      return;
    }
    told.abort();
    demo?.rest();
    services.logger.info({ signal, drainMs }, 'stopping');
    runInBackground(drain(services, drainMs).finally(closeOnce), 'the drain of sessions');
  });
  return told.signal;
}

/** Nothing new begins. Resolves when nobody and no recording is left, or the time is up. */
async function drain(services: Services, drainMs: number): Promise<void> {
  const { processes, liveSessions, logger } = services;
  const until = performance.now() + drainMs;
  const told = processes
    .beginStopping()
    .catch((error: unknown) => logger.warn({ err: error }, 'others could not be told'));
  if (drainMs > 0) {
    await told;
  }
  while (performance.now() < until && (liveSessions.count > 0 || !(await isMoved(services)))) {
    await sleep(LOOK_MS);
  }
}

/** What was recorded here can be played elsewhere only once it lies in the store. */
async function isMoved({ recordingMover, logger }: Services): Promise<boolean> {
  return recordingMover.isDone().catch((error: unknown) => {
    logger.warn({ err: error }, 'it is not known whether recordings are left here');
    return false;
  });
}

/** Stops taking requests, lets those under way finish, closes the database. */
function close(app: FastifyInstance, services: Services, demo: Demo | undefined): void {
  setTimeout(() => process.exit(1), CLOSE_MS).unref();
  // A connection that was busy when closing began stays open after its answer, waiting for a next request.
  setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS).unref();
  services
    .breakOffStart()
    .then(() => app.close())
    .then(() => services.close())
    .finally(() => demo?.close())
    .then(
      () => process.exit(0),
      (error: unknown) => {
        services.logger.error({ err: error }, 'did not stop cleanly');
        process.exit(1);
      },
    );
}

/** For the person at the terminal, not for the log: the password is printed here once and stored nowhere in clear. */
function announce(address: string, config: Config, services: Services): void {
  const { firstPassword, logger } = services;
  const administrator = firstPassword && {
    username: config.firstAdmin.username,
    password: firstPassword.expose(),
  };
  const { publicUrls } = config;
  const ssh = sshPlace(services, config, config.firstAdmin.username);
  process.stdout.write(readyBox({ address, publicUrls, ssh, administrator }));
  logger.info({ address, database: config.databaseUrl ? 'postgres' : 'sqlite' }, 'listening');
}

function sshPlace({ nativeSsh }: Services, { ssh }: Config, account: string) {
  return ssh.port === undefined ? undefined : { ...nativeSsh.describe(), account };
}
