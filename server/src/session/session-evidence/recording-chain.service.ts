import os from 'node:os';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EventOutbox } from '../../platform/event/event-outbox.ts';
import type { SigningService } from '../../platform/signing/signing.service.ts';
import { chainHeadIn } from '../../recorders/evidence/chain-head.ts';
import { ChainKeeper } from '../../recorders/evidence/chain-keeper.ts';
import type { ChainHead, RecordingChain } from '../../recorders/evidence/chain.ts';
import type { SegmentFormat } from '../../recorders/segment.ts';
import { SessionEvidenceRepository, type SessionRecord } from './session-evidence.repository.ts';

interface Dependencies {
  database: Database;
  signing: SigningService;
  outbox: EventOutbox;
  clock: Clock;
}

interface Recorded {
  record: SessionRecord;
  folder: string;
  kind: SegmentFormat;
  /** The time in the session. */
  clock: Clock;
  onFailure: (error: unknown) => void;
}

/** Has recordings signed while they are made, and writes down how far that has come. */
export class RecordingChainService {
  readonly #deps: Dependencies;
  readonly #rows: SessionEvidenceRepository;
  readonly #keeper = new ChainKeeper();

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new SessionEvidenceRepository(dependencies.database);
  }

  /** Fails where it cannot be signed: then it cannot be recorded either. */
  async open({ record, folder, kind, clock, onFailure }: Recorded): Promise<RecordingChain> {
    const begin = {
      session: record.id,
      kind,
      protocol: record.protocol,
      door: record.door,
      user: { id: record.user_id, name: record.user_name },
      asset: { id: record.asset_id, name: record.asset_name, address: `${record.ip}:${record.port}` },
      vm: record.vm_id,
      account: record.username,
      client: record.client_ip,
      server: os.hostname(),
    };
    const pair = await this.#deps.signing.pair();
    const chain = await this.#keeper.open({ folder, begin, clock, wall: this.#deps.clock, onFailure }, pair);
    await this.#rows.put(record.id, chain.head);
    return chain;
  }

  /** How far that of a process that died has come, as it lies there. Undefined where nothing is signed. */
  reached(folder: string): Promise<ChainHead | undefined> {
    return chainHeadIn(folder);
  }

  async write(sessionId: string, head: ChainHead, tx: Tx): Promise<void> {
    await this.#rows.put(sessionId, head, tx);
    const { outbox, clock } = this.#deps;
    const { hash, links: lines, key: keyId } = head;
    const object = { type: 'session', id: sessionId, name: '' };
    const detail = { hash, lines, keyId };
    await outbox.add({ name: 'recording.sealed', at: clock.now(), sessionId, object, detail }, tx);
  }

  async close(): Promise<void> {
    await this.#keeper.close();
  }
}
