import type { HostFacts } from '@jadegate/contract/fleet/host-facts';

import { linesOf, sectionOf, type Sections } from './sections.ts';
import { amount, clean, isRecord, keyValues, listOf, parsedJson, whole } from './text.ts';

type Cpu = HostFacts['cpu'];

/** What `lscpu` knows; where it is missing or too old, what the kernel says of each processor. */
export function cpuOf(sections: Sections): Cpu {
  const found = lscpuFields(sectionOf(sections, 'lscpu').body);
  return found.size > 0 ? fromLscpu(found) : fromCpuinfo(linesOf(sections, 'cpuinfo'));
}

/** Through a pipe it is a flat list, on a terminal a tree; both have the same fields. */
function lscpuFields(text: string): Map<string, string> {
  const json = parsedJson(text);
  const fields = new Map<string, string>();
  const collect = (entries: unknown) => {
    for (const entry of listOf(entries)) {
      const { field, data, children } = entry;
      if (typeof field === 'string' && typeof data === 'string') {
        fields.set(field.replace(/:$/, ''), data);
      }
      collect(children);
    }
  };
  collect(isRecord(json) ? json['lscpu'] : undefined);
  return fields;
}

function fromLscpu(fields: ReadonlyMap<string, string>): Cpu {
  const sockets = whole(fields.get('Socket(s)'));
  // ARM machines without a table of their firmware count in clusters, and print a dash for sockets.
  const inSockets = product(sockets, whole(fields.get('Core(s) per socket')));
  const inClusters = product(whole(fields.get('Cluster(s)')), whole(fields.get('Core(s) per cluster')));
  return {
    model: clean(fields.get('Model name')),
    vendor: clean(fields.get('Vendor ID')),
    sockets,
    cores: inSockets ?? inClusters,
    threads: whole(fields.get('CPU(s)')),
    threadsPerCore: whole(fields.get('Thread(s) per core')),
    numaNodes: whole(fields.get('NUMA node(s)')),
    mhzMax: amount(fields.get('CPU max MHz')),
  };
}

function product(one: number | null, other: number | null): number | null {
  return one !== null && other !== null ? one * other : null;
}

/** Lines of `uniq -c`: how often, which key, which value. */
function fromCpuinfo(lines: readonly string[]): Cpu {
  const counted = lines.flatMap((line) => {
    const [, key, value] = /^\s*\d+\s+([^:\t]+?)\s*:\s*(.*)$/.exec(line) ?? [];
    return key !== undefined && value !== undefined ? [{ key, value }] : [];
  });
  const first = (key: string) => counted.find((entry) => entry.key === key)?.value;
  const sockets = new Set(counted.filter(({ key }) => key === 'physical id').map(({ value }) => value)).size;
  const coresPerSocket = whole(first('cpu cores'));
  const siblings = whole(first('siblings'));
  const processors = counted.filter(({ key }) => key === 'processor').length;
  return {
    model: clean(first('model name') ?? first('Model') ?? first('Hardware')),
    vendor: clean(first('vendor_id')),
    sockets: sockets > 0 ? sockets : null,
    cores: sockets > 0 && coresPerSocket !== null ? sockets * coresPerSocket : null,
    threads: whole(keyValues(lines).get('ncpu')) ?? (processors > 0 ? processors : null),
    threadsPerCore:
      siblings !== null && coresPerSocket !== null && coresPerSocket > 0
        ? Math.round(siblings / coresPerSocket)
        : null,
    numaNodes: null,
    mhzMax: null,
  };
}
