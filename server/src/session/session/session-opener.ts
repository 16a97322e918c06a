import type { Duplex } from 'node:stream';

import type { SessionEnd } from '@jadegate/contract/session/session-end';

import type { LiveFilterService } from '../../access/command-filter/live-filter.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, monotonicOf, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DiskSpaceService } from '../../platform/disk-space/disk-space.service.ts';
import type { EventGate } from '../../platform/event-destination/event-gate.service.ts';
import type { ServerProcessService } from '../../platform/server-process/server-process.service.ts';
import type { DialOptions } from '../../protocols/dial/dial.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { RecordingChainService } from '../recording-chain/recording-chain.service.ts';
import { beginRecording } from './begin-recording.ts';
import { noteActivity } from './limit-warning.ts';
import { strictest, type Live, type SessionLimits } from './live-session.ts';
import { endOf } from './session-failure.ts';
import { kindOf, lacksShell, StreamFailed, type OpenableKinds } from './session-kind.ts';
import type { SessionPlaces } from './session-places.ts';
import type { SessionQuota } from './session-quota.ts';
import type { SessionClient } from './session-stream.ts';
import type { SessionRecord } from './session.repository.ts';

export interface OpenerDependencies extends OpenableKinds {
  places: SessionPlaces;
  clock: Clock;
  logger: Logger;
  dial: (target: AssetTarget, options: DialOptions) => Promise<Duplex>;
  limits: () => Promise<SessionLimits>;
  quota: SessionQuota;
  disk: DiskSpaceService;
  eventGate: EventGate;
  audit: AuditService;
  chains: RecordingChainService;
  filters: LiveFilterService;
  processes: ServerProcessService;
}

interface OpenRequest {
  actor: Actor;
  record: SessionRecord;
  client: SessionClient;
  /** Where the recording goes, if there is one. */
  folder: string;
  signal: AbortSignal;
  /** The person decided against it. */
  giveUp: (end: SessionEnd) => void;
  /** From now on the row is this process's, and what is made for it. */
  onReserved: () => void;
  /** It is over, for a reason that lies in the session itself. */
  onEnd: (end: SessionEnd) => void;
}

const CONNECT_MS = 20 * SECOND_MS;

/** From a decision to a live session: everything that is asked before, then the stream of its kind, or nothing left open. */
export class SessionOpener {
  readonly #deps: OpenerDependencies;

  constructor(dependencies: OpenerDependencies) {
    this.#deps = dependencies;
  }

  async open({
    actor,
    record,
    client,
    folder,
    signal,
    giveUp,
    onReserved,
    onEnd,
  }: OpenRequest): Promise<Live> {
    const { places, dial, processes } = this.#deps;
    const clock = monotonicOf(this.#deps.clock);
    const decision = await places.decide(record);
    const target = decision.allowed ? await places.resolve(record) : undefined;
    if (!target) {
      throw new AppError('session.not_found');
    }
    // Asked before anything is dialled: a login in the wrong protocol would hand the password to whatever listens.
    const kind = kindOf(this.#deps, { ...record, protocol: target.protocol });
    if (!kind || kind.name !== client.kind) {
      throw new StreamFailed({ kind: 'not_supported' }, { cause: target.protocol });
    }
    if (lacksShell(kind, decision)) {
      throw new StreamFailed({ kind: 'shell_off' }, { cause: 'the strategy' });
    }
    await this.#deps.disk.refuseOpening();
    await this.#deps.eventGate.refuseOpening();
    await processes.register();
    await this.#deps.quota.reserve(record, { processId: processes.id, disk: await processes.diskId() });
    onReserved();
    const limits = await this.#deps.limits();
    let live: Live | undefined;
    const person = () => live?.actor ?? actor;
    const recorded = {
      record,
      limits,
      folder,
      clock,
      person,
      notify: (text: string) => live?.stream.notify({ kind: 'message', text }),
      onEnd,
    };
    const { stream, username } = await kind.open({
      record,
      target,
      folder,
      client,
      person,
      decision: {
        commandFilter: await this.#deps.filters.of(decision.limits.commandFilterId),
        flags: decision.flags,
        channels: decision.channels,
      },
      clock,
      dial: () => dial(target, { timeoutMs: CONNECT_MS, signal }),
      timeoutMs: CONNECT_MS,
      signal,
      beginRecording: (open) => beginRecording(this.#deps, recorded, open),
      giveUp,
      onActivity: () => live && noteActivity(live, clock.now()),
      onEnd,
      onFailure: (error) => onEnd(endOf(error, target)),
    });
    if (username !== record.username) {
      stream.recording?.noteAccount(username);
    }
    const now = clock.now();
    live = {
      record: { ...record, username },
      actor,
      kind,
      stream,
      limits: {
        ...limits,
        ...strictest(limits, decision.limits),
        ...(kind.isUnattended && { idleMinutes: 0 }),
      },
      clock,
      startedAt: now,
      lastInputAt: now,
      warned: undefined,
      away: undefined,
      ending: undefined,
    };
    return live;
  }
}
