import type { AccountState } from '@jadegate/contract/identity/source-test';
import {
  AndFilter,
  EqualityFilter,
  ExtensibleFilter,
  FilterParser,
  OrFilter,
  PresenceFilter,
  SubstringFilter,
  type Filter,
} from 'ldapts';

import { newToken } from '../../kernel/id.ts';
import { inChunks } from '../../kernel/in-chunks.ts';
import { Secret } from '../../kernel/secret.ts';
import { SourceFailure } from '../source-failure.ts';
import { accountState, STATE_ATTRIBUTES } from './account-state.ts';
import { LdapConnection, type LdapServers } from './ldap-connection.ts';
import { idOf, idValue, shownEntry, textOf, textsOf, type LdapEntry } from './ldap-entry.ts';

export interface DirectorySettings extends LdapServers {
  bindDn: string;
  bindPassword: Secret | undefined;
  peopleBase: string;
  peopleFilter: string;
  idAttribute: string;
  usernameAttribute: string;
  nicknameAttribute: string;
  mailAttribute: string;
  /** Empty where keys are not taken from it. */
  keyAttribute: string;
  /** Empty where nobody has groups by it. */
  groupsBase: string;
  groupsFilter: string;
  groupNameAttribute: string;
  /** Groups in groups: not at all, step by step, or by the directory itself (Active Directory). */
  nesting: 'none' | 'walk' | 'chain';
}

/** Somebody as a directory knows them. */
export interface DirectoryPerson {
  /** Stays the same when they are renamed or moved. */
  id: string;
  dn: string;
  username: string;
  nickname: string;
  mail: string;
  state: AccountState;
  sshKeys: string[];
  /** What came, for people to read. */
  shown: Record<string, string | string[]>;
}

export interface DirectoryGroup {
  dn: string;
  name: string;
}

/** A name that is found more often than this is nobody's. */
const ONE = 1;
/** Asked for in one question. */
const IDS_AT_ONCE = 100;
const MOST_GROUPS = 1000;
const MOST_LEVELS = 10;
/** What people keep of somebody, and what the directory itself does. */
const EVERYTHING = ['*', '+'];
/** Where the directory itself goes from group to group. */
const IN_CHAIN = '1.2.840.113556.1.4.1941';

/**
 * Somebody's questions to a directory, over one connection. What was typed is a value of a filter and never a part of its
 * text; the name to sign in with is the one that the directory answered.
 */
export class LdapDirectory {
  readonly #connection: LdapConnection;
  readonly #settings: DirectorySettings;
  readonly #now: number;
  readonly #peopleFilter: Filter;
  /** Groups in which a group is; the same are met again with each person. */
  readonly #parents = new Map<string, DirectoryGroup[]>();

  private constructor(connection: LdapConnection, settings: DirectorySettings, now: number) {
    this.#connection = connection;
    this.#settings = settings;
    this.#now = now;
    this.#peopleFilter = readFilter(settings.peopleFilter);
  }

  /** Opens it with its own account, asks, and closes it: at the latest when its time is up. */
  static async using<Answer>(
    settings: DirectorySettings,
    { now, withinMs }: { now: number; withinMs: number },
    ask: (directory: LdapDirectory) => Promise<Answer>,
  ): Promise<Answer> {
    const connection = await LdapConnection.open(settings);
    const timer = setTimeout(() => connection.close(), withinMs);
    try {
      const { bindDn, bindPassword } = settings;
      if (bindDn !== '' && !(bindPassword && (await connection.bind(bindDn, bindPassword)))) {
        throw new SourceFailure('untrusted', 'bind account');
      }
      return await ask(new LdapDirectory(connection, settings, now));
    } finally {
      clearTimeout(timer);
      connection.close();
    }
  }

  /**
   * Whether it is their password, over a connection that is nobody else's. For nobody it asks as much, with a name and a
   * password that nobody has: how long it takes says nothing.
   */
  static async takes(
    settings: DirectorySettings,
    person: Pick<DirectoryPerson, 'dn'> | undefined,
    password: Secret,
  ): Promise<boolean> {
    const connection = await LdapConnection.open(settings);
    try {
      const nobody = { dn: `cn=${newToken()},${settings.peopleBase}`, password: new Secret(newToken()) };
      const asked = person ? { dn: person.dn, password } : nobody;
      return (await connection.bind(asked.dn, asked.password)) && person !== undefined;
    } finally {
      connection.close();
    }
  }

  /** Which of the servers answered. */
  get server(): string {
    return this.#connection.server;
  }

  /** Undefined where nobody has this name; a name of several is nobody's. `whole`: with everything that is kept of them. */
  async findByName(name: string, { whole = false } = {}): Promise<DirectoryPerson | undefined> {
    const filter = equal(this.#settings.usernameAttribute, name);
    const more = whole ? EVERYTHING : [];
    const found = name === '' ? [] : await this.#people(filter, { most: ONE + 1, more });
    return found.length === ONE ? found[0] : undefined;
  }

  /** Those whose account, name or mail address begins with a text, and no more than so many. */
  search(text: string, most: number): Promise<DirectoryPerson[]> {
    const { usernameAttribute, nicknameAttribute, mailAttribute } = this.#settings;
    if (text === '') {
      return this.list(most, { cut: true });
    }
    const filters = [usernameAttribute, nicknameAttribute, mailAttribute].map(
      (attribute) => new SubstringFilter({ attribute, initial: text }),
    );
    return this.#people(any(filters), { most, cut: true });
  }

  async findById(id: string): Promise<DirectoryPerson | undefined> {
    return (await this.listByIds([id])).get(id);
  }

  /** By id. Those who are gone, or are not looked for there any more, are not in it. */
  async listByIds(ids: readonly string[]): Promise<Map<string, DirectoryPerson>> {
    const { idAttribute } = this.#settings;
    const isBinary = idAttribute.toLowerCase() === 'objectguid';
    const found = new Map<string, DirectoryPerson>();
    for (const some of inChunks(ids, IDS_AT_ONCE)) {
      const filter = any(some.map((id) => equal(idAttribute, idValue(id, isBinary))));
      for (const person of await this.#people(filter, { most: some.length })) {
        found.set(person.id, person);
      }
    }
    return found;
  }

  /** Everybody, or as many as are asked for. More than that is a failure, unless the rest may be left out. */
  list(most: number, { cut = false } = {}): Promise<DirectoryPerson[]> {
    return this.#people(new PresenceFilter({ attribute: this.#settings.idAttribute }), { most, cut });
  }

  /** All of somebody's groups, those that they are in by other groups among them. */
  async groupsOf({ dn, username }: DirectoryPerson): Promise<DirectoryGroup[]> {
    const { groupsBase, nesting } = this.#settings;
    if (groupsBase === '') {
      return [];
    }
    if (nesting === 'chain') {
      return this.#groups(new ExtensibleFilter({ rule: IN_CHAIN, matchType: 'member', value: dn }));
    }
    const found = new Map<string, DirectoryGroup>();
    let level = await this.#groups(any([...memberOf(dn), equal('memberUid', username)]));
    for (let depth = 0; level.length > 0 && depth < MOST_LEVELS; depth += 1) {
      const fresh = level.filter((group) => !found.has(group.dn.toLowerCase()));
      fresh.forEach((group) => found.set(group.dn.toLowerCase(), group));
      if (found.size > MOST_GROUPS) {
        throw new SourceFailure('untrusted', `more than ${MOST_GROUPS} groups`);
      }
      level =
        nesting === 'walk' ? (await Promise.all(fresh.map((group) => this.#parentsOf(group)))).flat() : [];
    }
    return [...found.values()];
  }

  async #parentsOf({ dn }: DirectoryGroup): Promise<DirectoryGroup[]> {
    const known = this.#parents.get(dn);
    const parents = known ?? (await this.#groups(any(memberOf(dn))));
    this.#parents.set(dn, parents);
    return parents;
  }

  async #groups(filter: Filter): Promise<DirectoryGroup[]> {
    const { groupsBase, groupsFilter, groupNameAttribute } = this.#settings;
    const found = await this.#connection.search({
      base: groupsBase,
      filter: new AndFilter({ filters: [readFilter(groupsFilter), filter] }),
      attributes: [groupNameAttribute],
      most: MOST_GROUPS,
    });
    return found.map((entry) => ({ dn: entry.dn, name: textOf(entry, groupNameAttribute) }));
  }

  async #people(
    filter: Filter,
    { most, cut = false, more = [] }: { most: number; cut?: boolean; more?: readonly string[] },
  ): Promise<DirectoryPerson[]> {
    const { peopleBase, idAttribute, usernameAttribute, nicknameAttribute, mailAttribute, keyAttribute } =
      this.#settings;
    const found = await this.#connection.search({
      base: peopleBase,
      filter: new AndFilter({ filters: [this.#peopleFilter, filter] }),
      attributes: [
        ...[idAttribute, usernameAttribute, nicknameAttribute, mailAttribute, keyAttribute].filter(Boolean),
        ...STATE_ATTRIBUTES,
        ...more,
      ],
      most,
      cut,
    });
    // Without an id nobody could tell who it is after a change of name.
    return found.map((entry) => this.#person(entry)).filter(({ id }) => id !== '');
  }

  #person(entry: LdapEntry): DirectoryPerson {
    const { idAttribute, usernameAttribute, nicknameAttribute, mailAttribute, keyAttribute } = this.#settings;
    return {
      id: idOf(entry, idAttribute),
      dn: entry.dn,
      username: textOf(entry, usernameAttribute),
      nickname: textOf(entry, nicknameAttribute),
      mail: textOf(entry, mailAttribute),
      state: accountState(entry, this.#now),
      sshKeys: keyAttribute === '' ? [] : textsOf(entry, keyAttribute),
      shown: shownEntry(entry),
    };
  }
}

/** For whoever saves one. */
export function isFilter(text: string): boolean {
  try {
    FilterParser.parseString(text);
    return isOneGroup(text);
  } catch {
    return false;
  }
}

/** Parentheses that close, the first with the last: the parser overlooks those that do not. Real ones are escaped. */
function isOneGroup(text: string): boolean {
  const characters = [...text];
  let depth = 0;
  for (const [at, character] of characters.entries()) {
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth <= 0 && at < characters.length - 1) {
      return false;
    }
  }
  return depth === 0 && text.startsWith('(');
}

function readFilter(text: string): Filter {
  if (!isFilter(text)) {
    throw new SourceFailure('untrusted', 'filter');
  }
  return FilterParser.parseString(text);
}

function equal(attribute: string, value: string | Buffer): Filter {
  return new EqualityFilter({ attribute, value });
}

function any(filters: Filter[]): Filter {
  return new OrFilter({ filters });
}

function memberOf(dn: string): Filter[] {
  return [equal('member', dn), equal('uniqueMember', dn)];
}
