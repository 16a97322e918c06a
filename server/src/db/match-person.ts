import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';

import type { Engine } from './dialect.ts';

/** A person as the console prints them, also while it is being typed: 「王小明（alice）」, or "Wang (alice)" in English. */
const DISPLAYED = /^(?<name>.*\S)\s*[（(]\s*(?<account>[^（()）]+?)\s*(?<end>[）)])?\s*$/u;

/** A column of the table `user`, by an index or without. */
type Contains = (column: 'nickname' | 'username' | 'mail', text: string) => Expression<SqlBool>;

/** What a list that filters by people is asked with, besides its query. */
export interface PeopleSearch {
  /** For those who see mail addresses (`RoleService.withPeopleSearch`): to others, what is found would give them away. */
  byMail?: boolean | undefined;
}

/**
 * The one way in which people are found, in every list: by name, account, perhaps mail address, or all of the form in
 * which they are displayed. A condition on the table `user`.
 */
export function isPersonNamed(
  engine: Engine,
  text: string,
  { byMail = false }: PeopleSearch,
): Expression<SqlBool> {
  const contains: Contains = (column, part) => engine.contains('user', column, part);
  const anywhere = [
    contains('nickname', text),
    contains('username', text),
    ...(byMail ? [contains('mail', text)] : []),
  ];
  const { name = '', account = '', end } = DISPLAYED.exec(text)?.groups ?? {};
  if (account === '') {
    return any(anywhere);
  }
  // A bracket that was closed says that the account ends there: alice, and not alice2 of the same name.
  const isAccount = end
    ? sql<SqlBool>`${sql.ref('user.username_key')} = ${account.toLowerCase()}`
    : contains('username', account);
  return any([...anywhere, sql<SqlBool>`(${contains('nickname', name)} and ${isAccount})`]);
}

/** Their ids, or the keys of their accounts. */
export function peopleNamed(
  engine: Engine,
  text: string,
  search: PeopleSearch,
  column: 'id' | 'username_key' = 'id',
): RawBuilder<string> {
  return sql<string>`select ${sql.ref(`user.${column}`)} from ${sql.table('user')} where ${isPersonNamed(engine, text, search)}`;
}

/** What a person was called when the row was written is all that is left of somebody who is gone. */
const COLUMNS = {
  session: { name: 'user_name', id: 'user_id' },
  storage_log: { name: 'user_name', id: 'user_id' },
  command_run: { name: 'user_name', id: 'user_id' },
  audit_log: { name: 'actor_name', id: 'actor_id' },
} as const;

/** Rows of a log that are about a person who is found this way; `few` where other conditions leave few rows to look at. */
export function isAboutPerson(
  engine: Engine,
  table: keyof typeof COLUMNS,
  text: string,
  { few = false, byMail }: PeopleSearch & { few?: boolean },
): Expression<SqlBool> {
  const { name, id } = COLUMNS[table];
  return any([
    few ? engine.like(`${table}.${name}`, text) : engine.contains(table, name, text),
    engine.among(sql.ref(`${table}.${id}`), peopleNamed(engine, text, { byMail })),
  ]);
}

function any(conditions: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
