import type { Duplex } from 'node:stream';

import { TERMINAL_PROTOCOLS, type Protocol } from '@jadegate/contract/asset-attributes';
import type { SessionEnd } from '@jadegate/contract/session-end';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { startDeadline } from '../../kernel/deadline.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { connectSsh, type KeyboardInteractive } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';
import { NoShell, openSshTerminal } from '../../protocols/ssh/terminal.ts';
import { TelnetLoginRefused, openTelnetTerminal } from '../../protocols/telnet/terminal.ts';
import type { TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';
import { RecordingFailed } from '../../recorders/terminal/writer.ts';
import { DiskLow } from '../disk-space/disk-space.service.ts';
import { QuotaReached } from './session-quota.ts';

export interface OpenTerminalOptions {
  target: AssetTarget;
  /** The open way to the target. It belongs to the terminal from here on, also when that fails. */
  stream: Duplex;
  hostKey: HostKeyPolicy;
  size: TerminalSize;
  term: string;
  attributes: Readonly<Record<string, string>>;
  keyboardInteractive?: KeyboardInteractive;
  timeoutMs: number;
  signal: AbortSignal;
}

export type TerminalOpener = (
  options: OpenTerminalOptions,
  events: TerminalEvents,
) => Promise<TerminalChannel>;

const OPENERS: Record<(typeof TERMINAL_PROTOCOLS)[number], TerminalOpener> = {
  ssh: openSsh,
  telnet: openTelnet,
};

/** The target speaks something in which no terminal can be opened. */
export class NoTerminal extends Error {
  constructor(protocol: Protocol) {
    super(`session: no terminal with ${protocol}`);
    this.name = 'NoTerminal';
  }
}

/**
 * What logs in on such a target and opens a terminal there. To be asked before anything is dialled: a login in the wrong
 * protocol would hand the password to whatever listens.
 */
export function openerFor(protocol: Protocol): TerminalOpener {
  const spoken = TERMINAL_PROTOCOLS.find((one) => one === protocol);
  if (!spoken) {
    throw new NoTerminal(protocol);
  }
  return OPENERS[spoken];
}

async function openSsh(options: OpenTerminalOptions, events: TerminalEvents): Promise<TerminalChannel> {
  const { target, stream, hostKey, size, term, attributes, timeoutMs, signal } = options;
  const { username, auth } = await target.account();
  const client = await connectSsh({
    stream,
    username: username || 'root',
    auth,
    hostKey,
    legacyAlgorithms: attributes['legacy-algorithms'] === 'true',
    timeoutMs,
    signal,
    ...(options.keyboardInteractive && { keyboardInteractive: options.keyboardInteractive }),
  });
  const deadline = startDeadline(timeoutMs, signal);
  // Also a host that lets us in and then says nothing more ends here, and with it the wait below.
  const giveUp = () => void client.destroy();
  deadline.signal.addEventListener('abort', giveUp);
  try {
    deadline.signal.throwIfAborted();
    return await openSshTerminal(client, { size, term }, events);
  } catch (error) {
    client.destroy();
    throw deadline.isTimeUp ? new SshError('timeout', { cause: error }) : error;
  } finally {
    deadline.signal.removeEventListener('abort', giveUp);
    deadline.end();
  }
}

async function openTelnet(options: OpenTerminalOptions, events: TerminalEvents): Promise<TerminalChannel> {
  const { target, stream, size, term, attributes } = options;
  const { username, auth } = await target.account();
  return openTelnetTerminal(
    stream,
    {
      size,
      term,
      charset: attributes['charset'] ?? 'utf-8',
      account: { username, password: auth?.kind === 'password' ? auth.password : undefined },
      prompts: {
        username: attributes['username-regex'] ?? '',
        password: attributes['password-regex'] ?? '',
        success: attributes['login-success-regex'] ?? '',
        failure: attributes['login-failure-regex'] ?? '',
      },
    },
    events,
  );
}

/** Why it did not come to a session, or how one ended, in the words of a session. */
export function endOf(error: unknown, target: { host: string; port: number }): SessionEnd {
  if (error instanceof DialError) {
    const way = wayOf(error, target);
    return { kind: error.kind === 'gateway_lost' ? 'gateway_lost' : 'way', way };
  }
  if (error instanceof QuotaReached || error instanceof DiskLow) {
    return error.end;
  }
  if (error instanceof NoTerminal) {
    return { kind: 'not_supported' };
  }
  if (error instanceof NoShell) {
    return { kind: 'no_shell' };
  }
  if (error instanceof RecordingFailed) {
    return { kind: 'recording_failed' };
  }
  if (error instanceof TelnetLoginRefused) {
    return { kind: 'auth_failed' };
  }
  if (!(error instanceof SshError)) {
    return { kind: 'failed' };
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
      return { kind: 'way', way: { kind: error.kind, host: target.host, port: target.port } };
  }
}
