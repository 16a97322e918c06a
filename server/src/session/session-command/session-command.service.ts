import type { Page } from '@jadegate/contract/paging';
import type {
  CommandListQuery,
  CommandListRow,
  SessionCommandQuery,
  SessionCommandRow,
} from '@jadegate/contract/session/session-command';

import type { Database } from '../../db/database.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import { proofKey, type Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { HOUR_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { RecentKeys } from '../../kernel/recent-keys.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { RecordingFiles } from '../../recorders/recording-files.ts';
import { TerminalReader } from '../../recorders/terminal/reader.ts';
import { readOutputs } from './command-output.ts';
import { SessionCommandRepository, type SessionCommandRecord } from './session-command.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  users: UserService;
  clock: Clock;
  filesOf: (sessionId: string) => Promise<RecordingFiles>;
}

/** Paging through one list is one reading of it. */
const ONE_READING_MS = HOUR_MS;
/**
 * Commands around those of a page, and between two of them after a search, that say where output ends. Commands that were
 * sent together are near: those on the page before may print after the first of this one.
 */
const AROUND = { leadMs: 10_000, before: 500, onwards: 2000, refused: 200 };

/** The commands of past and live sessions, to look at. */
export class SessionCommandService {
  readonly #deps: Dependencies;
  readonly #commands: SessionCommandRepository;
  readonly #readings: RecentKeys;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#commands = new SessionCommandRepository(dependencies.database);
    this.#readings = new RecentKeys({ periodMs: ONE_READING_MS, clock: dependencies.clock });
  }

  /** What was printed is part of the recording: whoever reads it is on record. */
  async listOf(
    actor: Actor,
    sessionId: string,
    query: SessionCommandQuery,
  ): Promise<Page<SessionCommandRow>> {
    const session = await this.#commands.findSession(sessionId);
    if (!session) {
      throw new AppError('session.not_found');
    }
    const { total, items } = await this.#commands.pageOf(sessionId, query);
    await this.#record(actor, { type: 'session', id: session.id, name: session.asset_name });
    const results = await this.#outputsOf(sessionId, items);
    const names = await this.#namesOf(items);
    return {
      total,
      items: items.map((record) => ({ ...present(record, names), result: results.get(record.id) ?? '' })),
    };
  }

  async list(query: CommandListQuery & PeopleSearch): Promise<Page<CommandListRow>> {
    const { total, items } = await this.#commands.page(query);
    const names = await this.#namesOf(items);
    const people = await this.#deps.users.listPeople(items.map(({ user_id }) => user_id));
    return {
      total,
      items: items.map((record) => ({
        ...present(record, names),
        sessionId: record.session_id,
        mode: record.mode,
        assetId: record.asset_id,
        assetName: record.asset_name,
        userId: record.user_id,
        userName: record.user_name,
        userAccount: people.get(record.user_id)?.username ?? '',
        clientIp: record.client_ip,
        isRecorded: record.recording === 'kept',
      })),
    };
  }

  #namesOf(items: readonly SessionCommandRecord[]): Promise<ReadonlyMap<string, string>> {
    return this.#deps.users.listNicknames(items.map(({ typed_by }) => typed_by));
  }

  async #outputsOf(sessionId: string, items: readonly SessionCommandRecord[]): Promise<Map<string, string>> {
    const sent = items
      .filter((record) => record.sent === 1)
      .toSorted((a, b) => a.offset_ms - b.offset_ms || (a.id < b.id ? -1 : 1));
    const first = sent[0];
    const reader = first && (await TerminalReader.open(await this.#deps.filesOf(sessionId)));
    if (!first || !reader) {
      return new Map();
    }
    const around = await this.#commands.listAround(sessionId, first, AROUND);
    return readOutputs(
      reader,
      around.map(({ id, command, offset_ms }) => ({ id, command, from: offset_ms })),
      new Set(sent.map(({ id }) => id)),
    );
  }

  async #record(actor: Actor, object: { type: string; id: string; name: string }): Promise<void> {
    const key = `${proofKey(actor)} ${object.id}`;
    if (!this.#readings.has(key)) {
      await this.#deps.audit.writeAlone(actor, { action: 'session.commands-read', object });
      this.#readings.note(key);
    }
  }
}

function present(record: SessionCommandRecord, names: ReadonlyMap<string, string>) {
  return {
    id: record.id,
    command: record.command,
    isHidden: record.hidden === 1,
    isUnchecked: record.unchecked === 1,
    riskLevel: record.risk_level,
    action: record.action,
    wasSent: record.sent === 1,
    typedBy: record.typed_by,
    typedByName: names.get(record.typed_by) ?? '',
    offset: record.offset_ms,
    created: familyTime(record.created_at),
  };
}
