import type {
  FoundVm,
  VmDetail,
  VmDisk,
  VmInterface,
  VmSnapshot,
  VmState,
} from '@jadegate/contract/fleet/vm-state';

import { sectionOf, type Sections } from '../sections.ts';
import { clean, flagAt, isRecord, listOf, parsedJson, textAt, whole, wholeAt } from '../text.ts';
import { faultOf, saidOf } from './faults.ts';
import type { ClusterWord, VmListing } from './provider.ts';

const MAX_VMS = 10_000;
const MAX_SNAPSHOTS = 200;
const MAX_HOSTS = 64;
const NODE = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** Everything in the cluster, from whichever of its hosts was asked. Fields as the published API has them. */
export function readProxmoxList(sections: Sections): VmListing {
  const resources = sectionOf(sections, 'pres');
  const entries = parsedJson(resources.body);
  const cluster = clusterOf(sections);
  if (resources.rc !== 0 || !Array.isArray(entries)) {
    const fault = resources.rc === 0 ? 'failed' : faultOf(resources);
    return { vms: undefined, fault, detail: saidOf(resources), cluster };
  }
  const vms = listOf(entries)
    .slice(0, MAX_VMS)
    .flatMap((entry) => vmOf(entry, sections));
  return { vms, fault: undefined, detail: null, cluster };
}

function clusterOf(sections: Sections): ClusterWord | null {
  const entries = listOf(parsedJson(sectionOf(sections, 'pclu').body));
  const cluster = entries.find((entry) => entry['type'] === 'cluster');
  const name = cluster ? textAt(cluster, 'name') : null;
  if (name === null) {
    return null;
  }
  const nodes = entries.filter((entry) => entry['type'] === 'node').slice(0, MAX_HOSTS);
  const nameOf = (entry: Record<string, unknown> | undefined) => {
    const text = entry ? textAt(entry, 'name') : null;
    return text !== null && NODE.test(text) ? text : '';
  };
  return {
    name,
    self: nameOf(nodes.find((entry) => flagAt(entry, 'local') === true)),
    hosts: nodes.map(nameOf).filter((host) => host !== ''),
  };
}

function vmOf(entry: Record<string, unknown>, sections: Sections): FoundVm[] {
  const kind = entry['type'];
  const vmid = wholeAt(entry, 'vmid');
  const host = textAt(entry, 'node');
  if ((kind !== 'qemu' && kind !== 'lxc') || vmid === null || host === null || !NODE.test(host)) {
    return [];
  }
  const config = configOf(sections, vmid);
  const lock = textAt(entry, 'lock');
  const share = fraction(entry['cpu']);
  const isRunning = entry['status'] === 'running';
  return [
    {
      provider: kind === 'qemu' ? 'proxmox-qemu' : 'proxmox-lxc',
      key: `${kind}/${vmid}`,
      uuid: config ? uuidOf(config) : null,
      name: textAt(entry, 'name') ?? `${kind}/${vmid}`,
      host,
      state: stateOf(entry, lock),
      stateReason: lock,
      isAutostart: config ? (flagAt(config, 'onboot') ?? false) : null,
      isPersistent: true,
      isTemplate: flagAt(entry, 'template') ?? false,
      vcpus: wholeAt(entry, 'maxcpu'),
      memBytes: wholeAt(entry, 'maxmem'),
      memMaxBytes: wholeAt(entry, 'maxmem'),
      memRssBytes: isRunning ? wholeAt(entry, 'mem') : null,
      uptimeSec: isRunning ? wholeAt(entry, 'uptime') : null,
      cpuPct: isRunning && share !== null ? Math.round(share * 10_000) / 100 : null,
      counters: {
        cpuNs: null,
        diskRead: wholeAt(entry, 'diskread'),
        diskWritten: wholeAt(entry, 'diskwrite'),
        netReceived: wholeAt(entry, 'netin'),
        netSent: wholeAt(entry, 'netout'),
      },
      detail: config ? detailOf(config, sections, vmid) : null,
    },
  ];
}

function stateOf(entry: Record<string, unknown>, lock: string | null): VmState {
  // A machine that somebody put to sleep on the disk is locked by that, and is woken by starting it.
  if (lock !== null && lock !== 'suspended') {
    return 'locked';
  }
  switch (entry['status']) {
    case 'running':
      return 'running';
    case 'stopped':
      return 'stopped';
    case 'paused':
    case 'suspended':
      return 'paused';
    default:
      return 'unknown';
  }
}

function fraction(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function configOf(sections: Sections, vmid: number): Record<string, unknown> | undefined {
  const config = parsedJson(sectionOf(sections, `pcfg.${vmid}`).body);
  return isRecord(config) ? config : undefined;
}

/** `uuid=…,manufacturer=…`; what stands before the first sign of equality may lack its key. */
function options(value: unknown): Map<string, string> {
  return new Map(
    (typeof value === 'string' ? value.slice(0, 2000) : '').split(',').map((part, at) => {
      const equals = part.indexOf('=');
      return equals > 0 ? [part.slice(0, equals), part.slice(equals + 1)] : [at === 0 ? '' : part, part];
    }),
  );
}

function uuidOf(config: Record<string, unknown>): string | null {
  const uuid = options(config['smbios1']).get('uuid')?.toLowerCase();
  return uuid !== undefined && /^[0-9a-f-]{36}$/.test(uuid) ? uuid : null;
}

const DISK = /^(?:ide|sata|scsi|virtio|efidisk|tpmstate|rootfs|mp)\d*$/;
const CARD_MODELS = ['virtio', 'e1000', 'e1000e', 'rtl8139', 'vmxnet3'];

function detailOf(config: Record<string, unknown>, sections: Sections, vmid: number): VmDetail {
  const entries = Object.entries(config).slice(0, 500);
  const addresses = agentAddresses(sections, vmid);
  return {
    title: null,
    description: clean(typeof config['description'] === 'string' ? config['description'] : null, 2000),
    disks: entries.flatMap(([key, value]) => (DISK.test(key) ? diskOf(key, value) : [])),
    interfaces: entries.flatMap(([key, value]) =>
      /^net\d+$/.test(key) ? interfaceOf(value, addresses) : [],
    ),
    passedThrough: entries.flatMap(([key, value]) => (/^hostpci\d+$/.test(key) ? pciAddress(value) : [])),
    console: { vnc: null, hasSerial: 'serial0' in config },
    snapshots: snapshotsOf(sections, vmid),
  };
}

function diskOf(target: string, value: unknown): VmDisk[] {
  const found = options(value);
  const source = clean(found.get('') ?? found.get('file'), 400);
  return source === null || source === 'none'
    ? []
    : [
        {
          target,
          device: found.get('media') === 'cdrom' ? 'cdrom' : 'disk',
          bus: target.replace(/\d+$/, ''),
          format: clean(found.get('format')),
          source,
          sizeBytes: sizeOf(found.get('size')),
          allocatedBytes: null,
        },
      ];
}

const SIZES: Readonly<Record<string, number>> = { '': 1, K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };

function sizeOf(text: string | undefined): number | null {
  const [, amount, unit = ''] = /^(\d{1,12})([KMGT]?)$/.exec(text ?? '') ?? [];
  const size = amount === undefined ? null : Number(amount) * (SIZES[unit] ?? Number.NaN);
  return whole(size);
}

type Addresses = ReadonlyMap<string, VmInterface['addresses']>;

/** A machine writes its MAC behind the model (`virtio=BC:…`), a container as `hwaddr`. */
function interfaceOf(value: unknown, addresses: Addresses): VmInterface[] {
  const found = options(value);
  const model = CARD_MODELS.find((name) => found.has(name));
  const mac = clean(found.get(model ?? 'hwaddr'))?.toLowerCase() ?? null;
  return [
    {
      mac,
      model: model ?? clean(found.get('type')),
      type: 'bridge',
      source: clean(found.get('bridge')),
      target: clean(found.get('name')),
      addresses: addresses.get(mac ?? '') ?? [],
    },
  ];
}

function agentAddresses(sections: Sections, vmid: number): Addresses {
  const json = parsedJson(sectionOf(sections, `pip.${vmid}`).body);
  const interfaces = listOf(isRecord(json) ? json['result'] : json).slice(0, 64);
  return new Map(
    interfaces.map((one) => [
      textAt(one, 'hardware-address')?.toLowerCase() ?? '',
      listOf(one['ip-addresses'])
        .slice(0, 32)
        .flatMap((entry) => {
          const address = textAt(entry, 'ip-address');
          return address !== null && /^[0-9a-f.:]{2,45}$/i.test(address)
            ? [{ address, prefix: wholeAt(entry, 'prefix'), source: 'agent' as const }]
            : [];
        }),
    ]),
  );
}

/** `0000:83:00.0,pcie=1`, or without the last digit for the whole card, or without the domain. */
function pciAddress(value: unknown): string[] {
  const text = options(value).get('') ?? options(value).get('host') ?? '';
  return text.split(';').flatMap((one) => {
    const [, domain = '0000', rest, part = '0'] =
      /^(?:([0-9a-f]{4}):)?([0-9a-f]{2}:[0-9a-f]{2})(?:\.([0-7]))?$/i.exec(one) ?? [];
    return rest === undefined ? [] : [`${domain}:${rest}.${part}`.toLowerCase()];
  });
}

/** The list ends with the present, which is no snapshot. */
function snapshotsOf(sections: Sections, vmid: number): VmSnapshot[] {
  return listOf(parsedJson(sectionOf(sections, `psnap.${vmid}`).body))
    .slice(0, MAX_SNAPSHOTS + 1)
    .flatMap((entry) => {
      const name = textAt(entry, 'name');
      const time = wholeAt(entry, 'snaptime');
      return name === null || name === 'current'
        ? []
        : [
            {
              name,
              createdAt: time === null || time > 8_000_000_000 ? null : new Date(time * 1000).toISOString(),
              state: flagAt(entry, 'vmstate') === true ? 'running' : 'shutoff',
              parent: textAt(entry, 'parent'),
              description: clean(
                typeof entry['description'] === 'string' ? entry['description'] : null,
                2000,
              ),
            },
          ];
    });
}
