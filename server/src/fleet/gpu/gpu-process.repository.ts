import type { Insertable, Selectable } from 'kysely';

import type { Database, Db, Tx } from '../../db/database.ts';
import { ROWS_PER_STATEMENT } from '../../db/dialect.ts';
import type { GpuProcessTable } from '../../db/schema.ts';
import type { AccountUse, KnownLogin } from './gpu-attribution.policy.ts';

export type ProcessRecord = Selectable<GpuProcessTable> & {
  username: string | null;
  nickname: string | null;
  session_status: string | null;
};

/** The newest logins of one run of a system; older ones have no process left, as a rule. */
const MOST_LOGINS = 1000;

/** Programs on cards, and whose they are. */
export class GpuProcessRepository {
  readonly #db: Db;

  constructor({ db }: Database) {
    this.#db = db;
  }

  /** With the people and the sessions behind them. */
  listOf(gpuIds: readonly string[]): Promise<ProcessRecord[]> {
    if (gpuIds.length === 0) {
      return Promise.resolve([]);
    }
    return this.#db
      .selectFrom('gpu_process')
      .leftJoin('user', 'user.id', 'gpu_process.user_id')
      .leftJoin('session', 'session.id', 'gpu_process.session_id')
      .selectAll('gpu_process')
      .select(['user.username', 'user.nickname', 'session.status as session_status'])
      .where('gpu_process.gpu_id', 'in', gpuIds)
      .orderBy('gpu_process.mem_bytes', 'desc')
      .orderBy('gpu_process.pid')
      .execute();
  }

  /** Puts these in the place of all that were on the cards. */
  async replace(
    gpuIds: readonly string[],
    rows: readonly Insertable<GpuProcessTable>[],
    tx: Tx,
  ): Promise<void> {
    if (gpuIds.length > 0) {
      await tx.deleteFrom('gpu_process').where('gpu_id', 'in', gpuIds).execute();
    }
    for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
      await tx
        .insertInto('gpu_process')
        .values(rows.slice(from, from + ROWS_PER_STATEMENT))
        .execute();
    }
  }

  /** The asset of a node, and all others that lead to the same address. */
  async listAssetsOf(assetId: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('asset as one')
      .innerJoin('asset as other', (on) =>
        on.onRef('other.ip', '=', 'one.ip').on('other.protocol', '=', 'ssh'),
      )
      .select('other.id')
      .where('one.id', '=', assetId)
      .limit(200)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Recorded sessions in this run of the system, newest first. */
  async listLogins(bootId: string, assetIds: readonly string[]): Promise<KnownLogin[]> {
    if (assetIds.length === 0) {
      return [];
    }
    const rows = await this.#db
      .selectFrom('session_login')
      .innerJoin('session', 'session.id', 'session_login.session_id')
      .selectAll('session_login')
      .select(['session.user_id', 'session.connected_at', 'session.disconnected_at'])
      .where('session_login.boot_id', '=', bootId)
      .where('session.asset_id', 'in', assetIds)
      .orderBy('session_login.at', 'desc')
      .limit(MOST_LOGINS)
      .execute();
    return rows.map((row) => ({
      sessionId: row.session_id,
      userId: row.user_id,
      auditSession: row.audit_session,
      serverPid: row.server_pid,
      serverStart: row.server_start,
      shells: JSON.parse(row.shells) as number[],
      from: row.connected_at ?? row.at,
      to: row.disconnected_at ?? undefined,
    }));
  }

  /** Who had sessions there as one of these accounts, at some moment since. */
  async listUses(
    assetIds: readonly string[],
    accounts: readonly string[],
    since: number,
  ): Promise<AccountUse[]> {
    if (assetIds.length === 0 || accounts.length === 0) {
      return [];
    }
    const rows = await this.#db
      .selectFrom('session')
      .select(['username', 'user_id', 'connected_at', 'disconnected_at'])
      .where('asset_id', 'in', assetIds)
      .where('username', 'in', accounts)
      .where('connected_at', 'is not', null)
      .where((eb) => eb.or([eb('disconnected_at', 'is', null), eb('disconnected_at', '>=', since)]))
      .orderBy('connected_at', 'desc')
      .limit(MOST_LOGINS)
      .execute();
    return rows.map(({ username, user_id, connected_at, disconnected_at }) => ({
      account: username,
      userId: user_id,
      from: connected_at ?? 0,
      to: disconnected_at ?? undefined,
    }));
  }
}
