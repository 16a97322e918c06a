import type { GpuCard } from '@jadegate/contract/fleet/gpu-state';
import type { HostFacts } from '@jadegate/contract/fleet/host-facts';
import type { HostSample } from '@jadegate/contract/fleet/host-sample';
import type { Problem } from '@jadegate/contract/fleet/node-problem';

import type { Counters } from './counters.ts';
import { parseFacts } from './facts.ts';
import { gpuCards } from './gpu-cards.ts';
import { gpuFaults, type GpuFaults } from './gpu-faults.ts';
import { knownFields, parseGpuRows, type GpuField } from './gpu-query.ts';
import { parseGpuXml } from './gpu-xml.ts';
import { readKeyscan, type HostKeyScan, type ScannedPlace } from './host-keyscan.ts';
import { readPower, type HostPower } from './host-power.ts';
import { hypervisorOf, type HypervisorKind } from './hypervisor/hypervisor.ts';
import type { ConsoleAnswer, VmCommand, VmListing, VmOutcome } from './hypervisor/provider.ts';
import { readSignal, type SignalOutcome } from './process-signal.ts';
import { parseSample } from './sample.ts';
import { problemsOf } from './section-problems.ts';
import { linesOf, readSections, sectionOf, type Sections } from './sections.ts';
import { keyValues } from './text.ts';

/** The driver's words for what is asked of cards, each with our own. */
export type GpuWord = { field: GpuField; word: string };

export type AnswerTask = { nonce: string; stdout: Uint8Array; stderr: Uint8Array; at: number } & (
  | { what: 'facts' }
  | {
      what: 'metrics';
      physicalInterfaces: readonly string[];
      gpuWords: readonly GpuWord[];
      before: Counters | undefined;
    }
  | { what: 'signal' }
  | { what: 'power' }
  | { what: 'keyscan'; place: ScannedPlace }
  | { what: 'vms'; kind: HypervisorKind }
  | { what: 'vm-act'; kind: HypervisorKind; command: VmCommand }
  | { what: 'vm-console'; kind: HypervisorKind }
);

interface Common {
  /** Whether a shell of ours answered at all. */
  isAnswer: boolean;
  /** Whether it came to its end. */
  isWhole: boolean;
  problems: Problem[];
}
export interface FactsAnswer extends Common {
  what: 'facts';
  facts: HostFacts;
  gpuWords: GpuWord[];
  /** Some card is cut into slices. */
  hasSlices: boolean;
  /** The newest CUDA that the driver serves; null when it does not say. */
  cuda: string | null;
}
export interface MetricsAnswer extends Common {
  what: 'metrics';
  sample: HostSample;
  counters: Counters;
  gpus: GpuCard[];
  /** How asking for them ended: the code of the driver's tool, null when it did not end, undefined where there is none. */
  gpuEnd: number | null | undefined;
  /** What the kernel's log holds about them; undefined when it was not asked for. */
  gpuFaults: GpuFaults | undefined;
  /** The clock of the host, in seconds; null when it did not say. */
  hostClock: number | null;
}
export interface VmsAnswer extends Common {
  what: 'vms';
  listing: VmListing;
}
export interface VmActAnswer extends Common {
  what: 'vm-act';
  outcome: VmOutcome;
}
export interface SignalAnswer extends Common {
  what: 'signal';
  outcome: SignalOutcome | undefined;
}
export interface PowerAnswer extends Common {
  what: 'power';
  power: HostPower;
}
export interface KeyscanAnswer extends Common {
  what: 'keyscan';
  /** Undefined when it is not to be believed. */
  scan: HostKeyScan | undefined;
}
export interface VmConsoleAnswer extends Common {
  what: 'vm-console';
  console: ConsoleAnswer;
}
export type Answer =
  | KeyscanAnswer
  | PowerAnswer
  | SignalAnswer
  | FactsAnswer
  | MetricsAnswer
  | VmsAnswer
  | VmActAnswer
  | VmConsoleAnswer;

/** Makes of what a host printed what it means. Nothing here throws, whatever it printed. */
export function readAnswer(task: AnswerTask): Answer {
  const sections = readSections(textOf(task.stdout), textOf(task.stderr), task.nonce);
  const common = {
    isAnswer: sections.size > 0,
    isWhole: sections.has('end'),
    problems: problemsOf(sections),
  };
  if (task.what === 'vms') {
    const listing = hypervisorOf(task.kind, '').readList(sections, task.nonce);
    return { ...common, what: 'vms', listing };
  }
  if (task.what === 'signal') {
    return { ...common, what: 'signal', outcome: readSignal(sections) };
  }
  if (task.what === 'power') {
    return { ...common, what: 'power', power: readPower(sections) };
  }
  if (task.what === 'keyscan') {
    return { ...common, what: 'keyscan', scan: readKeyscan(sections, task.place) };
  }
  if (task.what === 'vm-act') {
    const outcome = hypervisorOf(task.kind, '').readOutcome(sections, task.command);
    return { ...common, what: 'vm-act', outcome };
  }
  if (task.what === 'vm-console') {
    return { ...common, what: 'vm-console', console: hypervisorOf(task.kind, '').readConsole(sections) };
  }
  if (task.what === 'facts') {
    const facts = parseFacts(sections, task.at);
    return {
      ...common,
      what: 'facts',
      facts,
      gpuWords: knownFields(sectionOf(sections, 'nvsmi_fields').body),
      hasSlices: linesOf(sections, 'nvsmi_L').some((line) => /^\s+MIG /.test(line)),
      cuda: parseGpuXml(sectionOf(sections, 'nvsmi_xml').body)?.cuda ?? null,
      problems: [...common.problems, ...unreadable('meminfo', facts.memory.totalBytes, sections)],
    };
  }
  const { sample, counters } = parseSample(sections, new Set(task.physicalInterfaces), task.before);
  const fields = task.gpuWords.map(({ field }) => field);
  const now = keyValues(sectionOf(sections, 'meta').body.split('\n')).get('now');
  return {
    ...common,
    what: 'metrics',
    sample,
    counters,
    gpus: cardsOf(sections, fields),
    gpuEnd: sections.get('gpu')?.rc,
    gpuFaults: gpuFaults(sections, counters.uptime, now, task.at),
    hostClock: now !== undefined && /^\d{1,12}$/.test(now) ? Number(now) : null,
    problems: [...common.problems, ...unreadable('meminfo', sample.memTotal, sections), ...fullest(sample)],
  };
}

function cardsOf(sections: Sections, fields: readonly GpuField[]): GpuCard[] {
  return gpuCards({
    cards: fields.length > 0 ? parseGpuRows(sectionOf(sections, 'gpu').body, fields).cards : [],
    xml: sectionOf(sections, 'gpuxml').body,
    list: linesOf(sections, 'gpulist'),
    apps: linesOf(sections, 'gpuapps'),
    owners: linesOf(sections, 'gpuproc'),
  });
}

/** From here on it is a matter of hours. */
const FULL_PCT = 98;

/** What has not a byte left over never had one: a disc or an image that is only read. */
function fullest({ fileSystems }: HostSample): Problem[] {
  const full = fileSystems
    .filter(({ pct, usedBytes, totalBytes }) => (pct ?? 0) >= FULL_PCT && usedBytes < totalBytes)
    .toSorted((one, other) => one.availBytes - other.availBytes);
  const detail = full
    .slice(0, 3)
    .map(({ mount, pct }) => `${mount} ${pct ?? 0}%`)
    .join(' · ');
  return full.length === 0 ? [] : [{ kind: 'disk-full', section: 'df', detail }];
}

/** Every Linux says how much memory it has: a part that came and does not is of something else. */
function unreadable(section: string, value: number | null, sections: Sections): Problem[] {
  const part = sections.get(section);
  return part?.rc === 0 && value === null ? [{ kind: 'parse', section, rc: 0 }] : [];
}

/** Whatever is no UTF-8 becomes a sign of its own, and the rest stays readable. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
