import type { UserType } from '@jadegate/contract/identity/role';
import { NewUser } from '@jadegate/contract/identity/user';
import {
  USER_IMPORT_COLUMNS,
  USER_IMPORT_TYPES,
  type UserImportColumn,
  type UserImportResult,
} from '@jadegate/contract/identity/user-import';
import type { ImportPreview } from '@jadegate/contract/import';
import { translate, type SentenceParams } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { check } from '@jadegate/contract/validation';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';
import { IMPORT_WORDS, type ImportRule } from '@jadegate/contract/words/import';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readCsvApart } from '../../kernel/csv-apart.ts';
import type { CsvRow } from '../../kernel/csv.ts';
import { newId } from '../../kernel/id.ts';
import {
  markRepeats,
  namesIn,
  previewRows,
  type CellError,
  type CheckedRow,
} from '../../kernel/import-rows.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import { newOneTimePassword } from '../../kernel/password.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { PasswordPolicyService } from '../password/password-policy.service.ts';
import type { ReachService } from '../reach/reach.service.ts';
import type { RoleService } from '../role/role.service.ts';
import type { UserGroupService } from '../user-group/user-group.service.ts';
import type { UserService } from '../user/user.service.ts';
import { usernameKey } from '../user/user.service.ts';

interface Dependencies {
  database: Database;
  users: UserService;
  roles: RoleService;
  reach: ReachService;
  userGroups: UserGroupService;
  passwords: PasswordPolicyService;
  audit: AuditService;
  clock: Clock;
}

interface NewPerson {
  username: string;
  nickname: string;
  mail: string;
  type: UserType;
  roleIds: string[];
  groupIds: string[];
  /** Undefined: one is made up. */
  password: Secret | undefined;
}

/** What the rows are held against, read once for a file. */
interface Surroundings {
  actor: Actor;
  taken: ReadonlySet<string>;
  /** By name. */
  roles: ReadonlyMap<string, { id: string; mayGive: boolean }>;
  groups: ReadonlyMap<string, string>;
  mayChangeGroups: boolean;
}

type Checked = CheckedRow<UserImportColumn, NewPerson>;
type Cells = CsvRow<UserImportColumn>['cells'];

const Profile = NewUser.pick({ username: true, nickname: true, mail: true });
const Password = NewUser.pick({ password: true });
/** Two cores' worth of hashing leaves threads for everybody else. */
const HASHES_AT_ONCE = 2;
const IMPORTED = { type: 'user', id: '', name: '' };

/** People from a CSV file. It only ever adds: who exists is never changed, whatever the file says. */
export class UserImportService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async preview(actor: Actor, file: Buffer): Promise<ImportPreview> {
    const { columns, rows } = await this.#check(actor, file);
    return previewRows(columns, rows, ['password']);
  }

  /** Looks at everything again: what the person saw may have changed since. */
  async run(actor: Actor, file: Buffer): Promise<UserImportResult> {
    const { database, reach, audit } = this.#deps;
    const { rows } = await this.#check(actor, file);
    const people = rows.flatMap(({ good }) => good ?? []);
    const ready = await this.#hash(people);
    const refusal = (cause: unknown) => new AppError('user_import.changed', { cause });
    if (ready.length > 0) {
      await refusingTaken(database, refusal, () =>
        reach.transact(actor, { action: 'user.imported', object: IMPORTED }, async (tx) => {
          for (const person of ready) {
            await this.#insert(actor, person, tx);
          }
          await this.#join(ready, tx);
          const detail = { created: ready.length, skipped: rows.length - ready.length };
          await audit.write(actor, { action: 'user.imported', object: IMPORTED, detail }, tx);
        }),
      );
    }
    return {
      created: ready.length,
      skipped: rows.length - ready.length,
      oneTime: ready.flatMap(({ username, password, secret }) =>
        password ? [] : [{ username, secret: secret.expose() }],
      ),
    };
  }

  async #check(actor: Actor, file: Buffer): Promise<{ columns: UserImportColumn[]; rows: Checked[] }> {
    const { columns, rows } = await readCsvApart<UserImportColumn>(file, {
      columns: USER_IMPORT_COLUMNS,
      required: ['username'],
      maxRows: LIMITS.importUsers.max,
    });
    const around = await this.#loadSurroundings(actor, rows);
    const checked: Checked[] = [];
    for (const row of rows) {
      checked.push(await this.#checkRow(row, around));
    }
    const { language } = actor;
    return { columns, rows: markRepeats(checked, { column: 'username', keyOf: usernameKey, language }) };
  }

  async #loadSurroundings(actor: Actor, rows: readonly CsvRow<UserImportColumn>[]): Promise<Surroundings> {
    const { users, roles, userGroups } = this.#deps;
    const own = new Set(await roles.menusOf({ id: actor.userId }));
    const known = new Map<string, { id: string; mayGive: boolean }>();
    for (const { id, name } of await roles.listOptions()) {
      const menus = await roles.menusOfRoles([id]);
      known.set(name, { id, mayGive: menus.every((menu) => own.has(menu)) });
    }
    const groups = await userGroups.listOptions();
    return {
      actor,
      taken: await users.listTaken(rows.map(({ cells }) => cells.username)),
      roles: known,
      groups: new Map(groups.map(({ id, name }) => [name, id])),
      mayChangeGroups: own.has('user-group-edit'),
    };
  }

  async #checkRow(row: CsvRow<UserImportColumn>, around: Surroundings): Promise<Checked> {
    const { cells } = row;
    const { language } = around.actor;
    if (around.taken.has(usernameKey(cells.username))) {
      const message = translate(IMPORT_WORDS.usernameExists, language);
      return { ...row, state: 'exists', errors: [{ field: 'username', message }], good: undefined };
    }
    const errors: CellError<UserImportColumn>[] = [];
    const refuse = (field: UserImportColumn, rule: ImportRule, params?: SentenceParams) =>
      errors.push({ field, message: translate(IMPORT_WORDS[rule], language, params) });
    const { username, mail } = cells;
    const profile = check(Profile, { username, mail, nickname: cells.nickname || username }, language);
    for (const { path, message } of profile.fields ?? []) {
      errors.push({ field: path as UserImportColumn, message });
    }
    const type = typeIn(cells.type);
    if (!type) {
      refuse('type', 'typeUnknown');
    }
    const roleIds = rolesIn(cells, type, around, refuse);
    const groupIds = groupsIn(cells, around, refuse);
    errors.push(...(await this.#checkPassword(cells, around.actor)));
    if (errors.length > 0 || !profile.data || !type) {
      return { ...row, state: 'invalid', errors, good: undefined };
    }
    const password = cells.password === '' ? undefined : new Secret(cells.password);
    return { ...row, state: 'new', errors, good: { ...profile.data, type, roleIds, groupIds, password } };
  }

  async #checkPassword(
    { username, password }: Cells,
    { language }: Actor,
  ): Promise<CellError<UserImportColumn>[]> {
    if (password === '') {
      return [];
    }
    const { fields } = check(Password, { password }, language);
    if (fields) {
      return fields.map(({ message }) => ({ field: 'password', message }));
    }
    try {
      await this.#deps.passwords.refuseWeak(password, { username, field: 'password' });
      return [];
    } catch (error) {
      if (error instanceof AppError) {
        return [{ field: 'password', message: translate(ERROR_WORDS[error.code], language, error.params) }];
      }
      throw error;
    }
  }

  #hash(people: readonly NewPerson[]) {
    const { users, clock } = this.#deps;
    return inParallel(people, HASHES_AT_ONCE, async (person) => {
      const secret = person.password ?? new Secret(newOneTimePassword());
      const passwordHash = await users.hashPassword(secret.expose());
      return { ...person, id: newId(clock.now()), secret, passwordHash };
    });
  }

  async #insert(
    actor: Actor,
    person: NewPerson & { id: string; passwordHash: string },
    tx: Tx,
  ): Promise<void> {
    const { users, roles, reach, audit } = this.#deps;
    const { id, username, nickname, mail, type, roleIds, passwordHash } = person;
    await users.insert({ id, username, nickname, type, mail, passwordHash, mustChangePassword: true }, tx);
    await roles.assign(id, roleIds, tx);
    // Whoever imports is shown the one-time passwords, or wrote them.
    await reach.takeCustody(actor, id, tx);
    const detail = { nickname, type, mail, roles: roleIds, groups: person.groupIds, imported: true };
    const object = { type: 'user', id, name: username };
    await audit.write(actor, { action: 'user.created', object, detail }, tx);
  }

  async #join(people: readonly { id: string; groupIds: readonly string[] }[], tx: Tx): Promise<void> {
    const groups = new Set(people.flatMap(({ groupIds }) => groupIds));
    for (const group of groups) {
      const members = people.filter(({ groupIds }) => groupIds.includes(group)).map(({ id }) => id);
      await this.#deps.userGroups.addMembers(group, members, tx);
    }
  }
}

type Refuse = (field: UserImportColumn, rule: ImportRule, params?: SentenceParams) => void;

function typeIn(cell: string): UserType | undefined {
  const wanted = cell.toLowerCase();
  return (['user', 'admin'] as const).find((type) => USER_IMPORT_TYPES[type].some((name) => name === wanted));
}

function rolesIn(
  cells: Cells,
  type: UserType | undefined,
  { roles }: Surroundings,
  refuse: Refuse,
): string[] {
  const names = namesIn(cells.roles);
  if (names.length > 0 && type === 'user') {
    refuse('roles', 'rolesForAdmins');
  }
  return names.flatMap((name) => {
    const role = roles.get(name);
    if (!role?.mayGive) {
      refuse('roles', role ? 'roleBeyondOwn' : 'roleUnknown', { name });
      return [];
    }
    return [role.id];
  });
}

function groupsIn(cells: Cells, { groups, mayChangeGroups }: Surroundings, refuse: Refuse): string[] {
  const names = namesIn(cells.groups);
  if (names.length > 0 && !mayChangeGroups) {
    refuse('groups', 'groupForbidden');
    return [];
  }
  return names.flatMap((name) => {
    const id = groups.get(name);
    if (id === undefined) {
      refuse('groups', 'groupUnknown', { name });
      return [];
    }
    return [id];
  });
}
