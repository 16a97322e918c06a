import type { Duplex } from 'node:stream';

import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import { startDeadline } from '../../kernel/deadline.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import { connectSsh, type KeyboardInteractive, type SshConnection } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';
import { openSshTerminal } from '../../protocols/ssh/terminal.ts';
import { openTelnetTerminal } from '../../protocols/telnet/terminal.ts';
import type { TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';

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

/** How a terminal is opened in one protocol. */
export interface TerminalProtocol {
  /** Whether the name of the account must be known before the login begins. */
  needsUsername: boolean;
  hasFiles: boolean;
  open: (options: OpenTerminalOptions, events: TerminalEvents) => Promise<TerminalChannel>;
}

export const SSH: TerminalProtocol = { needsUsername: true, hasFiles: true, open: openSsh };
/** Hosts ask for a name by themselves. */
export const TELNET: TerminalProtocol = { needsUsername: false, hasFiles: false, open: openTelnet };

/** Logs in at a target. */
export async function logInSsh(options: Omit<OpenTerminalOptions, 'size' | 'term'>): Promise<SshConnection> {
  const { target, stream, hostKey, attributes, timeoutMs, signal } = options;
  const { username, auth } = await target.account();
  return connectSsh({
    stream,
    username: username || 'root',
    auth,
    hostKey,
    legacyAlgorithms: attributes['legacy-algorithms'] === 'true',
    timeoutMs,
    signal,
    ...(options.keyboardInteractive && { keyboardInteractive: options.keyboardInteractive }),
  });
}

async function openSsh(options: OpenTerminalOptions, events: TerminalEvents): Promise<TerminalChannel> {
  const { size, term, timeoutMs, signal } = options;
  const client = await logInSsh(options);
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
