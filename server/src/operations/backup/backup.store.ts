import type { BackupExisting, BackupResult } from '@jadegate/contract/operations/backup';

import type { Database, Tx } from '../../db/database.ts';
import type { AddressRule } from '../../identity/access-security/access-security.service.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { Content } from './backup.content.ts';
import type { Plan, PlannedSection, PlannedThing, State } from './backup.plan.ts';
import { BackupRepository } from './backup.repository.ts';
import { SECTIONS } from './backup.sections.ts';
import { LOOSE_SECRETS } from './beside-sections.ts';
import type { Part, Row, Section, Thing } from './section.ts';

type Counts = BackupResult['sections'];

/** Things of every section, read from and written to this installation. */
export class BackupStore {
  readonly #database: Database;
  readonly #rows: BackupRepository;
  readonly #vault: VaultService;

  constructor(database: Database, vault: VaultService) {
    this.#database = database;
    this.#rows = new BackupRepository(database.db);
    this.#vault = vault;
  }

  /** Everything as of one moment. */
  readSnapshot(): Promise<Content> {
    return this.#database.transactLong(async (tx) => {
      await this.#database.engine.freeze(tx);
      return this.readAll(tx);
    });
  }

  /** What a file carries: without what is built in, and in an order that does not depend on the engine. */
  async readForFile(): Promise<Content> {
    const { things, loose } = await this.readSnapshot();
    const ours = SECTIONS.map((section) => {
      const list = (things.get(section.name) ?? []).filter(
        ({ row }) => !section.builtIn.includes(String(row[section.id])),
      );
      return [section.name, list.toSorted((a, b) => compare(a.row[section.id], b.row[section.id]))] as const;
    });
    return { things: new Map(ours), loose };
  }

  async readAll(tx: Tx): Promise<Content> {
    const things = new Map<Section['name'], Thing[]>();
    for (const section of SECTIONS) {
      things.set(section.name, await this.#readSection(section, tx));
    }
    const loose = new Map<string, Record<string, Secret>>();
    for (const { owner } of LOOSE_SECRETS) {
      const found = (await this.#vault.listByOwner(owner, tx)).get(owner);
      if (found) {
        loose.set(owner, found);
      }
    }
    return { things, loose };
  }

  /** The access rules as they would be afterwards. */
  rulesAfter(
    plan: Plan,
    existing: BackupExisting,
  ): (rules: readonly AddressRule[]) => readonly AddressRule[] {
    const planned = plan.sections.find(({ section }) => section.name === 'access-rules')?.things ?? [];
    const written = planned.filter(({ state }) => isWritten(state, existing));
    const after = written.map(({ row }) => row as unknown as AddressRule);
    return (rules) => [...rules.filter(({ id }) => !after.some((one) => one.id === id)), ...after];
  }

  async write(
    plan: Plan,
    existing: BackupExisting,
    tx: Tx,
  ): Promise<{ counts: Counts; changedUsers: string[] }> {
    for (const planned of plan.sections) {
      await this.#writeSection(planned, existing, tx);
    }
    for (const { owner, name, secret, state } of plan.loose) {
      if (isWritten(state, existing)) {
        await this.#vault.put(owner, name, secret, tx);
      }
    }
    const users = plan.sections.find(({ section }) => section.name === 'users')?.things ?? [];
    const changed = users.filter(({ state }) => state !== 'new' && isWritten(state, existing));
    return { counts: countsOf(plan, existing), changedUsers: changed.map(({ id }) => String(id)) };
  }

  async #readSection(section: Section, tx: Tx): Promise<Thing[]> {
    const rows = await this.#rows.readAll(section.table, section.columns, tx);
    const secrets =
      section.secretsOf === undefined ? undefined : await this.#vault.listByOwner(section.secretsOf, tx);
    const parts: [Part, Map<string, Row[]>][] = [];
    for (const part of section.parts) {
      parts.push([part, await this.#readPart(part, tx)]);
    }
    return rows.map((row) => {
      const id = String(row[section.id]);
      const hanging = parts.map(([part, byParent]) => [
        part.table,
        byParent.get(part.parentPrefix + id) ?? [],
      ]);
      return {
        row,
        parts: Object.fromEntries(hanging) as Thing['parts'],
        secrets: lasting(section, secrets?.get((section.secretsOf ?? '') + id)),
      };
    });
  }

  async #readPart({ table, parent, columns }: Part, tx: Tx): Promise<Map<string, Row[]>> {
    const byParent = new Map<string, Row[]>();
    for (const { [parent]: owner, ...row } of await this.#rows.readAll(table, [parent, ...columns], tx)) {
      const siblings = byParent.get(String(owner)) ?? [];
      siblings.push(row);
      byParent.set(String(owner), siblings);
    }
    for (const siblings of byParent.values()) {
      siblings.sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
    }
    return byParent;
  }

  async #writeSection({ section, things }: PlannedSection, existing: BackupExisting, tx: Tx): Promise<void> {
    const written = things.filter(({ state }) => isWritten(state, existing));
    const fresh = written.filter(({ state }) => state === 'new');
    await this.#rows.insertAll(
      section.table,
      fresh.map(({ row }) => row),
      tx,
    );
    for (const thing of written.filter(({ state }) => state !== 'new')) {
      await this.#replace(section, thing, tx);
    }
    for (const part of section.parts) {
      await this.#rows.insertAll(
        part.table,
        written.flatMap((thing) => partRows(part, thing)),
        tx,
      );
    }
    for (const thing of written) {
      for (const [name, secret] of Object.entries(thing.secrets)) {
        await this.#vault.put(`${section.secretsOf ?? ''}${String(thing.id)}`, name, secret, tx);
      }
    }
  }

  /** The row in place, because others refer to it; what hangs on it goes and is written anew. */
  async #replace(section: Section, thing: PlannedThing, tx: Tx): Promise<void> {
    const { [section.id]: id = null, ...change } = thing.row;
    await this.#rows.update(section.table, { idColumn: section.id, id }, change, tx);
    for (const { table, parent, parentPrefix } of section.parts) {
      await this.#rows.removeWhere(table, parent, `${parentPrefix}${String(id)}`, tx);
    }
    if (section.secretsOf !== undefined) {
      await this.#vault.removeOwners([`${section.secretsOf}${String(id)}`], tx);
    }
  }
}

function lasting({ passingSecrets }: Section, secrets: Record<string, Secret> = {}): Record<string, Secret> {
  return Object.fromEntries(Object.entries(secrets).filter(([name]) => !passingSecrets.includes(name)));
}

function partRows({ table, parent, parentPrefix }: Part, { id, parts }: PlannedThing): Row[] {
  return (parts[table] ?? []).map((row) => ({ [parent]: `${parentPrefix}${String(id)}`, ...row }));
}

function isWritten(state: State, existing: BackupExisting): boolean {
  return state === 'new' || (state !== 'same' && existing === 'replace');
}

function countsOf(plan: Plan, existing: BackupExisting): Counts {
  return plan.sections.map(({ section, things }) => {
    const states = [
      ...things.map(({ state }) => state),
      ...plan.loose.filter((secret) => secret.section === section.name).map(({ state }) => state),
    ];
    const created = states.filter((state) => state === 'new').length;
    const replaced = states.filter((state) => state !== 'new' && isWritten(state, existing)).length;
    return { section: section.name, created, replaced, kept: states.length - created - replaced };
  });
}

/** By code point, whatever the engine's collation. */
function compare(a: unknown, b: unknown): number {
  const [left, right] = [String(a), String(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
