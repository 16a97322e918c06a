import type { HostAddress, HostFacts, HostInterface } from '@jadegate/contract/fleet/host-facts';

import { linesOf, sectionOf, type Sections } from './sections.ts';
import { clean, listOf, parsedJson, textAt, whole, wholeAt, wordValues } from './text.ts';

const MAX_INTERFACES = 256;
const MAX_ADDRESSES = 32;

/** The kernel lists the interfaces; `ip` knows their addresses, as JSON or, where it is old or small, in lines. */
export function interfacesOf(sections: Sections): HostInterface[] {
  const json = listOf(parsedJson(sectionOf(sections, 'ip').body));
  const addresses = json.length > 0 ? addressesOfJson(json) : addressesOfLines(linesOf(sections, 'ipo'));
  const listed = linesOf(sections, 'netdev').flatMap((line) => interfaceOf(line, addresses));
  const found = listed.length > 0 ? listed : json.flatMap((entry) => interfaceOfJson(entry, addresses));
  return found.slice(0, MAX_INTERFACES);
}

export function defaultRouteOf(sections: Sections): HostFacts['defaultRoute'] {
  const line = linesOf(sections, 'route').find((route) => route.startsWith('default '));
  if (line === undefined) {
    return null;
  }
  const after = (word: string) => clean(new RegExp(` ${word} (\\S+)`).exec(line)?.[1]);
  return { via: after('via'), dev: after('dev') };
}

type Addresses = ReadonlyMap<string, HostAddress[]>;

function addressesOfJson(entries: readonly Record<string, unknown>[]): Addresses {
  return new Map(
    entries.map((entry) => [
      textAt(entry, 'ifname') ?? '',
      listOf(entry['addr_info'])
        .flatMap((info) =>
          addressOf(
            textAt(info, 'family'),
            textAt(info, 'local'),
            wholeAt(info, 'prefixlen'),
            textAt(info, 'scope'),
          ),
        )
        .slice(0, MAX_ADDRESSES),
    ]),
  );
}

function addressesOfLines(lines: readonly string[]): Addresses {
  const found = new Map<string, HostAddress[]>();
  for (const line of lines) {
    const [, name, family, address, prefix, scope] =
      /^\d+: (\S+?)(?:@\S+)?\s+(inet6?) ([^\s/]+)(?:\/(\d+))?.*? scope (\S+)/.exec(line) ?? [];
    const entry = addressOf(family, address, whole(prefix), clean(scope));
    if (name !== undefined && entry.length > 0) {
      found.set(name, [...(found.get(name) ?? []), ...entry].slice(0, MAX_ADDRESSES));
    }
  }
  return found;
}

function addressOf(
  family: string | null | undefined,
  address: string | null | undefined,
  prefix: number | null,
  scope: string | null,
): HostAddress[] {
  const isKnown = family === 'inet' || family === 'inet6';
  return isKnown && address && /^[0-9a-f.:%\w-]{1,80}$/i.test(address)
    ? [{ family, address, prefix, scope }]
    : [];
}

function interfaceOf(line: string, addresses: Addresses): HostInterface[] {
  const name = clean(line.split(' ', 1)[0]);
  if (name === null || name === 'lo') {
    return [];
  }
  const words = wordValues(line);
  const physical = words.get('phys');
  return [
    {
      name,
      mac: clean(words.get('mac')),
      state: clean(words.get('state')),
      // -1 is said by what has no cable
      speedMbps: whole(words.get('speed')),
      mtu: whole(words.get('mtu')),
      driver: clean(words.get('driver')),
      isPhysical: physical === '1' ? true : physical === '0' ? false : null,
      addresses: addresses.get(name) ?? [],
    },
  ];
}

function interfaceOfJson(entry: Record<string, unknown>, addresses: Addresses): HostInterface[] {
  const name = textAt(entry, 'ifname');
  if (name === null || name === 'lo') {
    return [];
  }
  return [
    {
      name,
      mac: textAt(entry, 'address'),
      state: textAt(entry, 'operstate')?.toLowerCase() ?? null,
      speedMbps: null,
      mtu: wholeAt(entry, 'mtu'),
      driver: null,
      isPhysical: null,
      addresses: addresses.get(name) ?? [],
    },
  ];
}
