import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import tls from 'node:tls';

import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { createLogger } from '../kernel/logger.ts';
import { explainStartFailure } from '../start-failure.ts';
import { makeCertificate, type TestCertificate } from '../testing/certificates.ts';
import { Certificate, CertificateError } from './certificate.ts';
import { ConnectionLimiter } from './connection-limiter.ts';
import { createListener } from './listener.ts';

const first = makeCertificate('first');
const second = makeCertificate('second');

function bench() {
  const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-tls-'));
  const paths = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
  const put = ({ certPath, keyPath }: TestCertificate) => {
    copyFileSync(certPath, paths.cert);
    copyFileSync(keyPath, paths.key);
  };
  const logLines: string[] = [];
  const logger = createLogger('info', { write: (line: string) => void logLines.push(line) });
  const clock = { offset: 0, now: () => Date.now() + clock.offset };
  const openIt = () => Certificate.open(paths, { logger, clock });
  return { paths, put, logLines, logger, clock, open: openIt };
}

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

async function listening({ logger }: ReturnType<typeof bench>, certificate: Certificate): Promise<number> {
  const limiter = new ConnectionLimiter({ perAddress: 100, isProxy: () => false, logger });
  const server = createListener((_, response) => void response.end('answered'), limiter, certificate);
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => socket.on('message', (text: Buffer) => socket.send(text.toString())));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Whose certificate a new connection is shown. */
async function shownTo(port: number, more: tls.ConnectionOptions = {}): Promise<string> {
  const socket = tls.connect({ port, host: '127.0.0.1', ca: [first.cert, second.cert], ...more });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

describe('the certificate', () => {
  it('is exchanged while the server runs, and sockets that are open go on', async () => {
    const bed = bench();
    bed.put(first);
    const certificate = bed.open();
    const port = await listening(bed, certificate);
    expect(await shownTo(port)).toBe('first');
    const live = new WebSocket(`wss://127.0.0.1:${port}`, { ca: first.cert });
    await once(live, 'open');

    bed.put(second);
    certificate.reload();
    expect(await shownTo(port)).toBe('second');
    const { validTo, fingerprint256 } = new X509Certificate(second.cert);
    expect([certificate.endsAt, certificate.fingerprint]).toEqual([Date.parse(validTo), fingerprint256]);
    live.send('still here');
    const [text] = (await once(live, 'message')) as [Buffer];
    expect(text.toString()).toBe('still here');
    live.terminate();
  });

  it('stays what it was while the new files do not fit, and says so once', async () => {
    const bed = bench();
    bed.put(first);
    const certificate = bed.open();
    const port = await listening(bed, certificate);
    copyFileSync(second.certPath, bed.paths.cert);
    certificate.reload();
    certificate.reload();
    expect(await shownTo(port)).toBe('first');
    expect(bed.logLines.filter((line) => line.includes('stays in use'))).toHaveLength(1);
    copyFileSync(second.keyPath, bed.paths.key);
    certificate.reload();
    expect(await shownTo(port)).toBe('second');
  });

  it('is not shown to those who speak only what is broken', async () => {
    const bed = bench();
    bed.put(first);
    const port = await listening(bed, bed.open());
    const old = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(shownTo(port, old)).rejects.toThrow(/protocol|version/i);
    expect(await shownTo(port, { maxVersion: 'TLSv1.2' })).toBe('first');
  });

  it('is told of before and after its end', () => {
    const bed = bench();
    bed.put(first);
    bed.open();
    expect(bed.logLines).toEqual([]);
    bed.clock.offset = 20 * 86_400_000;
    bed.open();
    bed.clock.offset = 40 * 86_400_000;
    bed.open();
    expect(bed.logLines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the certificate expires soon',
      'the certificate has expired',
    ]);
  });
});

describe('files that cannot be used', () => {
  const complaint = (change: (bed: ReturnType<typeof bench>) => void): string => {
    const bed = bench();
    bed.put(first);
    change(bed);
    try {
      bed.open();
    } catch (error) {
      expect(error).toBeInstanceOf(CertificateError);
      return explainStartFailure(error);
    }
    throw new Error('it was taken');
  };

  it('are named with what is wrong', () => {
    const missing = complaint(({ paths }) => (paths.cert = '/nowhere/cert.pem'));
    expect(missing).toMatch(/JADEGATE_TLS_CERT cannot be read .*ENOENT/);
    expect(complaint(({ paths }) => writeFileSync(paths.cert, 'hello'))).toContain('is no certificate');
    expect(complaint(({ paths }) => writeFileSync(paths.key, 'hello'))).toContain('JADEGATE_TLS_KEY');
    expect(complaint(({ paths }) => copyFileSync(second.keyPath, paths.key))).toContain('does not belong');
  });
});
