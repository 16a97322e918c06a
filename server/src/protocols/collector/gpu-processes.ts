import type { GpuProcess } from '@jadegate/contract/fleet/gpu-state';

import { clean, whole } from './text.ts';

const MIB = 1024 * 1024;
const MAX_PROCESSES = 512;
/** What the kernel says where a process belongs to no login. */
const UNSET = 4_294_967_295;

interface Owner {
  uid: number | null;
  user: string | null;
  startTicks: number | null;
  auditSession: number | null;
  loginUid: number | null;
  leader: number | null;
  ancestors: string[];
  container: string | null;
}

const NOBODY: Owner = {
  uid: null,
  user: null,
  startTicks: null,
  auditSession: null,
  loginUid: null,
  leader: null,
  ancestors: [],
  container: null,
};

/** Who has memory of the cards: what the driver lists, with what the kernel says of each process. */
export function parseGpuProcesses(apps: readonly string[], owners: readonly string[]): GpuProcess[] {
  const known = new Map(owners.flatMap(ownerOf));
  return apps.slice(0, MAX_PROCESSES).flatMap((line) => {
    // The program comes last, and may have commas in its name.
    const [, gpuUuid, pidText, memory, name] =
      /^\s*(GPU-[\w-]{8,60})\s*,\s*(\d{1,10})\s*,\s*([^,]*),\s?(.*)$/.exec(line) ?? [];
    const pid = whole(pidText);
    if (gpuUuid === undefined || pid === null || pid === 0) {
      return [];
    }
    const megabytes = whole(memory);
    return [
      {
        gpuUuid,
        pid,
        memBytes: megabytes === null ? null : megabytes * MIB,
        name: clean(name),
        ...(known.get(pid) ?? NOBODY),
        // The list that this comes from does not tell; see `gpuCards`.
        type: null,
        gpuInstance: null,
        computeInstance: null,
      },
    ];
  });
}

function ownerOf(line: string): [number, Owner][] {
  const at = (key: string) => new RegExp(`(?:^| )${key}=(\\S*)`).exec(line)?.[1];
  const pid = whole(at('pid'));
  if (pid === null) {
    return [];
  }
  return [
    [
      pid,
      {
        uid: whole(at('uid')),
        user: clean(at('user')),
        startTicks: whole(at('start')),
        auditSession: set(whole(at('sid'))),
        loginUid: set(whole(at('luid'))),
        leader: whole(at('leader')),
        ancestors: (at('up') ?? '').split(',').filter((one) => /^\d{1,10}:\d{1,16}$/.test(one)),
        container: containerOf(at('cg') ?? ''),
      },
    ],
  ];
}

function set(value: number | null): number | null {
  return value === UNSET ? null : value;
}

/** The long number by which every engine names its containers. */
function containerOf(cgroup: string): string | null {
  return (
    /(?:docker|cri-containerd|crio|libpod|docker\/|kubepods\/\S*)[-/]([0-9a-f]{64})/.exec(cgroup)?.[1] ?? null
  );
}
