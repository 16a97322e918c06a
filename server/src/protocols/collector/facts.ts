import type { HostFacts, PciGpu } from '@jadegate/contract/fleet/host-facts';

import { cpuOf } from './facts-cpu.ts';
import { disksOf } from './facts-disks.ts';
import { defaultRouteOf, interfacesOf } from './facts-network.ts';
import { linesOf, type Sections } from './sections.ts';
import { amount, clean, keyValues, times, whole, wordValues } from './text.ts';

const KIB = 1024;
const MAX_GPUS = 64;
/** What makers leave in where something should stand. */
const FILLERS =
  /^(?:to be filled by o\.?e\.?m\.?|default string|system (?:product name|manufacturer|version|serial number)|not (?:specified|applicable|available)|none|n\/?a|unknown|0+|0?123456789|\.+|x+)$/i;

/** Reads what the script `facts` printed. It may be anything: nothing here throws, and what is not there is null. */
export function parseFacts(sections: Sections, now: number): HostFacts {
  const meta = keyValues(linesOf(sections, 'meta'));
  const said = (key: string) => clean(meta.get(key));
  const uptime = amount(meta.get('uptime'));
  return {
    hostname: said('host'),
    machineId: said('machine_id'),
    bootId: said('boot_id'),
    bootedAt: uptime === null ? null : new Date(now - uptime * 1000).toISOString(),
    os: osOf(sections, meta),
    virtualisation: virtualisationOf(sections, meta),
    hardware: hardwareOf(sections),
    cpu: cpuOf(sections),
    memory: memoryOf(sections),
    disks: disksOf(sections),
    interfaces: interfacesOf(sections),
    defaultRoute: defaultRouteOf(sections),
    pciGpus: linesOf(sections, 'pcigpu').slice(0, MAX_GPUS).flatMap(pciGpuOf),
    tools: Object.fromEntries(
      [...meta].flatMap(([key, path]) => {
        const name = /^tool\.([a-z0-9-]{1,20})$/.exec(key)?.[1];
        const plain = clean(path);
        return name !== undefined && plain !== null ? [[name, plain]] : [];
      }),
    ),
  };
}

function osOf(sections: Sections, meta: ReadonlyMap<string, string>): HostFacts['os'] {
  const release = keyValues(linesOf(sections, 'os'));
  const said = (key: string) => clean(unquoted(release.get(key)));
  return {
    id: said('ID'),
    name: said('NAME'),
    version: said('VERSION_ID'),
    pretty: said('PRETTY_NAME'),
    kernel: clean(meta.get('kernel')),
    arch: clean(meta.get('arch')),
  };
}

function unquoted(text: string | undefined): string | undefined {
  return /^(["'])(.*)\1$/.exec(text ?? '')?.[2] ?? text;
}

function virtualisationOf(sections: Sections, meta: ReadonlyMap<string, string>): string | null {
  // Without the tool that knows, the processor says which hypervisor it is under, or nothing.
  const hypervisor = /"Hypervisor vendor:",\s*"data": "([^"]+)"/.exec(sections.get('lscpu')?.body ?? '')?.[1];
  return clean(meta.get('virt')) ?? clean(hypervisor)?.toLowerCase() ?? null;
}

function hardwareOf(sections: Sections): HostFacts['hardware'] {
  const found = new Map(
    linesOf(sections, 'dmi').flatMap((line) => {
      const [, key, value] = /^\/sys\/class\/dmi\/id\/(\w+):(.*)$/.exec(line) ?? [];
      return key !== undefined && value !== undefined ? [[key, value] as const] : [];
    }),
  );
  const tree = keyValues(linesOf(sections, 'dt'));
  const said = (key: string) => made(found.get(key));
  return {
    vendor: said('sys_vendor'),
    product: said('product_name') ?? made(tree.get('model')),
    version: said('product_version'),
    serial: said('product_serial') ?? made(tree.get('serial-number')),
    uuid: said('product_uuid'),
    sku: said('product_sku'),
    chassisType: said('chassis_type'),
    chassisSerial: said('chassis_serial'),
    assetTag: said('chassis_asset_tag'),
    boardVendor: said('board_vendor'),
    boardName: said('board_name'),
    boardSerial: said('board_serial'),
    biosVendor: said('bios_vendor'),
    biosVersion: said('bios_version'),
    biosDate: said('bios_date'),
  };
}

function made(text: string | undefined): string | null {
  const plain = clean(text);
  return plain !== null && FILLERS.test(plain) ? null : plain;
}

function memoryOf(sections: Sections): HostFacts['memory'] {
  const found = new Map(
    linesOf(sections, 'meminfo').flatMap((line) => {
      const [, name, value] = /^(\w+):\s+(\d+)(?: kB)?$/.exec(line.trim()) ?? [];
      return name !== undefined ? [[name, value] as const] : [];
    }),
  );
  const kilobytes = (name: string) => times(whole(found.get(name)), KIB);
  return {
    totalBytes: kilobytes('MemTotal'),
    swapBytes: kilobytes('SwapTotal'),
    hugepagesTotal: whole(found.get('HugePages_Total')),
    hugepageBytes: kilobytes('Hugepagesize'),
  };
}

function pciGpuOf(line: string): PciGpu[] {
  const [bdf = ''] = line.split(' ', 1);
  if (!/^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i.test(bdf)) {
    return [];
  }
  const words = wordValues(line);
  const [, vendorId, deviceId] = /^(0x[0-9a-f]{4}):(0x[0-9a-f]{4})$/i.exec(words.get('id') ?? '') ?? [];
  return [
    {
      bdf: bdf.toLowerCase(),
      vendorId: clean(vendorId),
      deviceId: clean(deviceId),
      driver: clean(words.get('driver')),
      // -1 is a machine that has no such thing
      numa: whole(words.get('numa')),
      iommuGroup: clean(words.get('iommu')),
    },
  ];
}
