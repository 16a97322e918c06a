import { isIP, type Socket } from 'node:net';
import tls from 'node:tls';

import { Client, type Filter } from 'ldapts';

import type { Secret } from '../../kernel/secret.ts';
import { SourceFailure } from '../source-failure.ts';
import { readEntry, type LdapEntry } from './ldap-entry.ts';
import { ldapFailure } from './ldap-failure.ts';

type Dial = (place: { host: string; port: number }, signal: AbortSignal) => Promise<Socket>;

export interface LdapServers {
  /** `host` or `host:port`, in the order in which they are asked. */
  servers: readonly string[];
  /** `plain` shows passwords to everybody on the way. */
  security: 'ldaps' | 'starttls' | 'plain';
  /** PEM of whoever signs their certificates; empty for those that this machine trusts. */
  ca: string;
  dial: Dial;
  limits?: Partial<LdapLimits>;
}

interface LdapLimits {
  connectMs: number;
  answerMs: number;
  /** Of the answer to one question: a page of entries. */
  answerBytes: number;
}

interface Search {
  base: string;
  filter: Filter;
  attributes: readonly string[];
  /** Where more are found it is a failure, or with `cut` the rest is left out. */
  most: number;
  cut?: boolean;
  scope?: 'base' | 'sub';
}

const LIMITS: LdapLimits = { connectMs: 5000, answerMs: 10_000, answerBytes: 16 * 1024 * 1024 };
/** Below what servers allow for a page: Active Directory ends at 1,000. */
const PAGE_SIZE = 500;

/**
 * One connection to one directory server, for as long as somebody asks something. It never begins anew by itself: a
 * second connection would be without TLS or without a login. Referrals are not followed: they may lead anywhere.
 */
export class LdapConnection {
  readonly #client: Client;
  readonly #meter: AnswerMeter;
  readonly #socket: Socket;
  /** Which of the servers it is. */
  readonly server: string;

  private constructor(server: string, client: Client, meter: AnswerMeter, socket: Socket) {
    this.server = server;
    this.#client = client;
    this.#meter = meter;
    this.#socket = socket;
  }

  /** To the first server that answers; the next is for one that is away, not for one that cannot be trusted. */
  static async open(settings: LdapServers): Promise<LdapConnection> {
    let last: SourceFailure | undefined;
    for (const server of settings.servers) {
      try {
        return await LdapConnection.#openAt(server, settings);
      } catch (error) {
        last = ldapFailure(error);
        if (last.kind !== 'unreachable') {
          throw last;
        }
      }
    }
    throw last ?? new SourceFailure('unreachable', 'no server');
  }

  static async #openAt(server: string, { security, ca, dial, limits }: LdapServers): Promise<LdapConnection> {
    const place = endpointOf(server, security);
    const { connectMs, answerMs, answerBytes } = { ...LIMITS, ...limits };
    const deadline = AbortSignal.timeout(connectMs);
    const socket = await dial(place, deadline);
    const endEarly = () => socket.destroy(new Error('Connection timeout'));
    deadline.addEventListener('abort', endEarly);
    try {
      const meter = new AnswerMeter(answerBytes);
      const trust = tlsOptions(place.host, ca);
      const stream = security === 'ldaps' ? await secured(socket, trust) : socket;
      const given = [stream];
      const client = new Client({
        url: 'ldap://directory',
        timeout: answerMs,
        createConnection: () => meter.watch(takeOnly(given)),
        createSecureConnection: () => meter.watch(tls.connect({ ...trust, socket })),
      });
      if (security === 'starttls') {
        await client.startTLS();
      }
      return new LdapConnection(server, client, meter, socket);
    } catch (error) {
      socket.destroy();
      throw error;
    } finally {
      deadline.removeEventListener('abort', endEarly);
    }
  }

  /**
   * Whether this is the password of that entry. An empty one is never asked about: a directory takes that for somebody who
   * does not say who they are, and lets them in.
   */
  async bind(dn: string, password: Secret): Promise<boolean> {
    const text = password.expose();
    if (dn === '' || text === '') {
      return false;
    }
    try {
      await this.#asking(() => this.#client.bind(dn, text));
      return true;
    } catch (error) {
      const failure = ldapFailure(error);
      if (failure.kind === 'denied') {
        return false;
      }
      throw failure;
    }
  }

  async search({ base, filter, attributes, most, cut = false, scope = 'sub' }: Search): Promise<LdapEntry[]> {
    const found: LdapEntry[] = [];
    const pages = this.#client.searchPaginated(base, {
      scope,
      filter,
      attributes: [...attributes],
      explicitBufferAttributes: BINARY,
      derefAliases: 'never',
      paged: { pageSize: Math.min(PAGE_SIZE, most + 1) },
    });
    try {
      for (;;) {
        const page = await this.#asking(() => pages.next());
        if (page.done) {
          return found;
        }
        found.push(...page.value.searchEntries.slice(0, most + 1 - found.length).map(readEntry));
        if (found.length > most) {
          if (cut) {
            return found.slice(0, most);
          }
          throw new SourceFailure('untrusted', `more than ${most} entries`);
        }
      }
    } catch (error) {
      const failure = ldapFailure(error);
      // To the directory's own account: it may not look there, or there is no such place.
      throw failure.kind === 'denied'
        ? new SourceFailure('untrusted', failure.reason, { cause: error })
        : failure;
    }
  }

  /** Whatever is still asked fails. */
  close(): void {
    this.#socket.destroy();
  }

  async #asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    this.#meter.begin();
    try {
      return await ask();
    } catch (error) {
      throw this.#meter.isOver
        ? new SourceFailure('untrusted', 'the answer is too long', { cause: error })
        : error;
    }
  }
}

/** Values that are no text, whatever they look like. */
const BINARY = ['objectGUID', 'objectSid'];

/** The answer to one question may be so long and no longer. */
class AnswerMeter {
  readonly #most: number;
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isOver(): boolean {
    return this.#bytes > this.#most;
  }

  begin(): void {
    this.#bytes = 0;
  }

  watch<Stream extends Socket>(stream: Stream): Stream {
    stream.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (this.isOver) {
        stream.destroy();
      }
    });
    return stream;
  }
}

function takeOnly(given: Socket[]): Socket {
  const stream = given.pop();
  if (!stream) {
    throw new SourceFailure('unreachable', 'connection');
  }
  return stream;
}

function tlsOptions(host: string, ca: string): tls.ConnectionOptions {
  return {
    host,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca !== '' && { ca }),
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
  };
}

function secured(socket: Socket, options: tls.ConnectionOptions): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const stream = tls.connect({ ...options, socket });
    stream.once('error', reject);
    socket.once('close', () => reject(new Error('connection closed')));
    stream.once('secureConnect', () => {
      stream.off('error', reject);
      // Whoever asks learns of its end from `close`.
      stream.on('error', () => undefined);
      resolve(stream);
    });
  });
}

function endpointOf(server: string, security: LdapServers['security']): { host: string; port: number } {
  const { hostname, port } = new URL(`ldap://${server}`);
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(port || (security === 'ldaps' ? 636 : 389)),
  };
}
