import type { Duplex } from 'node:stream';

import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { startDeadline } from '../../kernel/deadline.ts';
import { connectSsh, type KeyboardInteractive, type SshConnection } from '../ssh/connect.ts';
import type { HostKeyPolicy } from '../ssh/host-key.ts';
import { SshError } from '../ssh/ssh-error.ts';
import { noteLogin } from './onward.ts';
import type { AssetTarget, Endpoint } from './target.ts';

export interface SshLoginOptions {
  target: AssetTarget;
  /** The open way to the target. It belongs to the login from here on, also when that fails. */
  stream: Duplex;
  hostKey: HostKeyPolicy;
  attributes: Readonly<Record<string, string>>;
  keyboardInteractive?: KeyboardInteractive;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Logs in at a target. */
export async function logInSsh(options: SshLoginOptions): Promise<SshConnection> {
  const { target, stream, hostKey, attributes, timeoutMs, signal } = options;
  const { username, auth } = await target.account();
  const connection = await connectSsh({
    stream,
    username: username || 'root',
    auth,
    hostKey,
    legacyAlgorithms: attributes['legacy-algorithms'] === 'true',
    timeoutMs,
    signal,
    ...(options.keyboardInteractive && { keyboardInteractive: options.keyboardInteractive }),
  });
  return noteLogin(connection, stream);
}

/** What is still to be done before a login is of use, in the time that a login may take. The connection goes if it fails. */
export async function withinLogin<Result>(
  client: SshConnection,
  { timeoutMs, signal }: Pick<SshLoginOptions, 'timeoutMs' | 'signal'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = startDeadline(timeoutMs, signal);
  // Also a host that lets us in and then says nothing more ends here, and with it the wait below.
  const giveUp = () => client.destroy();
  deadline.signal.addEventListener('abort', giveUp);
  try {
    deadline.signal.throwIfAborted();
    return await work();
  } catch (error) {
    client.destroy();
    throw deadline.isTimeUp ? new SshError('timeout', { cause: error }) : error;
  } finally {
    deadline.signal.removeEventListener('abort', giveUp);
    deadline.end();
  }
}

/** Why there is no session, where the reason lies in the login. */
export function endOfLogin(error: unknown, { host, port }: Endpoint): SessionEnd | undefined {
  if (!(error instanceof SshError)) {
    return undefined;
  }
  switch (error.kind) {
    case 'auth_failed':
    case 'host_key_unknown':
      return { kind: error.kind };
    case 'host_key_changed':
    case 'handshake':
    case 'timeout':
    case 'closed':
    case 'aborted':
      return { kind: 'way', way: { kind: error.kind, host, port } };
  }
}
