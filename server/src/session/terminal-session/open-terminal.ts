import type { TerminalSize } from '@jadegate/contract/session/terminal-socket';

import { logInSsh, withinLogin, type SshLoginOptions } from '../../protocols/dial/ssh-login.ts';
import { openSshTerminal } from '../../protocols/ssh/terminal.ts';
import { openTelnetTerminal } from '../../protocols/telnet/terminal.ts';
import type { TerminalChannel, TerminalEvents } from '../../protocols/terminal-channel.ts';

export interface OpenTerminalOptions extends SshLoginOptions {
  size: TerminalSize;
  term: string;
  /** What the host is told of the session. */
  env: Readonly<Record<string, string>>;
  /** The login is over, where the protocol can tell. */
  onLoggedIn: () => void;
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

async function openSsh(options: OpenTerminalOptions, events: TerminalEvents): Promise<TerminalChannel> {
  const { size, term, env } = options;
  const client = await logInSsh(options);
  options.onLoggedIn();
  return withinLogin(client, options, () => openSshTerminal(client, { size, term, env }, events));
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
