import { readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { GPU_FIELDS } from '../protocols/collector/gpu-query.ts';
import { linesOf, readSections, sectionOf } from '../protocols/collector/sections.ts';

const CAPTURES = new URL('../protocols/collector/captures/', import.meta.url);
const SCRIPT = fileURLToPath(new URL('fake-nvidia-smi.sh', import.meta.url));
const NONCE = '0123456789abcdef';

const capture = (name: string) => readFileSync(new URL(name, CAPTURES), 'utf8');
const section = (file: string, name: string) => sectionOf(readSections(capture(file), '', NONCE), name).body;

/** The words of the columns as they stand in the recordings. */
const OLD = GPU_FIELDS.filter((field) => field !== 'gpu_recovery_action');
const H200 = GPU_FIELDS.filter((field) => !field.startsWith('remapped_rows.'));
const withExtra = [...H200];
withExtra.splice(15, 0, 'enforced.power.limit' as never);
withExtra.splice(30, 0, 'accounting.mode' as never);
withExtra.splice(34, 0, 'clocks_throttle_reasons.active' as never);

/** As the tool itself heads them. */
const heading = (fields: readonly string[]) =>
  fields
    .map(
      (field) =>
        ({ 'clocks.sm': 'clocks.current.sm', 'clocks.mem': 'clocks.current.memory' })[field] ?? field,
    )
    .join(', ');

const APPS = 'gpu_uuid, pid, used_gpu_memory [MiB], process_name';
const help = () => section('h200-facts.txt', 'nvsmi_fields');
const h200 = (row: string, xml: string, apps: string) => ({
  'query-gpu.wide.csv': `${heading(withExtra)}\n${row.trim()}\n`,
  'compute-apps.wide.csv': `${APPS}\n${apps}`,
  'list.txt': section('h200-facts.txt', 'nvsmi_L'),
  'query.xml': xml,
  'help-query-gpu.txt': help(),
});

const CARDS = {
  idle: () => h200(capture('h200-idle.csv'), capture('h200-idle.xml'), ''),
  busy: () =>
    h200(
      capture('h200-busy.csv'),
      section('h200-facts.txt', 'nvsmi_xml'),
      `${linesOf(readSections(capture('h200-metrics-1.txt'), '', NONCE), 'gpuapps').join('\n')}\n`,
    ),
  mig: () => ({
    'query-gpu.wide.csv': `${heading(OLD)}\n${capture('mig.csv').trim()}\n`,
    'compute-apps.wide.csv': `${APPS}\n${capture('mig-apps.csv')}`,
    'list.txt': capture('mig-list.txt'),
    'query.xml': capture('mig.xml'),
    'help-query-gpu.txt': help(),
  }),
};
type ReplayedCard = keyof typeof CARDS;

interface Settings {
  /** Takes the place of the first process in the recording. */
  pid?: number;
  uuid?: string;
  count?: number;
  /** Ends with this code instead of an answer. */
  fail?: number;
  sleep?: number;
  /** Other values for single columns. */
  set?: Readonly<Record<string, string>>;
}

/** A tool of NVIDIA's that prints recordings, for the search path of a host. What it prints can be changed while it runs. */
export class ReplayedGpu {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async make(): Promise<ReplayedGpu> {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'jadegate-gpu-'));
    await chmod(folder, 0o755);
    const tool = path.join(folder, 'nvidia-smi');
    await copyFile(SCRIPT, tool);
    await chmod(tool, 0o755);
    for (const [name, files] of Object.entries(CARDS)) {
      await mkdir(path.join(folder, name));
      for (const [file, text] of Object.entries(files())) {
        await writeFile(path.join(folder, name, file), text);
      }
    }
    const gpu = new ReplayedGpu(folder);
    await gpu.show('idle');
    return gpu;
  }

  async show(card: ReplayedCard, { set = {}, ...settings }: Settings = {}): Promise<void> {
    const lines = [
      `dir=${path.join(this.folder, card)}`,
      ...Object.entries(settings).map(([key, value]) => `${key}=${value}`),
      ...Object.entries(set).map(([key, value]) => `set.${key}=${value}`),
    ];
    await writeFile(path.join(this.folder, 'nvidia-smi.conf'), `${lines.join('\n')}\n`);
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
