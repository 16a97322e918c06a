import {
  IMPORTED_AT_ONCE,
  LISTED_PEOPLE,
  PREVIEWED_PEOPLE,
  type DirectoryPerson as PersonRow,
} from '@jadegate/contract/identity/directory';
import type { IdentitySourceInput } from '@jadegate/contract/identity/identity-source';
import type { SourceTest } from '@jadegate/contract/identity/source-test';
import { translate, type Language } from '@jadegate/contract/language';
import { ERROR_WORDS } from '@jadegate/contract/words/errors';

import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DirectoryPerson, LdapDirectory } from '../../protocols/ldap/ldap-directory.ts';
import type { IdentitySourceService } from '../identity-source/identity-source.service.ts';
import type { SourceLookupService } from '../identity-source/source-lookup.service.ts';
import type { SourcePersonService } from '../identity-source/source-person.service.ts';
import type { SourceReportService } from '../identity-source/source-report.service.ts';
import { sourceError, type Arrival } from '../identity-source/source.interface.ts';
import type { UserService } from '../user/user.service.ts';
import type { Directories, DirectorySource } from './directories.ts';
import { arrivalOf } from './directory-arrival.ts';

interface Dependencies {
  directories: Directories;
  lookup: SourceLookupService;
  sources: IdentitySourceService;
  people: SourcePersonService;
  reports: SourceReportService;
  users: UserService;
  audit: AuditService;
  clock: Clock;
}

/** Somebody looks at a page while it is asked. */
const WITHIN_MS = 20 * SECOND_MS;
/** Questions about groups at once, over one connection. */
const TOGETHER = 4;

interface Found {
  person: DirectoryPerson;
  arrival: Arrival;
}

/** What administrators see of a directory and bring from it. But for the import it makes nothing. */
export class DirectoryPeopleService {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** As it would be saved. A stored secret goes only where it was meant for. */
  async preview(actor: Actor, { id, source: input }: { id: string; source: IdentitySourceInput }) {
    const { sources, clock } = this.#deps;
    await sources.refuseUnusable(actor, input);
    if (input.kind !== 'ldap') {
      throw new AppError('identity_source.not_found');
    }
    if (id !== '') {
      sources.refuseSecretElsewhere(await sources.get(id), input);
    }
    const source: DirectorySource = { ...input, id: id || `new ${actor.userId}`, updatedAt: clock.now() };
    const secret = input.secret === '' ? undefined : new Secret(input.secret);
    return this.#rows(actor.language, source, PREVIEWED_PEOPLE, secret, (directory) =>
      directory.list(PREVIEWED_PEOPLE + 1, { cut: true }),
    );
  }

  async search({ language }: Actor, id: string, keyword: string) {
    const source = await this.#deps.lookup.openById('ldap', id);
    return this.#rows(language, source, LISTED_PEOPLE, undefined, (directory) =>
      directory.search(keyword, LISTED_PEOPLE + 1),
    );
  }

  /** What it says of somebody, with all that is kept there. */
  async test(actor: Actor, id: string, username: string): Promise<SourceTest> {
    const source = await this.#deps.lookup.openById('ldap', id);
    const found = await this.#ask(source, undefined, async (directory) => {
      const person = await directory.findByName(username, { whole: true });
      return person && { person, arrival: arrivalOf(source, person, await directory.groupsOf(person)) };
    });
    if (!found) {
      const params = { name: source.name, account: username };
      throw new AppError('source.not_in_directory', { params, fields: ['username'] });
    }
    return this.#deps.reports.report(actor, found.arrival, {
      raw: [{ part: 'entry', value: found.person.shown }],
      isMailVerified: null,
      hasFactor: null,
      accountState: found.person.state,
    });
  }

  /** Whoever holds every right chose them, so the rules for who is made do not hold; what the others give does. */
  async import(actor: Actor, id: string, subjects: readonly string[]) {
    const { lookup, sources, people, audit } = this.#deps;
    await sources.refuseOthers(actor);
    const source = await lookup.openById('ldap', id);
    const found = await this.#ask(source, undefined, async (directory) => {
      const persons = await directory.listByIds([...new Set(subjects)].slice(0, IMPORTED_AT_ONCE));
      return this.#withGroups(source, directory, [...persons.values()]);
    });
    const created: string[] = [];
    const refused: { name: string; reason: string }[] = [];
    for (const { person, arrival } of found) {
      const name = person.username || person.dn;
      try {
        refuseInactive(source, person);
        if ((await people.recognise(arrival, { isPicked: true })).kind === 'created') {
          await people.settle(actor, arrival, { isPicked: true, isLogin: false });
          created.push(name);
        }
      } catch (error) {
        refused.push({ name, reason: sentenceOf(error, actor.language) });
      }
    }
    const object = { type: 'identity-source', id: source.id, name: source.name };
    const detail = { created, refused: refused.length };
    await audit.writeAlone(actor, { action: 'identity-source.imported', object, detail });
    return { created: created.length, refused };
  }

  async #rows(
    language: Language,
    source: DirectorySource,
    most: number,
    secret: Secret | undefined,
    list: (directory: LdapDirectory) => Promise<DirectoryPerson[]>,
  ): Promise<{ people: PersonRow[]; isCut: boolean }> {
    const { found, isCut } = await this.#ask(source, secret, async (directory) => {
      const persons = await list(directory);
      return {
        found: await this.#withGroups(source, directory, persons.slice(0, most)),
        isCut: persons.length > most,
      };
    });
    const people: PersonRow[] = [];
    for (const one of found) {
      people.push(await this.#row(language, source, one));
    }
    return { people, isCut };
  }

  #withGroups(
    source: DirectorySource,
    directory: LdapDirectory,
    persons: readonly DirectoryPerson[],
  ): Promise<Found[]> {
    return inParallel(persons, TOGETHER, async (person) => ({
      person,
      arrival: arrivalOf(source, person, await directory.groupsOf(person)),
    }));
  }

  async #row(language: Language, source: DirectorySource, { person, arrival }: Found): Promise<PersonRow> {
    const { id: subject, dn, username, nickname, mail, state } = person;
    const shown = {
      subject,
      dn,
      username,
      nickname,
      mail,
      state,
      groups: [...arrival.groups],
      keyCount: arrival.sshKeys?.length ?? 0,
    };
    try {
      const found = await this.#deps.people.recognise(arrival);
      if (found.kind === 'created') {
        refuseInactive(source, person);
        return { ...shown, outcome: 'created', account: found.username, reason: '' };
      }
      const { username: account } = await this.#deps.users.get(found.userId);
      return { ...shown, outcome: 'known', account, reason: '' };
    } catch (error) {
      return { ...shown, outcome: 'refused', account: '', reason: sentenceOf(error, language) };
    }
  }

  async #ask<Answer>(
    source: DirectorySource,
    secret: Secret | undefined,
    question: (directory: LdapDirectory) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await this.#deps.directories.ask(source, { withinMs: WITHIN_MS, secret }, question);
    } catch (error) {
      throw sourceError(source, error);
    }
  }
}

/** Nobody is made who could not come in. */
export function refuseInactive({ name }: { name: string }, { username, state }: DirectoryPerson): void {
  if (state !== 'active') {
    throw new AppError('source.inactive', { params: { name, account: username } });
  }
}

function sentenceOf(error: unknown, language: Language): string {
  if (error instanceof AppError) {
    return translate(ERROR_WORDS[error.code], language, error.params);
  }
  throw error;
}
