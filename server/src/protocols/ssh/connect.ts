import type { Duplex } from 'node:stream';

import ssh2, { type Client, type ConnectConfig } from 'ssh2';

import { startDeadline, type Deadline } from '../../kernel/deadline.ts';
import { offerMlKem } from '../ml-kem-exchange.ts';
import { protocolOf } from '../ssh2-internals.ts';
import { offeredAlgorithms } from './algorithms.ts';
import { authHandler, type KeyboardInteractive, type SshAuth } from './auth.ts';
import { boundHost } from './bound-host.ts';
import type { HostKey, HostKeyPolicy } from './host-key.ts';
import { KeyCheck } from './key-check.ts';
import { shareReading } from './share-reading.ts';
import { SshError } from './ssh-error.ts';

/** A connection that is logged in. */
export type { Client as SshConnection } from 'ssh2';
export type { AboutPrompts, KeyboardInteractive, Prompt, SshAuth } from './auth.ts';

interface Common {
  /** The open way to the host, from `dial`. It belongs to the connection from here on, also when that fails. */
  stream: Duplex;
  /** Old key exchanges, SHA-1 and CBC as a last resort. */
  legacyAlgorithms?: boolean;
  /** For the handshake and the login together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface SshOptions extends Common {
  username: string;
  /** Without it the host may still ask, see `keyboardInteractive`. */
  auth?: SshAuth | undefined;
  hostKey: HostKeyPolicy;
  keyboardInteractive?: KeyboardInteractive;
  /** How often a silent host is asked whether it is still there; three unanswered questions end the connection. */
  keepaliveMs?: number;
}

const KEEPALIVE_MS = 15_000;
const KEEPALIVE_TRIES = 3;

/** A logged-in connection, or an `SshError`; nothing stays open after a failure. */
export async function connectSsh(options: SshOptions): Promise<Client> {
  const { stream, hostKey, username, keepaliveMs = KEEPALIVE_MS } = options;
  const check = new KeyCheck(hostKey, options.legacyAlgorithms);
  let learning: Promise<void> | undefined;
  // Also while the private key is opened; how the stream ends is told by its `close`.
  stream.on('error', () => undefined);
  const deadline = startDeadline(options.timeoutMs, options.signal);
  const person = options.keyboardInteractive;
  // A person takes their time to answer; the host's time is counted without that.
  const patient: KeyboardInteractive | undefined =
    person && ((prompts, about) => deadline.hold(person(prompts, about)));
  try {
    const login = {
      username,
      tryKeyboard: true,
      // Others than OpenSSH know its extensions, too; those that do not refuse them.
      strictVendor: false,
      authHandler: await authHandler(username, options.auth, patient),
      keepaliveInterval: keepaliveMs,
      keepaliveCountMax: KEEPALIVE_TRIES,
    };
    const client = await attempt<Client>({ ...options, deadline }, check, login, (connecting, done) => {
      connecting.once('handshake', () => {
        learning = check.learn();
        // Waited for below; until then nobody listens.
        learning.catch(() => undefined);
      });
      connecting.once('ready', () => done(connecting));
    });
    try {
      await learning;
    } catch (error) {
      client.destroy();
      throw error;
    }
    client.setNoDelay(true);
    shareReading(client, stream);
    return client;
  } catch (error) {
    stream.destroy();
    // Also a login that failed teaches the key; whoever asks next must find it.
    await learning?.catch(() => undefined);
    throw error;
  } finally {
    deadline.end();
  }
}

/** The key a host proves to hold. Connects, sends no login, and leaves. */
export async function fetchHostKey(options: Common & { pinned: readonly HostKey[] }): Promise<HostKey> {
  const check = new KeyCheck({ pinned: options.pinned, decide: () => 'trusted' }, options.legacyAlgorithms);
  const deadline = startDeadline(options.timeoutMs, options.signal);
  const nobody = { username: '', authHandler: () => false } as ConnectConfig;
  try {
    return await attempt<HostKey>({ ...options, deadline }, check, nobody, (client, done) => {
      client.once('handshake', () => check.offered && done(check.offered));
    });
  } finally {
    options.stream.destroy();
  }
}

/** One connection up to the event that counts, with its time limit and the caller's abort. */
function attempt<Value>(
  { stream, deadline, legacyAlgorithms = false }: Common & { deadline: Deadline },
  check: KeyCheck,
  config: ConnectConfig,
  until: (client: Client, done: (value: Value) => void) => void,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const client = new ssh2.Client();
    const settle = () => {
      deadline.end();
      deadline.signal.removeEventListener('abort', onAbort);
      client.off('close', onClose);
      stream.off('close', onClose);
    };
    const fail = (error: unknown) => {
      settle();
      client.destroy();
      stream.destroy();
      reject(error);
    };
    const onAbort = () => fail(new SshError(deadline.isTimeUp ? 'timeout' : 'aborted'));
    const onClose = () => fail(check.refusal() ?? new SshError('closed'));
    deadline.signal.addEventListener('abort', onAbort);
    // Stays for good: a connection may fail at any later time, and whoever holds it learns that from `close`.
    client.on('error', (error: Error & { level?: string }) => {
      const kind = error.level === 'client-authentication' ? 'auth_failed' : 'handshake';
      fail(check.refusal() ?? new SshError(kind, { cause: error }));
    });
    stream.on('error', () => undefined);
    client.once('close', onClose);
    stream.once('close', onClose);
    if (deadline.signal.aborted) {
      onAbort();
      return;
    }
    if (stream.destroyed) {
      onClose();
      return;
    }
    until(client, (value) => {
      settle();
      resolve(value);
    });
    try {
      client.connect({
        ...config,
        sock: stream,
        ident: 'Jadegate',
        // The deadline above counts instead.
        readyTimeout: 0,
        algorithms: offeredAlgorithms(check.pinned, legacyAlgorithms),
        hostVerifier: (blob: Buffer, answer: (isGood: boolean) => void) => check.verify(blob, answer),
      });
      offerMlKem(protocolOf(client));
      boundHost(client);
    } catch (error) {
      fail(new SshError('handshake', { cause: error }));
    }
  });
}
