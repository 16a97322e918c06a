import type { Duplex } from 'node:stream';

import type { SessionEnd } from '@jadegate/contract/session-end';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import { MEGABYTE } from '../../kernel/size.ts';
import type { DialOptions } from '../../protocols/dial/dial.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { SegmentCompressor } from '../../recorders/terminal/compressor.ts';
import { TerminalWriter, type TerminalWriterOptions } from '../../recorders/terminal/writer.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { AccessService } from '../authorised/access.service.ts';
import type { LiveFilterService } from '../command-filter/live-filter.service.ts';
import type { DiskSpaceService } from '../disk-space/disk-space.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import type { CommandLogService } from '../session-command/command-log.service.ts';
import { Keyboard } from './keyboard.ts';
import { endOfChannel, strictest, type Live, type SessionLimits } from './live-session.ts';
import { LiveTerminal } from './live-terminal.ts';
import type { LoginQuestions } from './login-questions.ts';
import { openerFor } from './open-terminal.ts';
import { whenRecordingIsFull } from './recording-limit.ts';
import type { SessionQuota } from './session-quota.ts';
import type { SessionRecord } from './session.repository.ts';

export interface OpenerDependencies {
  access: AccessService;
  clock: Clock;
  logger: Logger;
  compressor: SegmentCompressor;
  resolve: (assetId: string) => Promise<AssetTarget | undefined>;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  dial: (target: AssetTarget, options: DialOptions) => Promise<Duplex>;
  hostKey: (assetId: string, actor: Actor) => Promise<HostKeyPolicy>;
  limits: () => Promise<SessionLimits>;
  quota: SessionQuota;
  disk: DiskSpaceService;
  audit: AuditService;
  commands: CommandLogService;
  filters: LiveFilterService;
  processes: ServerProcessService;
}

export interface Opening {
  actor: Actor;
  record: SessionRecord;
  size: TerminalSize;
  /** Where the recording goes, if there is one. */
  folder: string;
  signal: AbortSignal;
  /** Asks whoever waits for the terminal. */
  questions: LoginQuestions;
  /** From now on the row is this process's, and what is made for it. */
  onReserved: () => void;
  /** It is over, for a reason that lies in the session itself. */
  onEnd: (end: SessionEnd) => void;
}

const CONNECT_MS = 20 * SECOND_MS;

/** From a decision to a live session: the way, the login, the recording and the keyboard, or nothing left open. */
export class SessionOpener {
  readonly #on: OpenerDependencies;

  constructor(dependencies: OpenerDependencies) {
    this.#on = dependencies;
  }

  async open({ actor, record, size, folder, signal, questions, onReserved, onEnd }: Opening): Promise<Live> {
    const { access, resolve, dial, hostKey, attributes, clock, compressor, processes } = this.#on;
    const decision = await access.decide(actor.userId, record.asset_id);
    const found = decision.allowed ? await resolve(record.asset_id) : undefined;
    if (!found) {
      throw new AppError('session.not_found');
    }
    const openTerminal = openerFor(found.protocol);
    await this.#on.disk.refuseOpening();
    await processes.register();
    await this.#on.quota.reserve(record, processes.id);
    onReserved();
    const limits = await this.#on.limits();
    const filter = await this.#on.filters.of(decision.limits.commandFilterId);
    const stream = await dial(found, { timeoutMs: CONNECT_MS, signal });
    let target = found;
    let { username } = record;
    let terminal: LiveTerminal | undefined;
    let writer: TerminalWriter | undefined;
    let keyboard: Keyboard | undefined;
    let live: Live | undefined;
    try {
      writer = await this.#openWriter(record, limits, {
        folder,
        size,
        clock,
        onDrain: () => terminal?.onDrain(),
        maxBytes: limits.recordingMegabytes * MEGABYTE,
        onFull: () =>
          whenRecordingIsFull(this.#on, {
            record,
            limits,
            actor: () => live?.actor ?? actor,
            notify: (text) => terminal?.notify({ kind: 'message', text }),
            onEnd,
          }),
        onSegment: (path) => compressor.add(path),
        onFailure: (error) => {
          this.#on.logger.error({ err: error, sessionId: record.id }, 'a recording could not be written');
          if (!limits.failOpen) {
            onEnd({ kind: 'recording_failed' });
          }
        },
      });
      terminal = new LiveTerminal({
        writer,
        size,
        onEnd: (end) => onEnd(endOfChannel(end, target)),
        onOutput: (bytes) => {
          compressor.note(bytes.length);
          keyboard?.see(bytes);
        },
      });
      keyboard = new Keyboard({
        terminal,
        writer,
        recordInput: limits.recordInput,
        record,
        actor: () => live?.actor ?? actor,
        commands: this.#on.commands,
        clock,
        filter,
      });
      ({ target, username } = await named(found, questions));
      const channel = await openTerminal(
        {
          target,
          stream,
          hostKey: await hostKey(record.asset_id, actor),
          size,
          term: limits.term,
          attributes: await attributes(record.asset_id),
          keyboardInteractive: (prompts, about) => questions.answer(prompts, about),
          timeoutMs: CONNECT_MS,
          signal,
        },
        terminal,
      );
      terminal.bind(channel);
    } catch (error) {
      stream.destroy();
      await writer?.close();
      throw error;
    }
    const now = clock.now();
    live = {
      record: { ...record, username },
      actor,
      terminal,
      keyboard,
      writer,
      limits: { ...limits, ...strictest(limits, decision.limits) },
      inputBytes: 0,
      confirming: undefined,
      startedAt: now,
      lastInputAt: now,
      warned: undefined,
      away: undefined,
      ending: undefined,
    };
    return live;
  }

  /** Undefined when the session is not recorded, or cannot be and the settings say that it goes on all the same. */
  async #openWriter(
    { id, recording }: SessionRecord,
    { failOpen }: SessionLimits,
    options: TerminalWriterOptions,
  ): Promise<TerminalWriter | undefined> {
    if (recording === 'none') {
      return undefined;
    }
    try {
      return await TerminalWriter.open(options);
    } catch (error) {
      if (!failOpen) {
        throw error;
      }
      this.#on.logger.error({ err: error, sessionId: id }, 'a session goes on without a recording');
      return undefined;
    }
  }
}

/** Telnet hosts ask for a name by themselves; SSH needs one before it begins. */
async function named(target: AssetTarget, questions: LoginQuestions) {
  const account = await target.account();
  if (account.username !== '' || target.protocol !== 'ssh') {
    return { target, username: account.username };
  }
  const username = (await questions.username()).trim();
  return { target: { ...target, account: async () => ({ ...account, username }) }, username };
}
