import {
  consoleFailed,
  type ConsoleEnd,
  type UsableConsole,
} from '../../session/session/vm-consoles.interface.ts';
import type { ConsoleAnswer, HypervisorFault } from '../node-collection/node-collection.service.ts';

const FAULTS: Partial<Record<HypervisorFault, ConsoleEnd>> = {
  'missing-tool': 'console_no_tool',
  permission: 'console_not_permitted',
  unreachable: 'console_hypervisor_away',
  gone: 'console_gone',
  unsupported: 'console_unsupported',
};

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
