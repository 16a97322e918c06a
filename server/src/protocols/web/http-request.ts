import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

type Failure = 'address' | 'certificate' | 'connection' | 'status' | 'timeout' | 'too-large';

/** Why an answer could not be had, in a word for the log: never what the other side sent. */
export class FetchError extends Error {
  readonly kind: Failure;

  constructor(kind: Failure, options?: ErrorOptions) {
    super(`the document could not be fetched: ${kind}`, options);
    this.kind = kind;
  }
}

/** Opens a way to a host: an address that must not be reached is refused there. */
type DialHost = (place: { host: string; port: number }, signal: AbortSignal) => Promise<Duplex>;

export interface FetchLimits {
  dial: DialHost;
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Without TLS to anywhere; otherwise only from this machine. */
  allowsPlainHttp?: boolean;
  /** Certificates of authorities that are trusted instead of those of the system. */
  ca?: string | undefined;
}

interface Asked {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;
const ABOUT_TRUST = /CERT|SELF_SIGNED|VERIFY|ISSUER|ALTNAME/;

/**
 * The one way in which this server asks another for something over HTTP. Certificates are always checked, redirects are
 * not followed, and the answer is bounded in size and time.
 */
export async function requestOnce(address: string, asked: Asked, limits: FetchLimits): Promise<HttpAnswer> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url?.protocol === 'http:' && (limits.allowsPlainHttp || LOOPBACK.test(url.hostname));
  if (!url || (url.protocol !== 'https:' && !isPlain)) {
    throw new FetchError('address');
  }
  const deadline = AbortSignal.timeout(limits.timeoutMs);
  const signal = limits.signal ? AbortSignal.any([deadline, limits.signal]) : deadline;
  try {
    return await exchange(url, asked, limits, signal);
  } catch (error) {
    if (error instanceof FetchError) {
      throw error;
    }
    const { code = '' } = error as NodeJS.ErrnoException;
    const kind = deadline.aborted ? 'timeout' : ABOUT_TRUST.test(code) ? 'certificate' : 'connection';
    throw new FetchError(kind, { cause: error });
  }
}

async function exchange(
  url: URL,
  { method, headers, body }: Asked,
  { dial, maxBytes, ca }: FetchLimits,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const stream = await dial({ host, port: Number(url.port || (isTls ? 443 : 80)) }, signal);
  try {
    return await new Promise((resolve, reject) => {
      const options = {
        method,
        signal,
        headers: { ...headers, 'user-agent': 'jadegate', connection: 'close' },
        createConnection: () => (isTls ? secured(stream, host, ca) : stream),
      };
      const request = (isTls ? https : http).request(url, options, (response) => {
        collect(response, maxBytes).then(resolve, reject);
      });
      request.once('error', reject);
      request.end(body);
    });
  } finally {
    stream.destroy();
  }
}

function secured(stream: Duplex, host: string, ca: string | undefined): tls.TLSSocket {
  return tls.connect({
    socket: stream,
    host,
    ...(isIP(host) === 0 && { servername: host }),
    rejectUnauthorized: true,
    ...(ca && { ca }),
    minVersion: 'TLSv1.2',
  });
}

async function collect(response: http.IncomingMessage, maxBytes: number): Promise<HttpAnswer> {
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) {
        throw new FetchError('too-large');
      }
      chunks.push(chunk as Buffer);
    }
    return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
  } finally {
    response.destroy();
  }
}
