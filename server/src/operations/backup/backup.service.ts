import type { Reauthentication } from '@jadegate/contract/identity/account';
import { SUPER_ADMIN_ID } from '@jadegate/contract/identity/role';
import { MENU_IDS } from '@jadegate/contract/menu';
import {
  BACKUP_NAMES,
  exportBackup,
  importBackup,
  type BackupExisting,
  type BackupExport,
  type BackupImport,
  type BackupPreview,
  type BackupResult,
} from '@jadegate/contract/operations/backup';

import type { Database } from '../../db/database.ts';
import type { AccessSecurityService } from '../../identity/access-security/access-security.service.ts';
import type { ReauthenticationService } from '../../identity/auth/reauthentication.service.ts';
import type { RoleService } from '../../identity/role/role.service.ts';
import type { SignInMeansService } from '../../identity/sign-in-means/sign-in-means.service.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { readContent, writeContent } from './backup.content.ts';
import { openBackup, sealBackup } from './backup.format.ts';
import { makePlan, type Plan, type State } from './backup.plan.ts';
import { BackupStore } from './backup.store.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  roles: RoleService;
  signInMeans: SignInMeansService;
  reauthentication: ReauthenticationService;
  accessSecurity: AccessSecurityService;
  audit: AuditService;
  clock: Clock;
  version: string;
  distributedLock: DistributedLockService;
}

interface RestoreOptions {
  existing: BackupExisting;
  firstAdministrator: BackupExisting;
}

interface BackupFile {
  filename: string;
  body: Buffer;
}

const STATES: readonly State[] = ['new', 'same', 'different', 'conflict'];
const OBJECT = { type: 'backup', id: '', name: '' };

/** All configuration as one file, and back. The file opens everything, so only who holds everything gets it. */
export class BackupService {
  readonly #deps: Dependencies;
  readonly #store: BackupStore;
  /** One at a time: each needs the memory of the whole file and of one key derivation. */
  #isBusy = false;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#store = new BackupStore(dependencies.database, dependencies.vault);
  }

  async export(actor: Actor, { passphrase, ...proof }: BackupExport): Promise<BackupFile> {
    await this.#refuseUnlessFull(actor);
    await this.#confirm(actor, exportBackup, proof);
    return this.exportFor(actor, new Secret(passphrase));
  }

  async preview(actor: Actor, file: Buffer, passphrase: string): Promise<BackupPreview> {
    await this.#refuseUnlessFull(actor);
    return this.#alone(async () => {
      const { created, product, content } = await openBackup(file, new Secret(passphrase));
      const incoming = readContent(content);
      const here = await this.#store.readSnapshot();
      const plan = makePlan(incoming, here, 'keep');
      const withAdministrator = makePlan(incoming, here, 'replace');
      return {
        created,
        product,
        sections: previewOf(plan),
        differsFirstAdministrator: stateOfAdministrator(withAdministrator) !== stateOfAdministrator(plan),
      };
    });
  }

  async import(actor: Actor, file: Buffer, input: BackupImport): Promise<BackupResult> {
    const { passphrase, password, totp, confirmLockout, ...options } = input;
    await this.#refuseUnlessFull(actor);
    await this.#confirm(actor, importBackup, { password, totp });
    return this.restoreFor(actor, file, new Secret(passphrase), options, confirmLockout);
  }

  /** Also for the operator, who holds the database anyway. */
  async exportFor(who: Actor | Caller, passphrase: Secret): Promise<BackupFile> {
    const { audit, clock, version } = this.#deps;
    return this.#alone(async () => {
      const content = await this.#store.readForFile();
      const created = new Date(clock.now());
      const about = { created: created.toISOString(), product: version };
      const body = await sealBackup(writeContent(content), passphrase, about);
      const counts = Object.fromEntries([...content.things].map(([name, list]) => [name, list.length]));
      await audit.writeAlone(who, { action: 'backup.exported', object: OBJECT, detail: counts });
      const stamp = familyTime(created.getTime()).replace(/\D/g, '');
      return { filename: `jadegate-backup-${stamp}.jgb`, body };
    });
  }

  async restoreFor(
    who: Actor | Caller,
    file: Buffer,
    passphrase: Secret,
    options: RestoreOptions,
    isLockoutConfirmed = true,
  ): Promise<BackupResult> {
    const { database, signInMeans, accessSecurity, audit } = this.#deps;
    return this.#alone(async () => {
      const { created, product, content } = await openBackup(file, passphrase);
      const incoming = readContent(content);
      const restore = () =>
        database.transactLong(async (tx) => {
          const plan = makePlan(incoming, await this.#store.readAll(tx), options.firstAdministrator);
          if ('userId' in who) {
            const rules = this.#store.rulesAfter(plan, options.existing);
            await accessSecurity.refuseLockout(who, isLockoutConfirmed, rules);
          }
          const { changedUsers, counts } = await this.#store.write(plan, options.existing, tx);
          for (const id of changedUsers) {
            const own = 'userId' in who && who.userId === id ? who.loginId : undefined;
            await signInMeans.endAllOf(id, tx, own);
          }
          const detail = { created, product, ...options, counts };
          await audit.write(who, { action: 'backup.restored', object: OBJECT, detail }, tx);
          return counts;
        });
      // Another server must not write another file into the middle of it.
      const busy = () => new AppError('backup.busy');
      const result = await this.#deps.distributedLock.withLock(
        'backup-restore',
        { patienceMs: 0, busy },
        () => this.#refusingClashes(restore),
      );
      accessSecurity.forget();
      return { sections: result };
    });
  }

  /** The compiler knows every table and the plan every name; what still clashes was changed while this ran. */
  async #refusingClashes<Result>(work: () => Promise<Result>): Promise<Result> {
    const { engine } = this.#deps.database;
    try {
      return await work();
    } catch (error) {
      if (engine.isUniqueViolation(error) || engine.isForeignKeyViolation(error)) {
        throw new AppError('backup.invalid', { params: { place: 'database' }, cause: error });
      }
      throw error;
    }
  }

  async #refuseUnlessFull(actor: Actor): Promise<void> {
    const held = await this.#deps.roles.menusOf({ id: actor.userId });
    if (!MENU_IDS.every((id) => held.includes(id))) {
      throw new AppError('backup.needs_every_right');
    }
  }

  async #confirm(
    actor: Actor,
    asking: typeof exportBackup | typeof importBackup,
    proof: Reauthentication,
  ): Promise<void> {
    try {
      await this.#deps.reauthentication.confirm(actor, asking, proof);
    } catch (error) {
      await this.#deps.audit.writeAlone(actor, {
        action: 'backup.refused',
        object: OBJECT,
        result: 'failure',
      });
      throw error;
    }
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) {
      throw new AppError('backup.busy');
    }
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }
}

function stateOfAdministrator({ sections }: Plan): State | undefined {
  const users = sections.find(({ section }) => section.name === 'users');
  return users?.things.find(({ id }) => id === SUPER_ADMIN_ID)?.state;
}

function previewOf({ sections, loose }: Plan): BackupPreview['sections'] {
  return sections.map(({ section, things }) => {
    const all = [
      ...things.map(({ state, label }) => ({ state, label })),
      ...loose
        .filter((secret) => secret.section === section.name)
        .map(({ state, name }) => ({ state, label: name })),
    ];
    const groups = STATES.map((state) => {
      const labels = all.filter((one) => one.state === state).map(({ label }) => label);
      return [state, { count: labels.length, names: labels.slice(0, BACKUP_NAMES) }];
    });
    return { section: section.name, ...Object.fromEntries(groups) } as BackupPreview['sections'][number];
  });
}
