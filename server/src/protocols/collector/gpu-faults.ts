import { busAddress } from './gpu-query.ts';
import { linesOf, sectionOf, type Sections } from './sections.ts';
import { amount, clean, whole } from './text.ts';

/** A fault of a card, as the driver wrote it into the kernel's log. */
export interface GpuFault {
  bdf: string;
  xid: number;
  /** When, in milliseconds. */
  at: number;
  detail: string;
}

export interface GpuFaults {
  /** False where the account may not read the log: then nobody knows, which is not the same as none. */
  isReadable: boolean;
  faults: GpuFault[];
}

const MAX_FAULTS = 20;

/**
 * Lines of the form `[ 1234.567] NVRM: Xid (PCI:0000:83:00): 79, pid=…, …`. Undefined when they were not asked for. The
 * log counts from the start of the system, so its `uptime` says when that was.
 */
export function gpuFaults(
  sections: Sections,
  uptime: number | null,
  hostClock: string | undefined,
  at: number,
): GpuFaults | undefined {
  if (!sections.has('xid')) {
    return undefined;
  }
  const isReadable = !/not permitted|permission denied/i.test(sectionOf(sections, 'xid').errors);
  const hostNow = whole(hostClock);
  // In our own time: a host whose clock is wrong has had its faults when they happened all the same.
  const begun = uptime === null || hostNow === null ? null : at - uptime * 1000;
  const faults = linesOf(sections, 'xid')
    .slice(-MAX_FAULTS)
    .flatMap((line) => {
      const [, seconds, place, xid, rest] =
        /^\[\s*(\d+\.\d+)\]\s*NVRM: Xid \(PCI:([0-9a-f:.]{7,16})\): (\d{1,4}),?\s*(.*)$/i.exec(line) ?? [];
      const bdf = busAddress(place === undefined || place.includes('.') ? (place ?? null) : `${place}.0`);
      const number = whole(xid);
      if (bdf === null || number === null) {
        return [];
      }
      const moment = begun === null ? at : begun + (amount(seconds) ?? 0) * 1000;
      return [{ bdf, xid: number, at: Math.round(moment), detail: clean(rest) ?? '' }];
    });
  return { isReadable, faults };
}
