import { once } from 'node:events';
import { accessSync, constants, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';

import { Certificate } from '../../http/certificate.ts';
import { DAY_MS, SECOND_MS, systemClock } from '../../kernel/clock.ts';
import { createLogger } from '../../kernel/logger.ts';
import { MEGABYTE, sizeText } from '../../kernel/size.ts';
import { connectTcp } from '../../protocols/dial/tcp.ts';
import { describeGuacd, findGuacd } from '../../protocols/guacd/guacd-process.ts';
import { isOldGuacd } from '../../protocols/guacd/old-guacd.ts';
import { probeGuacd } from '../../protocols/guacd/probe-guacd.ts';
import { productVersion } from '../../version.ts';
import { ok, problem, reasonOf, warning, type Check, type Finding } from './finding.ts';

const OLDEST_NODE = 24;
/** As the settings `disk-free-percent` and `disk-free-mb` are at first: below, no session is opened. */
const FREE_SHARE = 0.05;
const FREE_BYTES = 2048 * MEGABYTE;
const PATIENCE_MS = 3 * SECOND_MS;
const CERTIFICATE_DAYS = 14;
const OTHERS = 0o077;

export const checkVersions: Check = async () => {
  const major = Number(process.versions.node.split('.')[0]);
  const told = `Jadegate ${productVersion()} on Node ${process.versions.node} (${process.platform} ${process.arch})`;
  return [major >= OLDEST_NODE ? ok(told) : problem(told, `install Node ${OLDEST_NODE} or newer`)];
};

export const checkDisk: Check = async ({ dataDir }) => {
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder?.isDirectory()) {
    return [
      problem(
        `${dataDir} is no folder`,
        'check JADEGATE_DATA_DIR, or start the server once: it makes the folder',
      ),
    ];
  }
  const { bavail, bsize, blocks } = await statfs(dataDir);
  const free = bavail * bsize;
  const told = `${sizeText(free)} free on the disk of ${dataDir}`;
  const isEnough = free >= Math.min(FREE_BYTES, blocks * bsize * FREE_SHARE);
  return [
    isEnough
      ? ok(told)
      : problem(told, 'make room: new sessions are refused (docs/operations.md, Disk space)'),
    ...rightsOf(dataDir, folder),
    ...keyRights(path.join(dataDir, 'master.key')),
  ];
};

function rightsOf(dataDir: string, { mode, uid }: { mode: number; uid: number }): Finding[] {
  const own = process.getuid?.();
  if (own !== undefined && own !== uid) {
    return [
      warning(
        `${dataDir} belongs to the user with the number ${uid}, and this runs as ${own}`,
        `run commands as the user of the server: what root makes there the server cannot write`,
      ),
    ];
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [
      problem(
        `${dataDir} cannot be written`,
        `give it to the user of the server: chown -R <user> ${dataDir}`,
      ),
    ];
  }
  return (mode & OTHERS) === 0
    ? [ok('the data directory is for its owner only')]
    : [warning(`others may look into ${dataDir}`, `run: chmod 700 ${dataDir}`)];
}

function keyRights(file: string): Finding[] {
  const found = statSync(file, { throwIfNoEntry: false });
  return found && (found.mode & OTHERS) !== 0
    ? [problem(`others may read ${file}`, `run: chmod 600 ${file}`)]
    : [];
}

export const checkPorts: Check = async ({ host, port, tls }) => {
  const place = `${host}:${port}`;
  const failure = port === 0 ? undefined : await listenFailure(host, port);
  const findings = tls ? [certificateFinding(tls)] : [];
  if (failure === undefined) {
    return [ok(`${place} is free: no server runs there`), ...findings];
  }
  if (failure !== 'EADDRINUSE') {
    const remedy =
      failure === 'EACCES'
        ? 'take a port from 1024 on, or give the server CAP_NET_BIND_SERVICE'
        : 'check JADEGATE_HOST: it must be an address of this machine';
    return [problem(`${place} cannot be listened on (${failure})`, remedy), ...findings];
  }
  // What answers with a certificate is known by it and by its lease, not by a question.
  const isOurs = tls !== undefined || (await answersAsOurs(host, port));
  return [
    isOurs
      ? ok(`${place} is in use${tls ? '' : ' by a server of Jadegate'}`)
      : problem(`${place} is in use by another program`, 'stop it, or set JADEGATE_PORT'),
    ...findings,
  ];
};

/** Nothing else of the product depends on it. */
export const checkSshPort: Check = async ({ ssh: { host, port } }) => {
  if (port === undefined || port === 0) {
    return [];
  }
  const place = `${host}:${port}`;
  const failure = await listenFailure(host, port);
  if (failure === undefined) {
    return [ok(`${place} is free: no SSH clients are taken in there now`)];
  }
  if (failure === 'EADDRINUSE') {
    const greeting = await greetingOf(host, port);
    return [
      greeting.startsWith('SSH-2.0-Jadegate')
        ? ok(`${place} takes SSH clients in`)
        : warning(
            `${place} is in use by another program`,
            'stop it, or set JADEGATE_SSH_PORT, or set that to off',
          ),
    ];
  }
  return [
    warning(`${place} cannot be listened on (${failure})`, 'check JADEGATE_SSH_HOST and JADEGATE_SSH_PORT'),
  ];
};

/** What a server says first; empty where it says nothing. */
async function greetingOf(host: string, port: number): Promise<string> {
  const socket = await connectTcp({ host, port }, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined);
  if (!socket) {
    return '';
  }
  try {
    const [bytes] = (await once(socket, 'data', { signal: AbortSignal.timeout(PATIENCE_MS) })) as [Buffer];
    return bytes.toString('latin1');
  } catch {
    return '';
  } finally {
    socket.destroy();
  }
}

function listenFailure(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function answersAsOurs(host: string, port: number): Promise<boolean> {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let socket: Socket | undefined;
  try {
    const stream = (socket = await connectTcp({ host: reached, port }, signal));
    // Without `agent`: given one, Node takes a connection of its own, to port 80.
    const asked = get({ path: '/healthz', signal, createConnection: () => stream });
    const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage];
    return ((await json(answer)) as { status?: unknown }).status === 'ok';
  } catch {
    return false;
  } finally {
    // Whoever speaks first, such as a mail server, leaves it half open.
    socket?.destroy();
  }
}

function certificateFinding(tls: { cert: string; key: string }): Finding {
  try {
    const { endsAt } = Certificate.open(tls, { logger: createLogger('silent'), clock: systemClock });
    const days = Math.floor((endsAt - Date.now()) / DAY_MS);
    const told = `the TLS certificate ends ${new Date(endsAt).toISOString().slice(0, 10)} (${days} days)`;
    const remedy = 'put a new one in its place; the server reads it by itself';
    return days < 0 ? problem(told, remedy) : days < CERTIFICATE_DAYS ? warning(told, remedy) : ok(told);
  } catch (error) {
    return problem(reasonOf(error), 'check JADEGATE_TLS_CERT and JADEGATE_TLS_KEY');
  }
}

const LOOPBACK = /^(127\.|localhost$|\[?::1)/;

/** Whether what the settings say about the way to us can be true. */
export const checkProxy: Check = async ({ host, tls, publicUrls, trustedProxies }) => {
  const findings: Finding[] = [];
  const everybody = trustedProxies.filter((range) => range.endsWith('/0'));
  if (everybody.length > 0) {
    findings.push(
      problem(
        `JADEGATE_TRUSTED_PROXIES trusts everybody (${everybody.join(', ')}): anybody may claim any address`,
        'name only the addresses of your proxies',
      ),
    );
  }
  const isFronted = trustedProxies.length > 0;
  const far = publicUrls.filter((url) => !LOOPBACK.test(new URL(url).hostname));
  if (far.some((url) => url.startsWith('http:'))) {
    findings.push(
      warning(
        'JADEGATE_PUBLIC_URL begins with http: passwords travel in the clear',
        'set up TLS (docs/operations.md, TLS)',
      ),
    );
  }
  if (!tls && !isFronted && far.some((url) => url.startsWith('https:'))) {
    findings.push(
      warning(
        'JADEGATE_PUBLIC_URL begins with https, but neither is there a certificate nor a proxy that is trusted: everybody counts as the proxy',
        'set JADEGATE_TRUSTED_PROXIES to the address of the proxy, or JADEGATE_TLS_CERT and JADEGATE_TLS_KEY',
      ),
    );
  }
  if (!tls && !isFronted && far.length === 0 && !LOOPBACK.test(host)) {
    findings.push(
      warning(
        `it listens on ${host} without TLS and without a proxy that is trusted: passwords travel in the clear`,
        'set JADEGATE_TLS_CERT and JADEGATE_TLS_KEY, or listen on 127.0.0.1 behind a proxy',
      ),
    );
  }
  if (isFronted && publicUrls.length === 0) {
    findings.push(
      warning(
        'there is a proxy, but JADEGATE_PUBLIC_URL is not set: links take the address of each request',
        'set it to what people type into the address bar',
      ),
    );
  }
  return findings.length > 0 ? findings : [ok('public address, proxies and TLS fit together')];
};

const NO_GUACD =
  'for remote desktops install it (npx jadegate guacd install) or name one with GUACD_HOST; terminals need none';

export const checkGuacd: Check = async ({ guacd: { host, port, isOurs, picksPort } }) => {
  const program = isOurs ? await findGuacd() : undefined;
  if (isOurs && program === undefined) {
    return [warning('guacd is not installed', NO_GUACD)];
  }
  if (picksPort && program !== undefined) {
    // Ours is at a place that only the server knows.
    const told = await describeGuacd(program);
    const version = /version ([\d.]+)/.exec(told)?.[1] ?? '';
    return [judgedByAge(`${told}, started by the server`, version)];
  }
  const probe = await probeGuacd({ host, port, timeoutMs: PATIENCE_MS });
  if (probe.reachable) {
    const told = `guacd at ${host}:${port} answers, protocol ${probe.version || 'of before 1.1'}`;
    return [judgedByAge(told, probe.version)];
  }
  const told = `guacd at ${host}:${port} does not answer (${probe.problem})`;
  return [
    isOurs
      ? ok(`${program ?? 'guacd'} is installed; the server starts it at ${host}:${port}`)
      : problem(told, 'start it there, or check GUACD_HOST and GUACD_PORT'),
  ];
};

const judgedByAge = (told: string, version: string): Finding =>
  isOldGuacd(version)
    ? warning(
        `${told}: hostile desktops can run code in one as old as that`,
        'take 1.5 or newer (docs/guacd.md)',
      )
    : ok(told);
