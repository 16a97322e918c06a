import type { NodeStatus } from '@jadegate/contract/node-status';

import { SECOND_MS } from '../../kernel/clock.ts';

/** So many rounds in a row a hypervisor must fail before it counts as silent; hosts that are down have their own three. */
const ROUNDS_UNTIL_SILENT = 3;

/** A host of ours that is of a cluster. */
export interface ClusterMember {
  nodeId: string;
  /** As the cluster calls it; empty when it has not said. */
  name: string;
  /** Whom of the cluster it lists. */
  hosts: readonly string[];
  /** Nobody can have its word at the moment. */
  isSilent: boolean;
}

interface MemberStanding {
  status: NodeStatus | null;
  /** Whether it is asked for its machines at all. */
  isAsked: boolean;
  fault: string;
  asked_at: number | null;
  collected_at: number | null;
  vm_interval_seconds: number;
}

/** As with hosts that are down: one that fails once is still there. That a server slept is nobody's silence. */
export function isSilent(standing: MemberStanding): boolean {
  const { status, isAsked, fault, asked_at, collected_at, vm_interval_seconds } = standing;
  const failedMs = fault === '' ? 0 : (asked_at ?? 0) - (collected_at ?? 0);
  return (
    !isAsked ||
    status === 'offline' ||
    status === 'auth-failed' ||
    status === 'host-key-changed' ||
    failedMs >= ROUNDS_UNTIL_SILENT * vm_interval_seconds * SECOND_MS
  );
}

/**
 * Whether a host that says it is of a cluster is taken for one. The first that names a cluster is; others when one that is
 * known lists them, under a name that nobody else has. Whoever takes another name is as new.
 */
export function isOfCluster(nodeId: string, name: string, members: readonly ClusterMember[]): boolean {
  const others = members.filter((member) => member.nodeId !== nodeId);
  if (name !== '' && others.some((member) => member.name === name)) {
    return false;
  }
  const before = members.find((member) => member.nodeId === nodeId);
  const isAsBefore = before !== undefined && (before.name === '' || before.name === name);
  return isAsBefore || others.length === 0 || others.some(({ hosts }) => hosts.includes(name));
}

/** Of a machine that is known already. */
interface KnownHome {
  node_id: string | null;
  missing_since: number | null;
}

/** Whether the host's word counts for a machine: it is at home there, or nowhere whence a word can be had. */
export function isAuthoritativeFor(
  nodeId: string,
  known: KnownHome | undefined,
  members: readonly ClusterMember[],
): boolean {
  return homeOf(known, members) === undefined || known?.node_id === nodeId;
}

/**
 * Where a machine is at home by the word of a host, which lists it on `carrier`; undefined when its word does not count.
 * A machine leaves its home when that says so, lists it no more, or can no longer be asked: nobody takes it away. Where
 * nobody has it, the host that carries it is believed, and others only about hosts that we cannot ask.
 */
export function homeAfter(
  nodeId: string,
  carrier: string | null,
  known: KnownHome | undefined,
  members: readonly ClusterMember[],
): string | undefined {
  const carrying = members.find(
    (member) => !member.isSilent && member.name !== '' && member.name === carrier,
  );
  const isHome = homeOf(known, members)?.nodeId === nodeId;
  if (!isAuthoritativeFor(nodeId, known, members) || (!isHome && carrying && carrying.nodeId !== nodeId)) {
    return undefined;
  }
  return carrying?.nodeId ?? nodeId;
}

function homeOf(known: KnownHome | undefined, members: readonly ClusterMember[]): ClusterMember | undefined {
  return known === undefined || known.missing_since !== null
    ? undefined
    : members.find((member) => member.nodeId === known.node_id && !member.isSilent);
}
