import type { SessionEnd } from '@jadegate/contract/session-end';

import type { AssetTarget } from '../../protocols/dial/target.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';
import { NoShell } from '../../protocols/ssh/terminal.ts';
import { TelnetLoginRefused } from '../../protocols/telnet/terminal.ts';

/** Why there is no terminal, where the reason lies in its protocol. Undefined for what a session knows by itself. */
export function endOfTerminal(error: unknown, { host, port }: AssetTarget): SessionEnd | undefined {
  if (error instanceof NoShell) {
    return { kind: 'no_shell' };
  }
  if (error instanceof TelnetLoginRefused) {
    return { kind: 'auth_failed' };
  }
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
