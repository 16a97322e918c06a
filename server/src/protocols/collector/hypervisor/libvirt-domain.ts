import type { VmConsole, VmDetail, VmDisk, VmInterface, VmSnapshot } from '@jadegate/contract/fleet/vm-state';

import { clean, whole } from '../text.ts';
import { attributeOf, childrenOf, elementAt, readXml, xmlText, type XmlElement } from '../xml.ts';
import type { VmScreen } from './provider.ts';

const MAX_DEVICES = 64;
const MAX_DESCRIPTION = 2000;

/** What the definition of a domain says, and what only its list of figures knows of the same devices. */
export interface DomainXml {
  uuid: string;
  name: string | null;
  vcpus: number | null;
  memBytes: number | null;
  memMaxBytes: number | null;
  detail: Omit<VmDetail, 'snapshots'>;
}

/** Reads `dumpxml`, which holds no password unless that is asked for. Undefined when it is none. */
export function parseDomain(text: string): DomainXml | undefined {
  const root = readXml(text, new Set(['metadata', 'qemu:commandline']));
  const uuid = xmlText(root, 'uuid');
  if (root?.name !== 'domain' || uuid === undefined) {
    return undefined;
  }
  const devices = elementAt(root, 'devices');
  return {
    uuid: uuid.toLowerCase(),
    name: clean(xmlText(root, 'name')),
    vcpus: whole(attributeOf(elementAt(root, 'vcpu'), 'current')) ?? whole(xmlText(root, 'vcpu')),
    memBytes: memoryOf(elementAt(root, 'currentMemory')) ?? memoryOf(elementAt(root, 'memory')),
    memMaxBytes: memoryOf(elementAt(root, 'memory')),
    detail: {
      title: clean(xmlText(root, 'title')),
      description: clean(xmlText(root, 'description'), MAX_DESCRIPTION),
      disks: childrenOf(devices, 'disk').slice(0, MAX_DEVICES).flatMap(diskOf),
      interfaces: childrenOf(devices, 'interface').slice(0, MAX_DEVICES).map(interfaceOf),
      passedThrough: childrenOf(devices, 'hostdev').slice(0, MAX_DEVICES).flatMap(pciAddress),
      console: consoleOf(devices),
    },
  };
}

/** Reads `snapshot-dumpxml`; its copy of the domain was left out on the way. */
export function parseSnapshot(text: string): VmSnapshot | undefined {
  const root = readXml(text, new Set(['domain', 'inactiveDomain', 'disks']));
  const name = xmlText(root, 'name');
  if (root?.name !== 'domainsnapshot' || name === undefined || name === '') {
    return undefined;
  }
  const created = whole(xmlText(root, 'creationTime'));
  return {
    name,
    createdAt: created === null || created > 8_000_000_000 ? null : new Date(created * 1000).toISOString(),
    state: clean(xmlText(root, 'state')),
    parent: clean(xmlText(root, 'parent', 'name')),
    description: clean(xmlText(root, 'description'), MAX_DESCRIPTION),
  };
}

const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  bytes: 1,
  KB: 1000,
  KiB: 1024,
  k: 1024,
  MB: 1000 ** 2,
  MiB: 1024 ** 2,
  M: 1024 ** 2,
  GB: 1000 ** 3,
  GiB: 1024 ** 3,
  G: 1024 ** 3,
};

function memoryOf(element: XmlElement | undefined): number | null {
  const value = whole(element?.text);
  const factor = UNITS[attributeOf(element, 'unit') ?? 'KiB'];
  const bytes = value === null || factor === undefined ? null : value * factor;
  return bytes !== null && Number.isSafeInteger(bytes) ? bytes : null;
}

function diskOf(disk: XmlElement): VmDisk[] {
  const target = elementAt(disk, 'target');
  const name = clean(attributeOf(target, 'dev'), 64);
  const source = elementAt(disk, 'source');
  const places = ['file', 'dev', 'volume', 'name', 'dir'].map((key) => clean(attributeOf(source, key), 400));
  return name === null
    ? []
    : [
        {
          target: name,
          device: clean(attributeOf(disk, 'device')) ?? 'disk',
          bus: clean(attributeOf(target, 'bus')),
          format: clean(attributeOf(elementAt(disk, 'driver'), 'type')),
          source: places.find((place) => place !== null) ?? null,
          sizeBytes: null,
          allocatedBytes: null,
        },
      ];
}

function interfaceOf(device: XmlElement): VmInterface {
  const source = elementAt(device, 'source');
  const places = ['network', 'bridge', 'dev'].map((key) => clean(attributeOf(source, key)));
  return {
    mac: clean(attributeOf(elementAt(device, 'mac'), 'address'))?.toLowerCase() ?? null,
    model: clean(attributeOf(elementAt(device, 'model'), 'type')),
    type: clean(attributeOf(device, 'type')),
    source: places.find((place) => place !== null) ?? null,
    target: clean(attributeOf(elementAt(device, 'target'), 'dev')),
    addresses: [],
  };
}

/** As sysfs writes it, so that it can be found among the cards of the host. */
function pciAddress(device: XmlElement): string[] {
  const address = elementAt(device, 'source', 'address');
  const digits = (key: string, length: number) => {
    const value = /^0x([0-9a-f]{1,8})$/i.exec(attributeOf(address, key) ?? '')?.[1];
    return value?.toLowerCase().padStart(length, '0').slice(-length);
  };
  const [domain, bus, slot, part] = [
    digits('domain', 4),
    digits('bus', 2),
    digits('slot', 2),
    digits('function', 1),
  ];
  return attributeOf(device, 'type') === 'pci' && domain && bus && slot && part
    ? [`${domain}:${bus}:${slot}.${part}`]
    : [];
}

/** Reads `dumpxml --security-info`. Undefined when it is none. */
export function parseConsole(text: string): { hasText: boolean; screen: VmScreen | null } | undefined {
  const root = readXml(text, new Set(['metadata', 'qemu:commandline']));
  if (root?.name !== 'domain') {
    return undefined;
  }
  const devices = elementAt(root, 'devices');
  return { hasText: consoleOf(devices).hasSerial, screen: screenOf(devices) };
}

/** What listens everywhere is reached at the hypervisor's own door, which is where the way to it ends. */
const EVERYWHERE: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
  '*': '127.0.0.1',
};

function screenOf(devices: XmlElement | undefined): VmScreen | null {
  const vnc = childrenOf(devices, 'graphics').filter((one) => attributeOf(one, 'type') === 'vnc');
  const [open] = vnc.flatMap((one) => {
    const port = whole(attributeOf(one, 'port'));
    const listens = childrenOf(one, 'listen');
    const said =
      attributeOf(one, 'listen') ??
      listens.map((listen) => attributeOf(listen, 'address')).find((address) => address !== undefined);
    const host = clean(said, 255) ?? '127.0.0.1';
    const isLocal =
      attributeOf(one, 'socket') !== undefined ||
      listens.some((listen) => ['socket', 'none'].includes(attributeOf(listen, 'type') ?? ''));
    if (isLocal || port === null || port < 1 || port > 65_535) {
      return [];
    }
    const password = attributeOf(one, 'passwd') ?? '';
    return [{ kind: 'tcp' as const, host: EVERYWHERE[host] ?? host, port, password }];
  });
  return open ?? (vnc.length > 0 ? { kind: 'local' } : null);
}

function consoleOf(devices: XmlElement | undefined): VmConsole {
  const vnc = childrenOf(devices, 'graphics').find((one) => attributeOf(one, 'type') === 'vnc');
  const listen = childrenOf(vnc, 'listen').map((one) => attributeOf(one, 'address'));
  return {
    vnc: vnc
      ? {
          listen: clean(attributeOf(vnc, 'listen') ?? listen.find((address) => address !== undefined)),
          // -1 while it does not run
          port: whole(attributeOf(vnc, 'port')),
        }
      : null,
    hasSerial: [...childrenOf(devices, 'serial'), ...childrenOf(devices, 'console')].some(
      (one) => attributeOf(one, 'type') === 'pty',
    ),
  };
}
