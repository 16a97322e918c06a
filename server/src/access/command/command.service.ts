import type { Command, CommandInput, CommandQuery, OwnCommandInput } from '@jadegate/contract/access/command';
import { LIMITS } from '@jadegate/contract/limits';
import { LONGEST_PAGE, type Page } from '@jadegate/contract/paging';

import type { Database, Tx } from '../../db/database.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { mayChangeAll, mayRead, staysShared } from './command.policy.ts';
import { CommandRepository, type CommandRecord, type ListedCommand } from './command.repository.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  audit: AuditService;
  clock: Clock;
}

interface Change {
  name: string;
  content: string;
  shared: 0 | 1;
}

/** Saved commands. The `own` methods serve people without a menu: one's own, and reading the shared ones. */
export class CommandService {
  readonly #commands: CommandRepository;
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#commands = new CommandRepository(dependencies.database);
  }

  async listAll(): Promise<Command[]> {
    return this.#listed();
  }

  async list(query: CommandQuery): Promise<Page<Command>> {
    return this.#presentPage(await this.#commands.page(query));
  }

  async get(id: string): Promise<Command> {
    return present(await this.#find(id));
  }

  async create(actor: Actor, input: CommandInput): Promise<Command> {
    const { database, audit, clock } = this.#deps;
    const now = clock.now();
    const id = newId(now);
    const { name, content } = input;
    const shared = input.shared ? 1 : 0;
    await database.transact(async (tx) => {
      await this.#refuseTooMuch(actor.userId, content, tx);
      await this.#commands.insert({ id, name, content, shared, owner_id: actor.userId, created_at: now }, tx);
      const detail = { shared: shared === 1 };
      await audit.write(actor, { action: 'command.created', object: about({ id, name }), detail }, tx);
    });
    return this.get(id);
  }

  async update(actor: Actor, id: string, input: CommandInput): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      const before = await this.#find(id, tx);
      const shared = input.shared === undefined ? before.shared : input.shared ? 1 : 0;
      await this.#change(actor, before, { name: input.name, content: input.content, shared }, tx);
    });
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      await this.#remove(actor, await this.#commands.listByIds(ids, tx), tx);
    });
  }

  async changeOwner(actor: Actor, id: string, ownerId: string): Promise<void> {
    const { database, audit, users } = this.#deps;
    const person = await users.get(ownerId);
    await database.transact(async (tx) => {
      const before = await this.#find(id, tx);
      await this.#refuseTooMuch(person.id, before.content, tx, id);
      await this.#commands.update(id, { owner_id: person.id }, tx);
      const detail = differences({ owner: before.owner_id }, { owner: person.id });
      await audit.write(actor, { action: 'command.owner-changed', object: about(before), detail }, tx);
    });
  }

  async listAllOwn(actor: Actor): Promise<Command[]> {
    return this.#listed(actor.userId);
  }

  async listOwn(actor: Actor, query: CommandQuery): Promise<Page<Command>> {
    return this.#presentPage(await this.#commands.page(query, actor.userId));
  }

  async getOwn(actor: Actor, id: string): Promise<Command> {
    const record = await this.#commands.find(id);
    if (!record || !mayRead(actor.userId, record)) {
      throw new AppError('command.not_found');
    }
    return present(record);
  }

  async createOwn(actor: Actor, { name, content }: OwnCommandInput): Promise<Command> {
    return this.create(actor, { name, content });
  }

  async updateOwn(actor: Actor, id: string, { name, content }: OwnCommandInput): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      const [before] = await this.#findOwn(actor, [id], tx);
      if (before) {
        await this.#change(actor, before, { name, content, shared: staysShared(before, content) }, tx);
      }
    });
  }

  async deleteOwn(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#deps.database.transact(async (tx) => {
      await this.#remove(actor, await this.#findOwn(actor, ids, tx), tx);
    });
  }

  async #find(id: string, tx?: Tx): Promise<CommandRecord> {
    const record = await this.#commands.find(id, tx);
    if (!record) {
      throw new AppError('command.not_found');
    }
    return record;
  }

  /** Somebody else's and nobody's get the same answer, so that ids tell nothing. */
  async #findOwn(actor: Actor, ids: readonly string[], tx: Tx): Promise<CommandRecord[]> {
    const found = await this.#commands.listByIds(ids, tx);
    if (!mayChangeAll(actor.userId, ids, found)) {
      throw new AppError('command.not_found');
    }
    return found;
  }

  /** What one person keeps is bounded, in number and in length. Shortening is never refused. */
  async #refuseTooMuch(ownerId: string, content: string, tx: Tx, id?: string, before = ''): Promise<void> {
    const { max, characters: most } = LIMITS.commandsPerPerson;
    const { commands, characters } = await this.#commands.usageOf(ownerId, tx, id);
    const isAdded = before === '';
    if (isAdded && commands + 1 > max) {
      throw new AppError('command.too_many', { params: { limit: max } });
    }
    if (content.length > before.length && characters + content.length > most) {
      throw new AppError('command.too_much_text', { params: { limit: most } });
    }
  }

  /** All of them where that is not too long; what is left out is said to be. */
  async #listed(reader?: string): Promise<Command[]> {
    const rows = await this.#withContents(await this.#commands.listSome(LONGEST_PAGE.pageSize, reader));
    return rows.map((row) => (row.isCut ? { ...row, content: '' } : row));
  }

  async #presentPage({ total, items }: Page<ListedCommand>): Promise<Page<Command>> {
    return { total, items: await this.#withContents(items) };
  }

  /** As much as one answer carries, the shorter ones first: whatever people saved, a list stays quick. */
  async #withContents(rows: readonly ListedCommand[]): Promise<Command[]> {
    const { characters: most, each } = LIMITS.commandList;
    const isLong = ({ characters }: ListedCommand) => characters > each;
    let room = most;
    const wanted = rows.filter(isLong).toSorted((one, other) => one.characters - other.characters);
    const fitting = wanted.filter(({ characters }) => (room -= characters) >= 0);
    const contents = await this.#commands.contentsOf(fitting.map(({ id }) => id));
    return rows.map((row) => {
      const content = contents.get(row.id) ?? row.content;
      const isCut = isLong(row) && !contents.has(row.id);
      return { ...present({ ...row, content }), ...(isCut && { isCut }) };
    });
  }

  /** The text itself stays out of the audit log: people put passwords into commands. */
  async #change(actor: Actor, before: CommandRecord, change: Change, tx: Tx): Promise<void> {
    await this.#refuseTooMuch(before.owner_id, change.content, tx, before.id, before.content);
    await this.#commands.update(before.id, change, tx);
    const detail = {
      ...differences(
        { name: before.name, shared: before.shared === 1 },
        { name: change.name, shared: change.shared === 1 },
      ),
      replaced: before.content === change.content ? [] : ['content'],
    };
    const object = about({ id: before.id, name: change.name });
    await this.#deps.audit.write(actor, { action: 'command.updated', object, detail }, tx);
  }

  async #remove(actor: Actor, found: readonly CommandRecord[], tx: Tx): Promise<void> {
    for (const command of found) {
      const detail = { owner: command.owner_id };
      await this.#deps.audit.write(actor, { action: 'command.deleted', object: about(command), detail }, tx);
    }
    const ids = found.map((command) => command.id);
    if (ids.length > 0) {
      await this.#commands.remove(ids, tx);
    }
  }
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'command', id, name };
}

function present(record: CommandRecord): Command {
  return {
    id: record.id,
    name: record.name,
    content: record.content,
    created: familyTime(record.created_at),
    owner: record.owner_id,
    ownerName: record.owner_name ?? '',
    ownerAccount: record.owner_account ?? '',
    shared: record.shared === 1,
  };
}
