import type { SessionEnd } from '@jadegate/contract/session/session-end';

import { endOfLogin } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import { NoShell } from '../../protocols/ssh/terminal.ts';
import { TelnetLoginRefused } from '../../protocols/telnet/terminal.ts';

/** Why there is no terminal, where the reason lies in its protocol. Undefined for what a session knows by itself. */
export function endOfTerminal(error: unknown, target: AssetTarget): SessionEnd | undefined {
  if (error instanceof NoShell) {
    return { kind: 'no_shell' };
  }
  if (error instanceof TelnetLoginRefused) {
    return { kind: 'auth_failed' };
  }
  return endOfLogin(error, target);
}
