import type { GpuCard, GpuProcess, GpuState } from '@jadegate/contract/fleet/gpu-state';

import { parseGpuProcesses } from './gpu-processes.ts';
import { parseSliceNames, parseGpuXml, sliceKey, type XmlCard } from './gpu-xml.ts';

interface GpuSaid {
  /** From the table of figures. */
  cards: readonly GpuState[];
  /** `-q -x`; empty where it was not asked for. */
  xml: string;
  /** Lines of `-L`. */
  list: readonly string[];
  /** Lines of the programs on the cards, and of what the kernel says of each. */
  apps: readonly string[];
  owners: readonly string[];
}

/** Puts together what the driver says in several places: figures by name, slices, programs and their slices. */
export function gpuCards({ cards, xml, list, apps, owners }: GpuSaid): GpuCard[] {
  const document = parseGpuXml(xml);
  const names = parseSliceNames(list);
  const processes = parseGpuProcesses(apps, owners);
  return cards.map((card) => {
    const found = document?.cards.find(({ uuid }) => uuid === card.uuid);
    const slices = found?.slices ?? [];
    return {
      ...card,
      cuda: document?.cuda ?? null,
      slices: slices.map((slice) => ({ ...slice, ...names.get(sliceKey(card.uuid, slice.index)) })),
      processes: processes
        .filter(({ gpuUuid }) => gpuUuid === card.uuid)
        .flatMap((process) => placed(process, found)),
    };
  });
}

/** The list of programs names the whole card; in which slices each has memory, and how much in each, the document says. */
function placed(process: GpuProcess, card: XmlCard | undefined): GpuProcess[] {
  const places = card?.processes.filter(({ pid }) => pid === process.pid) ?? [];
  return places.length === 0
    ? [process]
    : places.map(({ type, gpuInstance, computeInstance, memBytes }) => ({
        ...process,
        type,
        gpuInstance,
        computeInstance,
        memBytes: memBytes ?? process.memBytes,
      }));
}
