import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Caller, Identity } from '../kernel/actor.ts';
import { AppError } from '../kernel/app-error.ts';
import { SECOND_MS } from '../kernel/clock.ts';
import type { Secret } from '../kernel/secret.ts';

/** What one server tells another about somebody whom it has let in, for one request. */
export interface PeerPerson {
  caller: Caller;
  who: Identity;
}

/** Without a person, it speaks for itself. */
export type PeerIdentity = PeerPerson | { caller: Caller; who: undefined };

interface PassFor {
  /** The processes it goes from and to: it opens no other. */
  from: string;
  to: string;
  /** In the time of the database: the clocks of servers may differ. */
  at: number;
  method: string;
  url: string;
  /** Makes each of them a different one. */
  nonce: string;
}

type Pass = PassFor & PeerIdentity;

interface Options {
  /** Known to the servers of this installation only: it lies in the vault, under the master key. */
  key: Secret;
  processId: string;
  /** Of the database; undefined before it was ever asked. */
  databaseNow: () => number | undefined;
}

/** A request travels for milliseconds. The rest is what the reading of the database's time may be off. */
const VALID_MS = 20 * SECOND_MS;

/**
 * Signs and checks what servers say to each other about whose request they lead on. A pass is bound to the request, to
 * both processes and to the moment, and is good once.
 */
export class PeerPasses {
  readonly #options: Options;
  /** Those that were used and would still be in time, oldest first. */
  readonly #used = new Map<string, number>();

  constructor(options: Options) {
    this.#options = options;
  }

  issue(to: string, request: { method: string; url: string }, vouched: PeerIdentity): string {
    const pass: Pass = {
      ...vouched,
      ...request,
      from: this.#options.processId,
      to,
      at: this.#now(),
      nonce: randomBytes(12).toString('base64url'),
    };
    const text = Buffer.from(JSON.stringify(pass)).toString('base64url');
    return `${text}.${this.#sign(text).toString('base64url')}`;
  }

  /**
   * Throws unless a server of this installation gave it out for this very request. One that was meant for another process
   * is told so: that one is not here any more.
   */
  check(header: string, { method, url }: { method: string; url: string }): PeerIdentity {
    const [text = '', mark = ''] = header.split('.');
    const given = Buffer.from(mark, 'base64url');
    const expected = this.#sign(text);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
      throw new AppError('peer.refused');
    }
    const pass = JSON.parse(Buffer.from(text, 'base64url').toString()) as Pass;
    const now = this.#now();
    if (pass.to !== this.#options.processId) {
      throw new AppError('peer.other_process');
    }
    const isMine = pass.method === method && pass.url === url;
    if (!isMine || Math.abs(now - pass.at) > VALID_MS || !this.#useOnce(pass, now)) {
      throw new AppError('peer.refused');
    }
    return { caller: pass.caller, who: pass.who };
  }

  #useOnce({ nonce, at }: Pass, now: number): boolean {
    for (const [old, givenAt] of this.#used) {
      if (now - givenAt <= VALID_MS) {
        break;
      }
      this.#used.delete(old);
    }
    if (this.#used.has(nonce)) {
      return false;
    }
    this.#used.set(nonce, at);
    return true;
  }

  #now(): number {
    const now = this.#options.databaseNow();
    if (now === undefined) {
      throw new AppError('peer.time_unknown');
    }
    return now;
  }

  #sign(text: string): Buffer {
    return createHmac('sha256', this.#options.key.expose()).update(text).digest();
  }
}
