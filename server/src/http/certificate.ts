import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Server as PlainServer } from 'node:http';
import { createSecureContext, type Server as TlsServer } from 'node:tls';

import { DAY_MS, SECOND_MS, type Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { readPlainFile } from '../kernel/plain-file.ts';

interface CertificatePaths {
  cert: string;
  key: string;
}

interface Pair {
  cert: Buffer;
  key: Buffer;
  minVersion: 'TLSv1.2';
}

interface Dependencies {
  logger: Logger;
  clock: Clock;
}

/** Certificates are exchanged by programs that nobody watches; a check costs next to nothing. */
const CHECK_EVERY_MS = 5 * SECOND_MS;
const WARN_BEFORE_MS = 14 * DAY_MS;

/** What is wrong with the files, in words for the operator. */
export class CertificateError extends Error {}

/**
 * The certificate the server shows. The files are read again when they change: connections from then on see the new
 * one, those that are open go on. A new pair that cannot be used changes nothing but the log.
 */
export class Certificate {
  readonly #paths: CertificatePaths;
  readonly #deps: Dependencies;
  readonly #servers = new Set<TlsServer>();
  #pair: Pair;
  #shown: X509Certificate;
  #seen: string;
  #timer: NodeJS.Timeout | undefined;

  private constructor(paths: CertificatePaths, dependencies: Dependencies) {
    this.#paths = paths;
    this.#deps = dependencies;
    this.#seen = stampOf(paths);
    ({ pair: this.#pair, x509: this.#shown } = this.#read());
  }

  /** Throws a `CertificateError` when the files cannot be used. */
  static open(paths: CertificatePaths, dependencies: Dependencies): Certificate {
    return new Certificate(paths, dependencies);
  }

  get current(): Pair {
    return this.#pair;
  }

  get endsAt(): number {
    return Date.parse(this.#shown.validTo);
  }

  get fingerprint(): string {
    return this.#shown.fingerprint256;
  }

  /** Keeps what the server shows as new as the files. */
  renew(server: PlainServer): void {
    const tls = server as unknown as TlsServer;
    this.#servers.add(tls);
    server.once('close', () => {
      this.#servers.delete(tls);
      if (this.#servers.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    });
    this.#timer ??= setInterval(() => this.reload(), CHECK_EVERY_MS).unref();
  }

  /** Reads the files again if they have changed since the last time. */
  reload(): void {
    const { logger } = this.#deps;
    const stamp = stampOf(this.#paths);
    if (stamp === this.#seen) {
      return;
    }
    this.#seen = stamp;
    try {
      ({ pair: this.#pair, x509: this.#shown } = this.#read());
      for (const server of this.#servers) {
        server.setSecureContext(this.#pair);
      }
      logger.info({ until: this.#shown.validTo }, 'a new certificate is in use');
    } catch (error) {
      logger.error({ err: error }, 'the new certificate cannot be used; the one before stays in use');
    }
  }

  #read(): { pair: Pair; x509: X509Certificate } {
    const cert = readPart('JADEGATE_TLS_CERT', this.#paths.cert);
    const key = readPart('JADEGATE_TLS_KEY', this.#paths.key);
    const x509 = parsed(
      'JADEGATE_TLS_CERT',
      'is no certificate in PEM form',
      () => new X509Certificate(cert),
    );
    const secret = parsed('JADEGATE_TLS_KEY', 'is no private key in PEM form without a passphrase', () =>
      createPrivateKey(key),
    );
    if (!x509.checkPrivateKey(secret)) {
      throw new CertificateError(
        'the key in JADEGATE_TLS_KEY does not belong to the certificate in JADEGATE_TLS_CERT.',
      );
    }
    const pair: Pair = { cert, key, minVersion: 'TLSv1.2' };
    parsed('JADEGATE_TLS_CERT', 'cannot be used for TLS', () => createSecureContext(pair));
    this.#warnOfEnd(x509);
    return { pair, x509 };
  }

  #warnOfEnd({ validTo }: X509Certificate): void {
    const left = Date.parse(validTo) - this.#deps.clock.now();
    if (left < WARN_BEFORE_MS) {
      const text = left < 0 ? 'the certificate has expired' : 'the certificate expires soon';
      this.#deps.logger.warn({ until: validTo }, text);
    }
  }
}

function readPart(setting: string, path: string): Buffer {
  return parsed(setting, 'cannot be read', () => readPlainFile(path).bytes);
}

function parsed<Value>(setting: string, complaint: string, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CertificateError(`the file in ${setting} ${complaint} (${reason}).`, { cause });
  }
}

/** Changes with the files, also when a link is turned to others. */
function stampOf({ cert, key }: CertificatePaths): string {
  return [cert, key]
    .map((path) => {
      try {
        const { ino, size, mtimeMs } = statSync(path);
        return `${ino} ${size} ${mtimeMs}`;
      } catch {
        // Reading it will say what is the matter.
        return 'none';
      }
    })
    .join(' ');
}
