import type { NextTerminalSectionReport } from '@jadegate/contract/operations/next-terminal-import';

import type { Database } from '../../db/database.ts';
import type { BroughtFile, StorageImportService } from '../../files/storage/storage-import.service.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { RecordingImportService } from '../../session/recording-import/recording-import.service.ts';
import type { NextTerminalImportRepository } from './next-terminal-import.repository.ts';
import { Tally, type PlanContext } from './plan.ts';

/** What belongs to rows of the old database, but lies in files beside it. */
export interface LooseDependencies {
  rows: NextTerminalImportRepository;
  recordingImports: Pick<RecordingImportService, 'bring' | 'listKept'>;
  storageImports: Pick<StorageImportService, 'bring'>;
  database: Database;
  clock: Clock;
}

interface LooseOptions {
  isDryRun: boolean;
  signal?: AbortSignal | undefined;
}

/** File by file: what is here is not written anew, and what was deleted here stays so. */
export async function bringFiles(
  { rows, storageImports, clock, database }: LooseDependencies,
  { spaces }: PlanContext,
  root: string,
  { isDryRun, signal }: LooseOptions,
): Promise<NextTerminalSectionReport> {
  const tally = new Tally('space-files');
  const known = isDryRun ? undefined : await rows.filesKnown();
  for (const [oldId, { id, name }] of spaces) {
    for await (const file of storageImports.bring({ id, oldId }, root, { isDryRun, known, signal })) {
      tally.find();
      tellFile(tally, name, file);
      if ((file.kind === 'brought' || file.kind === 'there') && !isDryRun) {
        const thing = { kind: 'space-file', oldId: file.key, newId: id, rows: [] } as const;
        await database.transact((tx) => rows.write([thing], clock.now(), tx));
      }
    }
  }
  return tally.report();
}

/** One by one: each is whole or not there, and those that are here are not brought again. */
export async function bringRecordings(
  { recordingImports }: LooseDependencies,
  { ids, recorded, pace }: PlanContext,
  root: string,
  { isDryRun, signal }: LooseOptions,
): Promise<NextTerminalSectionReport> {
  const tally = new Tally('recordings');
  const kept = await recordingImports.listKept();
  for (const [oldId, { isDesktop }] of recorded) {
    await pace();
    const id = ids.resolve('session', oldId);
    if (id === undefined) {
      continue;
    }
    tally.find();
    if (kept.has(id)) {
      tally.know();
      continue;
    }
    const outcome = await recordingImports.bring({ id, oldId, isDesktop }, root, { isDryRun, signal });
    if (outcome.kind === 'whole' || outcome.kind === 'cut') {
      tally.bring();
      if (outcome.kind === 'cut') {
        tally.change(oldId, 'recording_cut', String(outcome.seconds));
      }
    } else {
      tally.leave(oldId, `recording_${outcome.kind}`);
    }
  }
  return tally.report();
}

function tellFile(tally: Tally, space: string, { kind, path: file }: BroughtFile): void {
  switch (kind) {
    case 'brought':
      tally.bring();
      break;
    case 'known':
    case 'there':
      tally.know();
      break;
    case 'refused':
      tally.leave(space, 'file_refused', file);
      break;
    case 'full':
      tally.leave(space, 'space_full', file);
  }
}
