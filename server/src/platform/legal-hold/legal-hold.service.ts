import type { HoldKind, LegalHold } from '@jadegate/contract/platform/legal-hold';

import type { Database, Tx } from '../../db/database.ts';
import { takeHoldTurn } from '../../db/held.ts';
import type { LegalHoldTable } from '../../db/tables/platform.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import type { AuditService } from '../audit/audit.service.ts';
import type { HoldSubjects } from './hold-subjects.interface.ts';
import { LegalHoldRepository } from './legal-hold.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  clock: Clock;
  subjects: HoldSubjects;
}

const LISTED = 1000;
const AT_ONCE = 500;

/** What a court or an auditor asked to keep: whatever deletes asks here, or says `isNotHeld` in its statement. */
export class LegalHoldService {
  readonly #deps: Dependencies;
  readonly #holds: LegalHoldRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#holds = new LegalHoldRepository(dependencies.database);
  }

  async list(): Promise<LegalHold[]> {
    return (await this.#holds.list(LISTED)).map(present);
  }

  async of(kind: HoldKind, id: string): Promise<LegalHold | null> {
    const [hold] = await this.#holds.listOf(kind, [id]);
    return hold ? present(hold) : null;
  }

  async set(actor: Actor, kind: HoldKind, subjectId: string, reason: string): Promise<LegalHold> {
    const { database, audit, clock, subjects } = this.#deps;
    return database.transact(async (tx) => {
      await takeHoldTurn(database.engine, tx);
      const name = await subjects.nameOf(kind, subjectId, tx);
      if (name === undefined) {
        throw new AppError('hold.subject_not_found');
      }
      if ((await this.#holds.listOf(kind, [subjectId], tx)).length > 0) {
        throw new AppError('hold.exists', { params: { name } });
      }
      const now = clock.now();
      const row: LegalHoldTable = {
        id: newId(now),
        kind,
        subject_id: subjectId,
        subject_name: name,
        reason,
        set_by: actor.userId,
        set_by_name: actor.username,
        set_at: now,
        lifted_by_name: '',
        lifted_at: null,
        lift_reason: '',
      };
      await this.#holds.insert(row, tx);
      await audit.write(
        actor,
        { action: 'legal-hold.set', object: about(row), detail: { kind, subjectId, reason } },
        tx,
      );
      return present(row);
    });
  }

  async lift(actor: Actor, id: string, reason: string): Promise<void> {
    const { database, audit, clock } = this.#deps;
    await database.transact(async (tx) => {
      const row = await this.#holds.find(id, tx);
      const change = { lifted_at: clock.now(), lifted_by_name: actor.username, lift_reason: reason };
      if (!row || !(await this.#holds.lift(id, change, tx))) {
        throw new AppError('hold.not_found');
      }
      const detail = { kind: row.kind, subjectId: row.subject_id, reason, setFor: row.reason };
      await audit.write(actor, { action: 'legal-hold.lifted', object: about(row), detail }, tx);
    });
  }

  /** Asked in the transaction that deletes these: refuses all where one is held. */
  async refuse(kind: HoldKind, ids: readonly string[], tx: Tx): Promise<void> {
    await takeHoldTurn(this.#deps.database.engine, tx);
    for (const some of inChunks(ids, AT_ONCE)) {
      const [held] = await this.#holds.listOf(kind, some, tx);
      if (held) {
        throw new AppError('hold.held', { params: { name: held.subject_name } });
      }
    }
  }
}

function about({ id, subject_name: name }: LegalHoldTable) {
  return { type: 'legal-hold', id, name };
}

function present(row: LegalHoldTable): LegalHold {
  return {
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    reason: row.reason,
    setBy: row.set_by_name,
    setAt: new Date(row.set_at).toISOString(),
    liftedAt: row.lifted_at === null ? null : new Date(row.lifted_at).toISOString(),
    liftedBy: row.lifted_by_name,
    liftReason: row.lift_reason,
  };
}
