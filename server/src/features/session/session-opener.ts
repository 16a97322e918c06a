import type { Duplex } from 'node:stream';

import type { SessionEnd } from '@jadegate/contract/session-end';
import type { TerminalSize } from '@jadegate/contract/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { DialOptions } from '../../protocols/dial/dial.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import type { SegmentCompressor } from '../../recorders/terminal/compressor.ts';
import { TerminalWriter } from '../../recorders/terminal/writer.ts';
import type { AccessService } from '../authorised/access.service.ts';
import { Keyboard } from './keyboard.ts';
import { endOfChannel, strictest, type Live, type SessionLimits } from './live-session.ts';
import { LiveTerminal } from './live-terminal.ts';
import { openTerminal } from './open-terminal.ts';
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
}

export interface Opening {
  actor: Actor;
  record: SessionRecord;
  size: TerminalSize;
  /** Where the recording goes, if there is one. */
  folder: string;
  signal: AbortSignal;
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

  async open({ actor, record, size, folder, signal, onEnd }: Opening): Promise<Live> {
    const { access, resolve, dial, hostKey, attributes, clock, compressor } = this.#on;
    const decision = await access.decide(actor.userId, record.asset_id);
    const target = decision.allowed ? await resolve(record.asset_id) : undefined;
    if (!target) {
      throw new AppError('session.not_found');
    }
    const limits = await this.#on.limits();
    const stream = await dial(target, { timeoutMs: CONNECT_MS, signal });
    let terminal: LiveTerminal | undefined;
    const writer =
      record.recording === 'none'
        ? undefined
        : await TerminalWriter.open({
            folder,
            size,
            clock,
            onDrain: () => terminal?.onDrain(),
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
      onOutput: (bytes) => compressor.note(bytes.length),
    });
    try {
      const channel = await openTerminal(
        {
          target,
          stream,
          hostKey: await hostKey(record.asset_id, actor),
          size,
          term: limits.term,
          attributes: await attributes(record.asset_id),
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
    return {
      record,
      actor,
      terminal,
      keyboard: new Keyboard({ terminal, writer, recordInput: limits.recordInput }),
      writer,
      limits: { ...limits, ...strictest(limits, decision.limits) },
      inputBytes: 0,
      startedAt: now,
      lastInputAt: now,
      away: undefined,
      ending: undefined,
    };
  }
}
