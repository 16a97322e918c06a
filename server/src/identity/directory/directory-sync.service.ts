import type { SourceCounts } from '@jadegate/contract/identity/identity-source';

import type { Database, Tx } from '../../db/database.ts';
import { SYSTEM_CALLER } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, SECOND_MS } from '../../kernel/clock.ts';
import { inParallel } from '../../kernel/in-parallel.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DirectoryPerson, LdapDirectory } from '../../protocols/ldap/ldap-directory.ts';
import { SourceFailure } from '../../protocols/source-failure.ts';
import type { LoginService } from '../auth/login.service.ts';
import type { SourcePersonService, Standing } from '../identity-source/source-person.service.ts';
import type { SourceVisitor, VisitReport } from '../identity-source/source-visit.service.ts';
import type { Arrival } from '../identity-source/source.interface.ts';
import type { SignInMeansService } from '../sign-in-means/sign-in-means.service.ts';
import type { UserService } from '../user/user.service.ts';
import type { Directories, DirectorySource } from './directories.ts';
import { arrivalOf } from './directory-arrival.ts';
import { isDisabledBy, isForAWhile, isTooMany, lossOf, type Loss } from './directory-sync.policy.ts';

interface Dependencies {
  database: Database;
  directories: Directories;
  people: SourcePersonService;
  users: UserService;
  logins: LoginService;
  signInMeans: SignInMeansService;
  audit: AuditService;
}

const WITHIN_MS = 15 * MINUTE_MS;
const LIMITS = { connectMs: 5 * SECOND_MS, answerMs: 30 * SECOND_MS };
/** Everybody of a directory whose people are brought in; more is refused and not cut off. */
const MOST_PEOPLE = 20_000;
const TOGETHER = 4;
const NAMED_LOSSES = 50;
const NAMED_SKIPS = 20;

/** Somebody as the directory has them now. */
interface Seen {
  person: DirectoryPerson;
  arrival: Arrival;
}

/** What is to be done. */
interface Plan {
  losses: { standing: Standing; loss: Loss }[];
  changed: { standing: Standing; arrival: Arrival }[];
  /** Those who would lose everything that the source gave, and stay. */
  stripped: Standing[];
  created: Arrival[];
  people: number;
}

/**
 * Brings the people of a directory in line with it. Everything is asked before anything is written, so that a directory
 * which falls silent in the middle takes nothing from anybody; and what would take too much waits for somebody to say so.
 */
export class DirectorySyncService implements SourceVisitor<'ldap'> {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  everyMs({ syncMinutes }: DirectorySource['config']): number {
    return syncMinutes * MINUTE_MS;
  }

  async visit(
    source: DirectorySource,
    { allowedLosses, signal }: { allowedLosses: number; signal: AbortSignal },
  ): Promise<VisitReport> {
    const standings = await this.#deps.people.listStandings(source.id);
    const seen = await this.#see(source, standings);
    const plan = this.#plan(standings, seen);
    const { losses, stripped } = plan;
    const losing = [...losses.map(({ standing }) => standing).filter(isDisabledBy), ...stripped];
    // Those who have left long since are none of those who could lose something.
    const of = standings.filter(({ user }) => user.status === 'enabled').length;
    if (isTooMany(losing.length, of) && losing.length > allowedLosses) {
      const names = losing.slice(0, NAMED_LOSSES).map(({ user }) => user.username);
      return { hold: { count: losing.length, of, names } };
    }
    return this.#carryOut(source, plan, signal);
  }

  /** Those who are known here, and where everybody is brought in the others, with the groups of whoever is active. */
  async #see(source: DirectorySource, standings: readonly Standing[]): Promise<Map<string, Seen>> {
    const { directories } = this.#deps;
    const asking = { withinMs: WITHIN_MS, limits: LIMITS };
    const seen = await directories.ask(source, asking, async (directory) => {
      const persons = await this.#find(source, directory, standings);
      return inParallel(persons, TOGETHER, async (person): Promise<Seen> => {
        const groups = person.state === 'active' ? await directory.groupsOf(person) : [];
        return { person, arrival: arrivalOf(source, person, groups) };
      });
    });
    return new Map(seen.map((one) => [one.person.id, one]));
  }

  async #find(
    source: DirectorySource,
    directory: LdapDirectory,
    standings: readonly Standing[],
  ): Promise<DirectoryPerson[]> {
    if (!source.config.importsAll) {
      const found = await directory.listByIds(standings.map(({ identity }) => identity.subject));
      return [...found.values()];
    }
    try {
      return await directory.list(MOST_PEOPLE);
    } catch (error) {
      throw error instanceof SourceFailure && error.reason.startsWith('more than')
        ? new AppError('source.too_many_people', {
            params: { name: source.name, most: MOST_PEOPLE },
            cause: error,
          })
        : error;
    }
  }

  #plan(standings: readonly Standing[], seen: ReadonlyMap<string, Seen>): Plan {
    const { people } = this.#deps;
    const known = new Set(standings.map(({ identity }) => identity.subject));
    const fresh = [...seen.values()].filter(
      ({ person, arrival }) =>
        !known.has(person.id) && person.state === 'active' && people.isAdmitted(arrival),
    );
    const plan: Plan = {
      losses: [],
      changed: [],
      stripped: [],
      created: fresh.map(({ arrival }) => arrival),
      people: standings.length,
    };
    for (const standing of standings) {
      const one = seen.get(standing.identity.subject);
      const loss = lossOf(one?.person);
      if (loss !== undefined || !one) {
        plan.losses.push({ standing, loss: loss ?? 'gone' });
        continue;
      }
      const changes = people.changesFor(one.arrival, standing);
      if (changes) {
        plan.changed.push({ standing, arrival: one.arrival });
      }
      const isGivenNothing = changes?.grants?.isEmptied === true;
      if (isGivenNothing && standing.user.status === 'enabled') {
        plan.stripped.push(standing);
      }
    }
    return plan;
  }

  async #carryOut(source: DirectorySource, plan: Plan, signal: AbortSignal): Promise<VisitReport> {
    const { database, people } = this.#deps;
    const counts: SourceCounts = {
      people: plan.people,
      created: 0,
      changed: 0,
      disabled: 0,
      enabled: 0,
      skipped: 0,
    };
    const skips: NonNullable<VisitReport['skips']>[number][] = [];
    const each = async (name: string, work: () => Promise<void>) => {
      signal.throwIfAborted();
      try {
        await work();
      } catch (error) {
        if (!(error instanceof AppError)) {
          throw error;
        }
        counts.skipped += 1;
        if (skips.length < NAMED_SKIPS) {
          skips.push({ name, code: error.code, params: error.params });
        }
      }
    };
    for (const { standing, loss } of plan.losses) {
      await each(standing.user.username, async () => {
        counts.disabled += (await database.transact((tx) => this.#take(source, standing, loss, tx))) ? 1 : 0;
      });
    }
    for (const { standing, arrival } of plan.changed) {
      await each(standing.user.username, async () => {
        await database.transact((tx) => people.bring(SYSTEM_CALLER, arrival, standing.identity.id, tx));
        counts[standing.user.disabled_by === source.key ? 'enabled' : 'changed'] += 1;
      });
    }
    for (const arrival of plan.created) {
      await each(arrival.username || arrival.subject, async () => {
        await people.settle(SYSTEM_CALLER, arrival, { isLogin: false });
        counts.created += 1;
        counts.people += 1;
      });
    }
    return { counts, skips };
  }

  /**
   * Whom the source made is disabled here, on every way in; of an account that is kept here it takes back what it gave, and
   * its logins by this source end.
   */
  async #take(source: DirectorySource, standing: Standing, loss: Loss, tx: Tx): Promise<boolean> {
    const { people, users, logins, signInMeans, audit } = this.#deps;
    const { user, identity } = standing;
    if (!isDisabledBy(standing)) {
      if (identity.made === 0) {
        await people.takeBack(SYSTEM_CALLER, source, identity.id, tx);
        await logins.endBySource(source.id, { userId: user.id }, tx);
      }
      return false;
    }
    await users.setStatus(user.id, 'disabled', tx, source.key);
    await (isForAWhile(loss) ? logins.endAllOf(user.id, tx) : signInMeans.endAllOf(user.id, tx));
    const object = { type: 'user', id: user.id, name: user.username };
    const detail = { source: source.name, why: loss };
    await audit.write(SYSTEM_CALLER, { action: 'user.disabled', object, detail }, tx);
    return true;
  }
}
