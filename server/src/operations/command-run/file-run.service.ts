import { joinPath } from '@jadegate/contract/files/file-path';
import type { FileRunInput, SentFile } from '@jadegate/contract/operations/file-run';
import type { RunPlan } from '@jadegate/contract/operations/run-parts';

import type { ForwardedFile, StorageTransferService } from '../../files/storage/storage-transfer.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS } from '../../kernel/clock.ts';
import type { FileSendingService } from '../../session/session-files/file-sending.service.ts';
import type { ExecSession } from '../../session/terminal-session/exec-session.service.ts';
import type { CommandRunService } from './command-run.service.ts';
import type { StartedRun } from './command-runs.ts';
import { reasonOf, type HostEnd, type HostWatch, type HostWork } from './host-runner.ts';
import { presentPlan, refusal, RunPlanner, type PlannerDependencies } from './run-planner.ts';

interface Dependencies extends PlannerDependencies {
  runs: CommandRunService;
  files: FileSendingService;
  transfers: StorageTransferService;
}

/** So long a host may take to remove what it got of a file that is not wanted any more. */
const GRACE_MS = 1000;

/** Sends a file of a storage space to many hosts: each is a recorded session of the person, with a line in the file log. */
export class FileRunService {
  readonly #deps: Dependencies;
  readonly #planner: RunPlanner;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#planner = new RunPlanner(dependencies);
  }

  async plan(actor: Actor, assetIds: readonly string[]): Promise<RunPlan> {
    return presentPlan(await this.#planner.planFile(actor, assetIds));
  }

  /** What is refused stands in the result as such, and nothing is sent there. Resolves when the others begin. */
  async start(actor: Actor, input: FileRunInput): Promise<StartedRun> {
    const { assetIds, timeoutSeconds, parallelism, ...sending } = input;
    const planned = await this.#planner.planFile(actor, assetIds);
    const source = await this.#deps.transfers.forward(actor, sending.storageId, sending.file);
    const file: SentFile = { ...sending, bytes: source.bytes, checksum: source.checksum };
    const work: HostWork = {
      graceMs: GRACE_MS,
      plan: async (assetId) => {
        const [host] = await this.#planner.planFile(actor, [assetId]);
        if (!host) {
          throw new Error('a plan without its host');
        }
        return host;
      },
      carryOut: (session, _host, watch) => this.#send(actor, session, { file, source, watch }),
    };
    const request = {
      kind: 'file' as const,
      origin: 'batch' as const,
      script: joinPath(file.folder, file.name),
      kept: { timeoutSeconds, file },
      timeoutMs: timeoutSeconds * SECOND_MS,
      parallelism,
    };
    return this.#deps.runs.begin(actor, request, planned, work);
  }

  async #send({ language }: Actor, session: ExecSession, sending: Sending): Promise<HostEnd> {
    try {
      const isSent = await this.#inSession(session, sending);
      session.print(isSent ? `${sending.file.checksum}\n` : `${refusal('skipped', language)}\n`);
      return isSent
        ? { kind: 'settled', state: 'succeeded', message: '' }
        : { kind: 'settled', state: 'skipped', message: refusal('skipped', language) };
    } catch (error) {
      if (sending.watch.signal.aborted) {
        return { kind: 'ended', reason: '' };
      }
      if (error instanceof AppError && error.code === 'file.closed') {
        await session.end({ kind: 'closed' });
      }
      if (session.reason !== undefined) {
        return { kind: 'ended', reason: session.reason };
      }
      const message = reasonOf(error, language);
      if (message === undefined) {
        throw error;
      }
      session.print(`${message}\n`);
      return { kind: 'settled', state: 'failed', message };
    }
  }

  /** False when the host had one of that name, which stays. */
  async #inSession(session: ExecSession, { file, source, watch }: Sending): Promise<boolean> {
    const sent = await this.#deps.files.send(
      session.files(),
      {
        ...file,
        open: () => source.open(),
        onPlace: (path) => session.print(`put ${file.file} ${path} (${file.bytes})\n`),
      },
      { onBytes: watch.onSent, signal: watch.signal },
    );
    return sent !== undefined;
  }
}

interface Sending {
  file: SentFile;
  source: ForwardedFile;
  watch: HostWatch;
}
