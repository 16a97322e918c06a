import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { ConsoleAnswer } from '../../protocols/collector/hypervisor/provider.ts';
import type { CarriedVm } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { StreamFailed } from './session-kind.ts';

// The consoles of virtual machines, as the kinds of sessions ask for them. `fleet` stands above and answers.

export type UsableConsole = Extract<ConsoleAnswer, { isKnown: true }>;

/** The consoles of a machine that runs, at this moment. Throws a `StreamFailed` that says why there are none. */
export type AskConsole = (
  client: SshConnection,
  vm: CarriedVm | undefined,
  signal: AbortSignal,
) => Promise<UsableConsole>;

export type ConsoleEnd = SessionEnd['kind'] & `console_${string}`;

export function consoleFailed(kind: ConsoleEnd, cause?: unknown): StreamFailed {
  return new StreamFailed({ kind }, { cause });
}
