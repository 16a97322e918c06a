import type { Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/logger.ts';
import { Secret } from '../../kernel/secret.ts';
import type { DirectoryPerson } from '../../protocols/ldap/ldap-directory.ts';
import { SourceFailure } from '../../protocols/source-failure.ts';
import type { PasswordJudge, PasswordVerdict } from '../auth/sign-in.interface.ts';
import type { SourceLookupService } from '../identity-source/source-lookup.service.ts';
import type { SourcePersonService } from '../identity-source/source-person.service.ts';
import { sourceError, type Arrival } from '../identity-source/source.interface.ts';
import type { User, UserService } from '../user/user.service.ts';
import type { Directories, DirectorySource } from './directories.ts';
import { arrivalOf, isNameOf } from './directory-arrival.ts';
import { refuseInactive } from './directory-people.service.ts';

interface Dependencies {
  directories: Directories;
  lookup: SourceLookupService;
  people: SourcePersonService;
  users: UserService;
  /** A directory did not answer at the door. */
  noteSilent: (sourceId: string) => Promise<void>;
  logger: Logger;
}

/** Somebody whom a directory has found, or nobody. */
interface Found {
  source: DirectorySource;
  person: DirectoryPerson | undefined;
}

/**
 * Passwords of people whom a directory knows. It is asked who has the name, and then whether it takes the password;
 * nothing of that is kept. An account that is kept here goes before one of the same name elsewhere, and is never taken for
 * it. Every attempt that fails asks every directory as much, whoever it is about: neither the time nor the answer tells
 * which names there are, nor where.
 */
export class DirectoryPasswordService implements PasswordJudge {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  async isJudgedHere(username: string): Promise<boolean> {
    const sources = await this.#sources();
    const user = sources.length === 0 ? undefined : await this.#deps.users.findByUsername(username);
    return sources.length === 0 || (user !== undefined && !(await this.#own(sources, user)));
  }

  async judge(caller: Caller, username: string, password: string): Promise<PasswordVerdict> {
    const { users } = this.#deps;
    const user = await users.findByUsername(username);
    const standing = await users.standing(user?.id ?? '');
    if ((await users.isPassword(user, password)) && user) {
      return { kind: 'right', user, standing, vouching: undefined };
    }
    const sources = await this.#sources();
    if (sources.length === 0) {
      return { kind: 'wrong', away: undefined };
    }
    const own = user && (await this.#own(sources, user));
    const given = new Secret(password);
    return own
      ? this.#judgeKnown(caller, { sources, own, username, password: given })
      : this.#judgeByName(caller, { sources, username, password: given, isTaken: user !== undefined });
  }

  async isPassword(user: User, password: string): Promise<boolean> {
    if (await this.#deps.users.isPassword(user, password)) {
      return true;
    }
    const own = await this.#own(await this.#sources(), user);
    if (!own) {
      return false;
    }
    try {
      const { person } = await this.#findById(own.source, own.subject);
      return (
        person?.state === 'active' &&
        (await this.#takes({ source: own.source, person }, new Secret(password)))
      );
    } catch (error) {
      throw sourceError(own.source, error);
    }
  }

  async keeperOf(userId: string): Promise<string | undefined> {
    const identities = await this.#deps.people.listIdentities(userId);
    const sources = await this.#sources();
    const made = identities.find(({ made }) => made === 1);
    return sources.find(({ id }) => id === made?.source_id)?.name;
  }

  /** Whom a directory knows by this name and password; undefined where nobody is. */
  async vouchFor(source: DirectorySource, username: string, password: string): Promise<Arrival | undefined> {
    try {
      const found = await this.#findByName(source, username);
      const isRight = await this.#takes(found, new Secret(password));
      if (!isRight || !found.person) {
        return undefined;
      }
      return await this.#arrive(source, found.person);
    } catch (error) {
      throw sourceError(source, error);
    }
  }

  /** Only the directory that knows the person decides; the others are asked for nobody meanwhile. */
  async #judgeKnown(
    caller: Caller,
    {
      sources,
      own: { source, subject },
      username,
      password,
    }: {
      sources: readonly DirectorySource[];
      own: { source: DirectorySource; subject: string };
      username: string;
      password: Secret;
    },
  ): Promise<PasswordVerdict> {
    const others = this.#all(
      sources.filter(({ id }) => id !== source.id),
      async (one) => {
        await this.#findByName(one, username);
        await this.#takes({ source: one, person: undefined }, password);
      },
    );
    // Where this one lets the person in, nobody waits for the others.
    others.catch(() => undefined);
    const [answer] = await this.#all([source], async (one) => {
      const found = await this.#findById(one, subject);
      return { found, isRight: await this.#takes(found, password) };
    });
    const person = answer?.value?.isRight ? answer.value.found.person : undefined;
    return person ? this.#admit(caller, source, person) : this.#wrong([answer, ...(await others)]);
  }

  /** A name that several directories have is nobody's: the password of one of them must not be shown to another. */
  async #judgeByName(
    caller: Caller,
    {
      sources,
      username,
      password,
      isTaken,
    }: { sources: readonly DirectorySource[]; username: string; password: Secret; isTaken: boolean },
  ): Promise<PasswordVerdict> {
    const looks = await this.#all(sources, (source) => this.#findByName(source, username));
    const having = looks.flatMap(({ value }) => (value?.person ? [value] : []));
    const isSure = looks.every(({ failure }) => failure === undefined);
    const [only] = isSure && !isTaken && having.length === 1 ? having : [];
    const tries = await this.#all(
      sources.filter((_, at) => looks[at]?.failure === undefined),
      (source) => this.#takes(only?.source.id === source.id ? only : { source, person: undefined }, password),
    );
    return only?.person && tries.some(({ value }) => value === true)
      ? this.#admit(caller, only.source, only.person)
      : this.#wrong([...looks, ...tries]);
  }

  /** The password is theirs. Whether they may come in is decided by the rules of the source, and then as for everybody. */
  async #admit(caller: Caller, source: DirectorySource, person: DirectoryPerson): Promise<PasswordVerdict> {
    const { people, users } = this.#deps;
    try {
      const arrival = await this.#arrive(source, person);
      const { user, rule } = await people.settle(caller, arrival);
      const vouching = { sourceId: source.id, sid: '', name: source.name, rule, hasFactor: false };
      return { kind: 'right', user, standing: await users.standing(user.id), vouching };
    } catch (error) {
      const known = sourceError(source, error);
      if (known instanceof AppError) {
        return { kind: 'refused', error: known, source: source.name };
      }
      throw error;
    }
  }

  /**
   * With what they are in, and only of an account that may be used. A lock whose time is over may stay written down until
   * somebody's password is right: they are looked at once more.
   */
  #arrive(source: DirectorySource, person: DirectoryPerson): Promise<Arrival> {
    return this.#deps.directories.askAtDoor(source, async (directory) => {
      const now = person.state === 'locked' ? await directory.findById(person.id) : person;
      refuseInactive(source, now ?? person);
      return arrivalOf(source, now ?? person, await directory.groupsOf(person));
    });
  }

  #findByName(source: DirectorySource, username: string): Promise<Found> {
    return this.#deps.directories.askAtDoor(source, async (directory) => {
      const person = await directory.findByName(username);
      return { source, person: person && isNameOf(person, username) ? person : undefined };
    });
  }

  #findById(source: DirectorySource, subject: string): Promise<Found> {
    return this.#deps.directories.askAtDoor(source, async (directory) => ({
      source,
      person: await directory.findById(subject),
    }));
  }

  #takes({ source, person }: Found, password: Secret): Promise<boolean> {
    return this.#deps.directories.takes(source, person, password);
  }

  #wrong(answers: readonly ({ source: DirectorySource; failure?: unknown } | undefined)[]): PasswordVerdict {
    const away = answers.find((answer) => answer?.failure !== undefined);
    return { kind: 'wrong', away: away?.source.name };
  }

  /** All at once. What fails is told of by the log, and is found out by the next visit. */
  #all<Answer>(
    sources: readonly DirectorySource[],
    ask: (source: DirectorySource) => Promise<Answer>,
  ): Promise<{ source: DirectorySource; value?: Answer; failure?: SourceFailure }[]> {
    const { directories, noteSilent, logger } = this.#deps;
    return Promise.all(
      sources.map(async (source) => {
        const wasSilent = directories.isSilent(source);
        try {
          return { source, value: await ask(source) };
        } catch (error) {
          if (!(error instanceof SourceFailure)) {
            throw error;
          }
          if (!wasSilent) {
            const { kind, reason } = error;
            logger.warn({ source: source.key, kind, reason }, 'a directory did not answer at the door');
            await noteSilent(source.id);
          }
          return { source, failure: error };
        }
      }),
    );
  }

  #sources(): Promise<DirectorySource[]> {
    return this.#deps.lookup.listEnabledOf('ldap');
  }

  /** The directory in which somebody is known. */
  async #own(
    sources: readonly DirectorySource[],
    { id }: User,
  ): Promise<{ source: DirectorySource; subject: string } | undefined> {
    const identities = await this.#deps.people.listIdentities(id);
    for (const { source_id, subject } of identities) {
      const source = sources.find((one) => one.id === source_id);
      if (source) {
        return { source, subject };
      }
    }
    return undefined;
  }
}
