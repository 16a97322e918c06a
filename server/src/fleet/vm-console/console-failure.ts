import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { ConsoleAnswer, HypervisorFault } from '../node-collection/node-collection.service.ts';
import { StreamFailed } from '../../session/session/session-kind.ts';

type ConsoleEnd = SessionEnd['kind'] & `console_${string}`;

export function consoleFailed(kind: ConsoleEnd, cause?: unknown): StreamFailed {
  return new StreamFailed({ kind }, { cause });
}

const FAULTS: Partial<Record<HypervisorFault, ConsoleEnd>> = {
  'missing-tool': 'console_no_tool',
  permission: 'console_not_permitted',
  unreachable: 'console_hypervisor_away',
  gone: 'console_gone',
  unsupported: 'console_unsupported',
};

export type UsableConsole = Extract<ConsoleAnswer, { isKnown: true }>;

/** Machines that have something to show. One that is paused keeps its screen, and its console says nothing. */
const ALIVE = new Set(['running', 'paused', 'stopping', 'rebooting']);

/** What a hypervisor said of the consoles of a machine, when the machine is there and runs. Throws a `StreamFailed`. */
export function usableConsole(answer: ConsoleAnswer | undefined): UsableConsole {
  if (!answer?.isKnown) {
    throw consoleFailed((answer && FAULTS[answer.fault]) ?? 'console_failed', answer);
  }
  if (answer.state !== null && !ALIVE.has(answer.state)) {
    throw consoleFailed('console_stopped', answer.state);
  }
  return answer;
}
