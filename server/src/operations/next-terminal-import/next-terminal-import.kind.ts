import type { ErrorCode } from '@jadegate/contract/error';
import {
  NextTerminalOrder,
  type NextTerminalImport,
  type NextTerminalReport,
  type NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import * as z from 'zod';

import type { Tx } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, SECOND_MS } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Secret } from '../../kernel/secret.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { actorOf, Requester } from '../../work/requester.ts';
import { Postponed, type Piece, type PieceEnd, type WorkKind } from '../../work/work-kind.ts';
import type { ImportFolder } from './import-folder.ts';
import type { NextTerminalImportService } from './next-terminal-import.service.ts';
import type { OpenImport, OpenImportRepository } from './open-import.repository.ts';
import type { OldPlace } from './open-origin.ts';
import type { SentFile } from './sent-file.ts';

interface Dependencies {
  rows: OpenImportRepository;
  imports: Pick<NextTerminalImportService, 'run'>;
  vault: VaultService;
  processes: Pick<ServerProcessService, 'diskId'>;
  folder: ImportFolder;
  sentFile: SentFile;
  logger: Logger;
}

const Input = z.object({ step: z.enum(['look', 'bring']), by: Requester });
type Input = z.infer<typeof Input>;

/** What the row keeps: all of the order but its secrets. */
const [upload, folder, mysql] = NextTerminalOrder.shape.place.options;
export const KeptPlace = z.discriminatedUnion('kind', [upload, folder, mysql.omit({ password: true })]);
export const KeptOptions = NextTerminalOrder.pick({ administrators: true, recordings: true, files: true });

/** What the old product uses where nobody chose a key. */
export const USUAL_KEY = 'next-terminal';
const AGAIN_MS = SECOND_MS;
/** What does not go at once may go when somebody has made room. */
const LATER_MS = 30 * SECOND_MS;
const QUICK_TRIES = 5;
/** Each death of a process is one, and what was brought stays: it gets further each time. */
const MOST_TRIES = 20;

export const secretsOf = (id: string) => `next-terminal-import:${id}`;

/**
 * Looks at an old installation, or brings it: one at a time, by the server that has its file. One that a dead server had
 * begun is begun again, and goes on where that was, because what was brought is remembered.
 */
export class NextTerminalImportKind implements WorkKind<Input, NextTerminalReport | undefined> {
  readonly name = 'next-terminal-import';
  readonly input = Input;
  readonly limits = { perProcess: 1, overall: 1 };
  readonly tries = {
    most: MOST_TRIES,
    backOffMs: (attempt: number) => (attempt < QUICK_TRIES ? AGAIN_MS : LATER_MS),
  };
  readonly canCancel = true;
  readonly afterDeath = 'again';
  /** How far the one is that this process carries out. */
  progress: NextTerminalImport['progress'] = null;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** What became of it stands with the import. */
  keptMs(): number {
    return 0;
  }

  deadlineMs(): number {
    return DAY_MS;
  }

  async run({ subject, input, signal }: Piece<Input>): Promise<NextTerminalReport | undefined> {
    const row = await this.#deps.rows.find();
    if (row?.id !== subject) {
      return undefined;
    }
    if (row.disk !== (await this.#deps.processes.diskId())) {
      throw new Postponed(AGAIN_MS);
    }
    try {
      return await this.#run(row, input, signal);
    } catch (error) {
      if (signal.reason === 'interrupted') {
        // The server stops: whoever starts next goes on.
        throw new Postponed(0);
      }
      if (!(error instanceof AppError) && !signal.aborted) {
        this.#deps.logger.error({ err: error }, 'an import broke off');
      }
      throw error;
    }
  }

  /** What a person must see to. Anything else may be over by the next try. */
  isWorthAnother(error: unknown): boolean {
    return !(error instanceof AppError) || error.code === 'next_terminal.busy';
  }

  async end({ subject, input }: Piece<Input>, { outcome, result, error }: PieceEnd, tx: Tx): Promise<void> {
    const { rows, vault } = this.#deps;
    const isDone = outcome === 'succeeded';
    const state = isDone
      ? input.step === 'look'
        ? 'looked'
        : 'brought'
      : outcome === 'cancelled'
        ? 'stopped'
        : 'failed';
    const change = {
      state,
      section: '',
      failure: state === 'failed' ? JSON.stringify(failureOf(error)) : '',
      ...(result !== undefined && { report: JSON.stringify(result) }),
    } as const;
    const isOurs = await rows.move({ id: subject, from: ['looking', 'bringing'] }, change, tx);
    if (isOurs && state === 'brought') {
      await vault.removeOwners([secretsOf(subject)], tx);
    }
  }

  async afterEnd({ input }: Piece<Input>, { outcome }: PieceEnd): Promise<void> {
    if (input.step === 'bring' && outcome === 'succeeded') {
      await this.#deps.sentFile.removeAll();
    }
  }

  forget(): void {
    this.progress = null;
  }

  async #run(row: OpenImport, { step, by }: Input, signal: AbortSignal): Promise<NextTerminalReport> {
    const { rows, imports, vault } = this.#deps;
    const { administrators, recordings, files } = KeptOptions.parse(JSON.parse(row.options));
    const place = await this.#placeOf(row);
    const earlier = row.report === '' ? [] : (JSON.parse(row.report) as NextTerminalReport).sections;
    const encryptionKey = (await vault.get(secretsOf(row.id), 'key')) ?? new Secret(USUAL_KEY);
    // It counts through all sections.
    let [all, before] = [0, 0];
    const report = await imports.run(actorOf(by), place, {
      encryptionKey,
      isDryRun: step === 'look',
      makesAdministrators: administrators,
      recordings: recordings ? this.#deps.folder.recordings : undefined,
      files: files ? this.#deps.folder.files : undefined,
      signal,
      onSection: async (section) => {
        before = all;
        this.progress = { section, done: 0 };
        await rows.note(row.id, { section });
      },
      onProgress: (done) => {
        all = done;
        this.progress = this.progress && { ...this.progress, done: done - before };
      },
      onReport: (sofar) => rows.note(row.id, { report: JSON.stringify(joined(sofar, earlier)) }),
    });
    return joined(report, earlier);
  }

  async #placeOf(row: OpenImport): Promise<OldPlace> {
    const { vault, sentFile, folder: ours } = this.#deps;
    const place = KeptPlace.parse(JSON.parse(row.place));
    switch (place.kind) {
      case 'upload':
        return { kind: 'file', path: sentFile.pathOf(row.id) };
      case 'folder':
        return { kind: 'file', path: ours.fileOf(place.file) };
      case 'mysql': {
        const password = (await vault.get(secretsOf(row.id), 'password')) ?? new Secret('');
        return { ...place, password };
      }
    }
  }
}

/**
 * One report of all that a step did, however often it was begun. What an earlier try brought, a later one finds here
 * already; what was said of it then is still what became of it.
 */
function joined(
  report: NextTerminalReport,
  earlier: readonly NextTerminalSectionReport[],
): NextTerminalReport {
  const before = new Map(earlier.map((section) => [section.section, section]));
  return {
    ...report,
    sections: report.sections.map((section) => {
      const first = before.get(section.section);
      return first && section.brought === 0 ? first : section;
    }),
  };
}

export interface StoredFailure {
  code: ErrorCode;
  params: Record<string, string | number>;
}

/** Of what nobody foresaw only that it happened: the log of the server says more. */
function failureOf(error: unknown): StoredFailure {
  return error instanceof AppError
    ? { code: error.code, params: error.params }
    : { code: 'next_terminal.broken_off', params: {} };
}
