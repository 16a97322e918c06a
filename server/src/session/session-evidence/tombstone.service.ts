import type { Tombstone } from '@jadegate/contract/session/session-evidence';

import type { Database, Tx } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { SignedText, SigningService } from '../../platform/signing/signing.service.ts';
import { TombstoneRepository } from './tombstone.repository.ts';

interface Dependencies {
  database: Database;
  signing: SigningService;
  clock: Clock;
}

/** Why sessions go, and at whose word. */
export interface Burial {
  cause: 'retention' | 'deleted' | 'cleared';
  by: string;
}

/** Signs texts with the key of the moment at which it was asked for. */
type SignTombstone = (text: string) => Promise<SignedText>;

const LISTED = 200;

/** What is left of sessions that are deleted: who was where and when, and the hash of what was signed last. */
export class TombstoneService {
  readonly #deps: Dependencies;
  readonly #rows: TombstoneRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new TombstoneRepository(dependencies.database);
  }

  /** To be asked before the transaction that deletes: the key may lie where that one has to wait for itself. */
  signer(): Promise<SignTombstone> {
    return this.#deps.signing.signer('tombstone');
  }

  /** To be called in the transaction that deletes these sessions, before it does. */
  async bury(ids: readonly string[], { cause, by }: Burial, sign: SignTombstone, tx: Tx): Promise<void> {
    const removedAt = this.#deps.clock.now();
    const rows = await Promise.all(
      (await this.#rows.listDying(ids, tx)).map(async (record) => {
        const statement = JSON.stringify({
          session: record.id,
          protocol: record.protocol,
          user: { id: record.user_id, name: record.user_name },
          asset: { id: record.asset_id, name: record.asset_name },
          begunAt: record.connected_at ?? record.created_at,
          endedAt: record.disconnected_at,
          recorded: record.recording !== 'none',
          links: record.links ?? 0,
          head: record.head ?? '',
          recordingKey: record.key_id ?? '',
          removedAt,
          cause,
          by,
        });
        const { key, signature } = await sign(statement);
        return {
          id: newId(removedAt),
          session_id: record.id,
          removed_at: removedAt,
          key_id: key,
          statement,
          signature,
        };
      }),
    );
    await this.#rows.insert(rows, tx);
  }

  /** The newest, or those of one session. */
  async list(sessionId?: string): Promise<Tombstone[]> {
    const isSigned = await this.#deps.signing.verifier();
    return (await this.#rows.list(LISTED, sessionId)).map((row) => {
      const said = JSON.parse(row.statement) as Said;
      return {
        sessionId: row.session_id,
        userName: said.user.name,
        assetName: said.asset.name,
        begunAt: new Date(said.begunAt).toISOString(),
        removedAt: new Date(row.removed_at).toISOString(),
        cause: said.cause,
        by: said.by,
        head: said.head,
        key: row.key_id,
        statement: row.statement,
        signature: row.signature,
        isGenuine: isSigned('tombstone', { key: row.key_id, text: row.statement, signature: row.signature }),
      };
    });
  }
}

interface Said extends Burial {
  user: { name: string };
  asset: { name: string };
  begunAt: number;
  head: string;
}
