import { randomBytes } from 'node:crypto';

import type { FoundVm, VmAction, VmState } from '@jadegate/contract/fleet/vm-state';

import type { Question } from '../question.ts';
import type { Sections } from '../sections.ts';

/** Runs a script on the hypervisor, on the input of a shell, and says what came back on both streams. */
export type RunScript = (input: string) => Promise<{ stdout: string; stderr: string }>;

/** Why a hypervisor did not list its machines, or did not do as it was asked. */
export type HypervisorFault =
  | 'missing-tool'
  | 'permission'
  | 'unreachable'
  | 'gone'
  | 'locked'
  | 'unsupported'
  | 'snapshot-exists'
  | 'snapshot-gone'
  | 'not-listed'
  | 'timeout'
  | 'failed';

/** What a host says of the cluster that it is of. */
export interface ClusterWord {
  name: string;
  /** As which of its hosts; empty when it does not say. */
  self: string;
  hosts: readonly string[];
}

export interface VmListing {
  /** Undefined when the list itself did not come: then nothing is known of any machine. */
  vms: FoundVm[] | undefined;
  fault: HypervisorFault | undefined;
  /** In the hypervisor's own words. */
  detail: string | null;
  /** By which several hosts of one cluster are told to be one; null for a host by itself. */
  cluster: ClusterWord | null;
}

/** What names a machine to its hypervisor. */
export type VmRef = Pick<FoundVm, 'provider' | 'key' | 'host'>;

export interface VmCommand {
  action: VmAction;
  /** With snapshots. */
  snapshot?: string | undefined;
}

/** The screen of a machine, as its hypervisor serves it at this moment. */
export type VmScreen =
  | { kind: 'tcp'; host: string; port: number; password: string }
  /** Only programs of the hypervisor itself come to it. */
  | { kind: 'local' };

export type ConsoleAnswer =
  | { isKnown: true; state: VmState | null; hasText: boolean; screen: VmScreen | null }
  | { isKnown: false; fault: HypervisorFault; detail: string | null };

export type VmOutcome =
  | { isDone: true; /** Right after the command, where the hypervisor said so. */ state: VmState | null }
  | { isDone: false; fault: HypervisorFault; detail: string | null };

/**
 * A kind of hypervisor: how it is asked and what its answers mean. Both are plain functions of texts, so that what a host
 * prints can be read apart from the event loop; `listVms` and `actOnVm` put them together.
 */
export interface Hypervisor {
  /** `closely` names those whose definition, snapshots and addresses are wanted. */
  listQuestion(closely: 'all' | readonly VmRef[]): Question;
  readList(sections: Sections, nonce: string): VmListing;
  /** Throws where a name could mean something to a shell: nobody but a mistake of ours sends one. */
  actQuestion(vm: VmRef, command: VmCommand): Question;
  readOutcome(sections: Sections, command: VmCommand): VmOutcome;
  /** Asks for the consoles of a machine, with the password of its screen: only for whoever opens one at this moment. */
  consoleQuestion(vm: VmRef): Question;
  readConsole(sections: Sections): ConsoleAnswer;
  /** The command that is its text console, on a terminal and in any login shell. It leaves nobody in a shell. */
  consoleCommand(vm: VmRef): string;
}

export function newNonce(): string {
  return randomBytes(8).toString('hex');
}

/** A value at the head of a script: whatever it holds, the shell takes it as it is. */
export function assigned(name: string, value: string): string {
  if (/\p{Cc}/u.test(value)) {
    throw new Error(`hypervisor: ${name} holds a control character`);
  }
  return `${name}='${value.replaceAll("'", String.raw`'\''`)}'`;
}

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
