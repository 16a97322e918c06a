import type { HostRun } from '@jadegate/contract/operations/command-run';

/** Hosts on which the same came out. */
interface HostGroup {
  key: string;
  hosts: HostRun[];
}

/** Equal results together, most hosts first; what was refused or failed for different reasons stays apart. */
export function groupHosts(hosts: readonly HostRun[]): HostGroup[] {
  const groups = new Map<string, HostGroup>();
  for (const host of hosts) {
    const key = JSON.stringify([host.state, host.digest, host.message]);
    const group = groups.get(key) ?? { key, hosts: [] };
    group.hosts.push(host);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => b.hosts.length - a.hosts.length);
}

interface ComparedLine {
  text: string;
  /** Not in what most hosts printed. */
  isOther: boolean;
}

/** The lines of an output, with those that the usual one does not have. */
export function compareLines(text: string, usual: string): ComparedLine[] {
  const known = new Set(usual.split('\n'));
  return text.split('\n').map((line) => ({ text: line, isOther: !known.has(line) }));
}
