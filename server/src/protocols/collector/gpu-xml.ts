import type { GpuProcess, GpuSlice } from '@jadegate/contract/fleet/gpu-state';

import { clean, whole } from './text.ts';
import { childrenOf, elementAt, readXml, xmlText, type XmlElement } from './xml.ts';

const MIB = 1024 * 1024;
const MAX_CARDS = 64;
const MAX_SLICES = 64;
const MAX_PROCESSES = 512;

/** More than half of the document, and nobody asks for it. */
const SKIPPED = new Set(['supported_clocks', 'accounted_processes']);

type XmlProcess = Pick<GpuProcess, 'pid' | 'type' | 'memBytes' | 'name' | 'gpuInstance' | 'computeInstance'>;

export interface XmlCard {
  uuid: string;
  slices: GpuSlice[];
  processes: XmlProcess[];
}

interface GpuXml {
  cuda: string | null;
  cards: XmlCard[];
}

/**
 * Reads `nvidia-smi -q -x` for what stands nowhere else. Its schema moves from driver to driver (v11 to v13 so far), but
 * not in these parts; all other figures come from the table that is asked for by name. Undefined when it is no such answer.
 */
export function parseGpuXml(text: string): GpuXml | undefined {
  const root = readXml(text, SKIPPED);
  if (root?.name !== 'nvidia_smi_log') {
    return undefined;
  }
  return {
    cuda: said(xmlText(root, 'cuda_version')),
    cards: childrenOf(root, 'gpu').slice(0, MAX_CARDS).flatMap(cardOf),
  };
}

/** Slices by card, from `nvidia-smi -L`: only there they have names. */
export function parseSliceNames(lines: readonly string[]): Map<string, { uuid: string; profile: string }> {
  const names = new Map<string, { uuid: string; profile: string }>();
  let card = '';
  for (const line of lines) {
    card = /^GPU \d+: .*\(UUID: (GPU-[\w-]{8,60})\)\s*$/.exec(line)?.[1] ?? card;
    const [, profile, index, uuid] =
      /^\s+MIG (\S{1,40})\s+Device\s+(\d{1,3}): \(UUID: (MIG-[\w/-]{8,80})\)\s*$/.exec(line) ?? [];
    if (card !== '' && profile !== undefined && index !== undefined && uuid !== undefined) {
      names.set(sliceKey(card, Number(index)), { uuid, profile });
    }
  }
  return names;
}

export function sliceKey(card: string, index: number): string {
  return `${card} ${index}`;
}

function cardOf(card: XmlElement): XmlCard[] {
  const uuid = xmlText(card, 'uuid') ?? '';
  if (!/^GPU-[\w-]{8,60}$/.test(uuid)) {
    return [];
  }
  return [
    {
      uuid,
      // Without slices there stands a word.
      slices: childrenOf(elementAt(card, 'mig_devices'), 'mig_device').slice(0, MAX_SLICES).flatMap(sliceOf),
      processes: childrenOf(elementAt(card, 'processes'), 'process_info')
        .slice(0, MAX_PROCESSES)
        .flatMap(processOf),
    },
  ];
}

function sliceOf(device: XmlElement): GpuSlice[] {
  const index = whole(xmlText(device, 'index'));
  if (index === null) {
    return [];
  }
  return [
    {
      uuid: null,
      profile: null,
      index,
      gpuInstance: whole(xmlText(device, 'gpu_instance_id')),
      computeInstance: whole(xmlText(device, 'compute_instance_id')),
      memTotal: megabytes(xmlText(device, 'fb_memory_usage', 'total')),
      memUsed: megabytes(xmlText(device, 'fb_memory_usage', 'used')),
      multiprocessors: whole(xmlText(device, 'device_attributes', 'shared', 'multiprocessor_count')),
      eccUncVol: whole(xmlText(device, 'ecc_error_count', 'volatile_count', 'sram_uncorrectable')),
    },
  ];
}

const TYPES: Readonly<Record<string, GpuProcess['type']>> = { C: 'compute', G: 'graphics', 'C+G': 'both' };

function processOf(entry: XmlElement): XmlProcess[] {
  const pid = whole(xmlText(entry, 'pid'));
  if (pid === null || pid === 0) {
    return [];
  }
  return [
    {
      pid,
      type: TYPES[xmlText(entry, 'type') ?? ''] ?? null,
      memBytes: megabytes(xmlText(entry, 'used_memory')),
      name: said(xmlText(entry, 'process_name')),
      gpuInstance: whole(xmlText(entry, 'gpu_instance_id')),
      computeInstance: whole(xmlText(entry, 'compute_instance_id')),
    },
  ];
}

/** `71424 MiB`; anything else is unknown. */
function megabytes(text: string | undefined): number | null {
  const value = whole(/^(\d{1,12}) MiB$/.exec(text ?? '')?.[1]);
  return value === null ? null : value * MIB;
}

function said(text: string | undefined): string | null {
  return text === 'N/A' ? null : clean(text);
}
