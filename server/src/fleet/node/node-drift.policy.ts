import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import {
  EXPECTED_PARTS,
  type ChangePath,
  type ChangeSeverity,
  type ExpectedPart,
  type ExpectedPartState,
  type NodeExpectation,
} from '@jadegate/contract/fleet/node';

interface Drift {
  path: ChangePath;
  old: string;
  new: string;
  severity: ChangeSeverity;
}

const MAX_TEXT = 500;

/** What differs from how the machine was found before. What is unknown on either side is no difference. */
export function driftBetween(before: HostFacts, now: HostFacts): Drift[] {
  return [
    ...fewer('memory', before.memory.totalBytes, now.memory.totalBytes),
    ...differing('serial', before.hardware.serial, now.hardware.serial, 'critical'),
    ...fewer('gpu', before.pciGpus.length, now.pciGpus.length),
    ...lists('disk', wholeDisks(before), wholeDisks(now), 'critical'),
    ...differing('kernel', before.os.kernel, now.os.kernel, 'info'),
    ...differing('os', before.os.pretty, now.os.pretty, 'info'),
    ...differing('bios', before.hardware.biosVersion, now.hardware.biosVersion, 'info'),
    ...lists('address', addresses(before), addresses(now), 'info'),
  ];
}

/** How the machine should be, beside how it is. What is unknown on either side is no difference. */
export function partsOf(expected: NodeExpectation, now: HostFacts): ExpectedPartState[] {
  const found = expectationOf(now);
  return EXPECTED_PARTS.map((part) => {
    const wanted = expected[part] === '' ? null : (expected[part] ?? null);
    const is = found[part] ?? null;
    return {
      part,
      expected: wanted,
      found: is,
      differs: wanted !== null && is !== null && !isAs(part, wanted, is),
    };
  });
}

/** What differs from how the machine should be. */
export function driftFromExpected(expected: NodeExpectation, now: HostFacts): Drift[] {
  return partsOf(expected, now)
    .filter(({ differs }) => differs)
    .map(({ part, expected: wanted, found }) => ({
      path: `expect.${part}`,
      old: String(wanted),
      new: String(found),
      severity: 'critical',
    }));
}

/** As it is stored. */
export function differsFrom(expected: NodeExpectation, now: HostFacts): 0 | 1 {
  return partsOf(expected, now).some(({ differs }) => differs) ? 1 : 0;
}

/** A kernel keeps some of the memory to itself, another one more or less of it. Less than a module is no difference. */
const MEMORY_SHARE = 0.04;

function isAs(part: ExpectedPart, wanted: number | string, found: number | string): boolean {
  return part === 'memBytes'
    ? Math.abs(Number(found) - Number(wanted)) <= Number(wanted) * MEMORY_SHARE
    : wanted === found;
}

/** What was found, as what should be there from now on. */
export function expectationOf(facts: HostFacts): NodeExpectation {
  const { totalBytes } = facts.memory;
  const { serial } = facts.hardware;
  const { cores } = facts.cpu;
  return {
    ...(cores !== null && { cores }),
    ...(totalBytes !== null && { memBytes: totalBytes }),
    diskCount: wholeDisks(facts).length,
    gpuCount: facts.pciGpus.length,
    ...(serial !== null && { serial }),
  };
}

function fewer(path: ChangePath, before: number | null, now: number | null): Drift[] {
  return before === null || now === null || before === now
    ? []
    : [{ path, old: String(before), new: String(now), severity: now < before ? 'critical' : 'info' }];
}

function differing(
  path: ChangePath,
  before: string | null,
  now: string | null,
  severity: ChangeSeverity,
): Drift[] {
  return before === null || now === null || before === now ? [] : [{ path, old: before, new: now, severity }];
}

/** Their order says nothing. Something that is gone weighs more than something new. */
function lists(
  path: ChangePath,
  before: readonly string[],
  now: readonly string[],
  whenGone: ChangeSeverity,
): Drift[] {
  const gone = before.filter((one) => !now.includes(one));
  const added = now.filter((one) => !before.includes(one));
  return gone.length === 0 && added.length === 0
    ? []
    : [
        {
          path,
          old: gone.join(', ').slice(0, MAX_TEXT),
          new: added.join(', ').slice(0, MAX_TEXT),
          severity: gone.length > 0 ? whenGone : 'info',
        },
      ];
}

/** A name such as sda may pass to another disk at the next start, so its serial number goes first. */
function wholeDisks({ disks }: HostFacts): string[] {
  return disks
    .filter(({ parent, type }) => parent === null && (type === null || type === 'disk'))
    .map(({ serial, name, sizeBytes }) => `${serial ?? name} ${sizeBytes ?? ''}`.trim());
}

/** Those of its own network cards, without what is only for the link itself. */
function addresses({ interfaces }: HostFacts): string[] {
  return interfaces
    .filter(({ isPhysical }) => isPhysical === true)
    .flatMap((one) => one.addresses.filter(({ scope }) => scope === 'global').map(({ address }) => address));
}
