import type { FoundVm, VmDetail, VmSnapshot, VmState } from '@jadegate/contract/fleet/vm-state';

import { linesOf, sectionOf, type Sections } from '../sections.ts';
import { clean, keyValues, times, whole } from '../text.ts';
import { faultOf, saidOf } from './faults.ts';
import { parseDomain, parseSnapshot, type DomainXml } from './libvirt-domain.ts';
import { UUID, type VmListing } from './provider.ts';

const KIB = 1024;
const MAX_VMS = 5000;
const MAX_SNAPSHOTS = 200;

/** `state.state`, as libvirt numbers them. */
const STATES: Readonly<Record<string, VmState>> = {
  1: 'running',
  2: 'running',
  3: 'paused',
  4: 'stopping',
  5: 'stopped',
  6: 'crashed',
  7: 'suspended',
};

/** What the script printed, as machines. The list and the names decide which there are; the rest may be missing. */
export function readLibvirtList(sections: Sections, nonce: string): VmListing {
  const list = sectionOf(sections, 'vlist');
  if (list.rc !== 0) {
    return { vms: undefined, fault: faultOf(list), detail: saidOf(list), cluster: null };
  }
  const uuids = uuidsOf(sections, 'vlist');
  const autostart = new Set(uuidsOf(sections, 'vauto'));
  const transient = new Set(uuidsOf(sections, 'vtrans'));
  const closely = closeLook(sectionOf(sections, 'vxml').body, sectionOf(sections, 'vsnaps').body, nonce);
  const names = namesOf(sectionOf(sections, 'vnames').body, nonce);
  const figures = figuresOf(linesOf(sections, 'vstats'));
  const isKnown = (section: string) => sectionOf(sections, section).rc === 0;
  const vms = uuids.slice(0, MAX_VMS).map((uuid): FoundVm => {
    const seen = closely.get(uuid);
    const name = names.get(uuid) ?? seen?.domain.name ?? uuid;
    const said = figures.get(name) ?? new Map<string, string>();
    return {
      provider: 'libvirt',
      key: uuid,
      uuid,
      name: clean(name) ?? uuid,
      host: null,
      state: STATES[said.get('state.state') ?? ''] ?? 'unknown',
      stateReason: null,
      isAutostart: isKnown('vauto') ? autostart.has(uuid) : null,
      isPersistent: isKnown('vtrans') ? !transient.has(uuid) : null,
      isTemplate: false,
      vcpus: whole(said.get('vcpu.current')) ?? seen?.domain.vcpus ?? null,
      memBytes: kilobytes(said.get('balloon.current')) ?? seen?.domain.memBytes ?? null,
      memMaxBytes: kilobytes(said.get('balloon.maximum')) ?? seen?.domain.memMaxBytes ?? null,
      memRssBytes: kilobytes(said.get('balloon.rss')),
      uptimeSec: null,
      cpuPct: null,
      counters: countersOf(said),
      detail: seen ? detailOf(seen, said) : null,
    };
  });
  return { vms, fault: undefined, detail: null, cluster: null };
}

function uuidsOf(sections: Sections, name: string): string[] {
  return linesOf(sections, name)
    .map((line) => line.trim().toLowerCase())
    .filter((line) => UUID.test(line));
}

function kilobytes(text: string | undefined): number | null {
  return times(whole(text), KIB);
}

/** `Domain: 'name'`, then its figures until the next. Names are of one machine each on a host. */
function figuresOf(lines: readonly string[]): Map<string, Map<string, string>> {
  const byName = new Map<string, string[]>();
  let figures: string[] | undefined;
  for (const line of lines) {
    const name = /^Domain: '(.*)'$/.exec(line)?.[1];
    if (name === undefined) {
      figures?.push(line);
    } else {
      figures = [];
      byName.set(name, figures);
    }
  }
  return new Map([...byName].map(([name, said]) => [name, keyValues(said)]));
}

/** Values of `block.0.rd.bytes`, `block.1.rd.bytes` …; null when there are none, as of one that does not run. */
function sumOf(said: ReadonlyMap<string, string>, kind: 'block' | 'net', figure: string): number | null {
  const count = whole(said.get(`${kind}.count`)) ?? 0;
  const values = Array.from({ length: Math.min(count, 64) }, (_, at) =>
    whole(said.get(`${kind}.${at}.${figure}`)),
  );
  const known = values.flatMap((value) => value ?? []);
  return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) : null;
}

function countersOf(said: ReadonlyMap<string, string>): FoundVm['counters'] {
  return {
    cpuNs: whole(said.get('cpu.time')),
    diskRead: sumOf(said, 'block', 'rd.bytes'),
    diskWritten: sumOf(said, 'block', 'wr.bytes'),
    netReceived: sumOf(said, 'net', 'rx.bytes'),
    netSent: sumOf(said, 'net', 'tx.bytes'),
  };
}

interface CloseLook {
  domain: DomainXml;
  snapshots: VmSnapshot[];
  addresses: { mac: string; address: string; prefix: number | null; source: 'lease' | 'arp' }[];
}

/** The parts between marks of their own: X definition, S names of snapshots, L and A addresses; and S with a document. */
function closeLook(body: string, snapshotBody: string, nonce: string): Map<string, CloseLook> {
  const parts = new Map<string, CloseLook>();
  const documents = new Map<string, VmSnapshot[]>();
  for (const { uuid, text } of markedParts(snapshotBody, nonce)) {
    const snapshot = parseSnapshot(text.trim());
    documents.set(uuid, [...(documents.get(uuid) ?? []), ...(snapshot ? [snapshot] : [])]);
  }
  for (const { mark, uuid, text } of markedParts(body, nonce)) {
    const domain = mark === 'X' ? parseDomain(text.trim()) : undefined;
    if (domain?.uuid === uuid) {
      parts.set(uuid, { domain, snapshots: [], addresses: [] });
    }
    const part = parts.get(uuid);
    if (mark === 'S' && part) {
      const known = new Map(documents.get(uuid)?.map((snapshot) => [snapshot.name, snapshot]));
      // One that hides something in its name could be taken for another: nobody can act on it from here.
      const names = text.split('\n').filter((line) => line.trim() !== '' && !/[\p{Cc}\p{Cf}]/u.test(line));
      part.snapshots = names.slice(0, MAX_SNAPSHOTS).map((name) => known.get(name) ?? bareSnapshot(name));
    } else if (part && (mark === 'L' || mark === 'A')) {
      part.addresses.push(...addressesOf(text, mark === 'L' ? 'lease' : 'arp'));
    }
  }
  return parts;
}

function bareSnapshot(name: string): VmSnapshot {
  return { name, createdAt: null, state: null, parent: null, description: null };
}

function namesOf(body: string, nonce: string): Map<string, string> {
  return new Map(
    markedParts(body, nonce).map(({ uuid, text }) => [
      uuid,
      text.split('\n').find((line) => line !== '') ?? '',
    ]),
  );
}

function markedParts(body: string, nonce: string): { mark: string; uuid: string; text: string }[] {
  const marks = [...body.matchAll(new RegExp(`^@@${nonce} ([A-Z]) ([0-9a-f-]{36})$`, 'gm'))];
  return marks.map((found, at) => ({
    mark: found[1] ?? '',
    uuid: found[2] ?? '',
    text: body.slice(found.index + found[0].length, marks[at + 1]?.index).replace(/^\n/, ''),
  }));
}

/** The one table that has no other form: its address and its MAC have no blanks. */
function addressesOf(text: string, source: 'lease' | 'arp'): CloseLook['addresses'] {
  return text.split('\n').flatMap((line) => {
    const [, mac, address, prefix] =
      /\s([0-9a-f]{2}(?::[0-9a-f]{2}){5})\s+ipv[46]\s+([0-9a-f.:]{2,45})(?:\/(\d{1,3}))?\s*$/i.exec(line) ??
      [];
    return mac !== undefined && address !== undefined
      ? [{ mac: mac.toLowerCase(), address, prefix: whole(prefix), source }]
      : [];
  });
}

function detailOf({ domain, snapshots, addresses }: CloseLook, said: ReadonlyMap<string, string>): VmDetail {
  const blocks = new Map(
    Array.from({ length: Math.min(whole(said.get('block.count')) ?? 0, 64) }, (_, at) => [
      said.get(`block.${at}.name`) ?? '',
      at,
    ]),
  );
  return {
    ...domain.detail,
    disks: domain.detail.disks.map((disk) => {
      const at = blocks.get(disk.target);
      return {
        ...disk,
        sizeBytes: at === undefined ? null : whole(said.get(`block.${at}.capacity`)),
        allocatedBytes: at === undefined ? null : whole(said.get(`block.${at}.allocation`)),
      };
    }),
    interfaces: domain.detail.interfaces.map((one) => ({
      ...one,
      addresses: firstOfEach(addresses.filter(({ mac }) => mac === one.mac)),
    })),
    snapshots,
  };
}

/** What the leases say goes before what was heard on the network. */
function firstOfEach(
  addresses: CloseLook['addresses'],
): { address: string; prefix: number | null; source: 'lease' | 'arp' }[] {
  const found = new Map<string, { address: string; prefix: number | null; source: 'lease' | 'arp' }>();
  for (const { address, prefix, source } of addresses) {
    if (!found.has(address)) {
      found.set(address, { address, prefix, source });
    }
  }
  return [...found.values()];
}
