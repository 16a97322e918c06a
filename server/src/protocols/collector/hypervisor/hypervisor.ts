import { readSections } from '../sections.ts';
import { Libvirt } from './libvirt.ts';
import type { Hypervisor, RunScript, VmCommand, VmListing, VmOutcome, VmRef } from './provider.ts';
import { Proxmox } from './proxmox.ts';

export type HypervisorKind = 'libvirt' | 'proxmox';

/** `uri` is libvirt's; empty for what the account has as its own. */
export function hypervisorOf(kind: HypervisorKind, uri: string): Hypervisor {
  return kind === 'libvirt' ? new Libvirt(uri) : new Proxmox();
}

export async function listVms(
  run: RunScript,
  hypervisor: Hypervisor,
  closely: 'all' | readonly VmRef[] = 'all',
): Promise<VmListing> {
  const { nonce, input } = hypervisor.listQuestion(closely);
  const { stdout, stderr } = await run(input);
  return hypervisor.readList(readSections(stdout, stderr, nonce), nonce);
}

export async function actOnVm(
  run: RunScript,
  hypervisor: Hypervisor,
  vm: VmRef,
  command: VmCommand,
): Promise<VmOutcome> {
  const { nonce, input } = hypervisor.actQuestion(vm, command);
  const { stdout, stderr } = await run(input);
  return hypervisor.readOutcome(readSections(stdout, stderr, nonce), command);
}
