import { rm } from 'node:fs/promises';
import path from 'node:path';

import type {
  NextTerminalReport,
  NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import type { NextTerminalSection } from '@jadegate/contract/operations/next-terminal-import.words';

import type { InspectPrivateKey } from '../../access/credential/credential.service.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { DefaultStorageService } from '../../files/storage/default-storage.service.ts';
import type { AccessSecurityService } from '../../identity/access-security/access-security.service.ts';
import type { UserService } from '../../identity/user/user.service.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { runInBackground } from '../../kernel/defects.ts';
import { inChunks, yieldToEventLoop } from '../../kernel/in-chunks.ts';
import { makePrivateFolder } from '../../kernel/private-files.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { DistributedLockService } from '../../platform/server-process/distributed-lock.service.ts';
import type { SettingService } from '../../platform/setting/setting.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { bringFiles, bringRecordings, type LooseDependencies } from './loose-sections.ts';
import { NextTerminalImportRepository } from './next-terminal-import.repository.ts';
import { OldCipher } from './old-cipher.ts';
import type { OldOrigin } from './old-origin.ts';
import { openOrigin, type OldPlace } from './open-origin.ts';
import { planCredentials, planGateways } from './plan-accounts.ts';
import { planAssets } from './plan-assets.ts';
import { planCommands, planGrants, planJobs, planStrategies } from './plan-grants.ts';
import { planAccessTokens, planJobLogs, planOthers, planSettings } from './plan-left.ts';
import { planGroups, planRoles, planUsers } from './plan-people.ts';
import { planLoginLogs, planSessions, planStorageLogs } from './plan-records.ts';
import { planAccessRules, planLoginPolicies } from './plan-rules.ts';
import { planStorages } from './plan-storages.ts';
import { Tally, type PlanContext, type PlannedThing, type SectionPlanner } from './plan.ts';
import { proveKey } from './prove-key.ts';
import { refuseForeign } from './read-old.ts';

interface Dependencies extends Omit<LooseDependencies, 'rows'> {
  database: Database;
  vault: VaultService;
  audit: AuditService;
  users: Pick<UserService, 'hashOfNobodys'>;
  defaultStorages: Pick<DefaultStorageService, 'makeMissing'>;
  inspectPrivateKey: InspectPrivateKey;
  distributedLock: DistributedLockService;
  clock: Clock;
  dataDir: string;
  settings: Pick<SettingService, 'get'>;
  accessSecurity: Pick<AccessSecurityService, 'wouldShutOut' | 'forget'>;
}

export interface ImportOptions {
  encryptionKey: Secret;
  isDryRun: boolean;
  makesAdministrators: boolean;
  /** The folder of its recordings; without it none are brought. */
  recordings?: string | undefined;
  /** The folder of the files of its spaces; without it none are brought. */
  files?: string | undefined;
  /** Told before each section. */
  onSection?: (section: NextTerminalSection) => Promise<void> | void;
  /** Told now and then how many things of a section were looked at. */
  onProgress?: (done: number) => void;
  /** Told after each section what became of it. */
  onReport?: (report: NextTerminalReport) => Promise<void>;
  signal?: AbortSignal | undefined;
  /** How long it waits for another import; none where nothing is said. */
  patienceMs?: number;
}

type LooseSection = 'recordings' | 'space-files';
type RowSection = Exclude<NextTerminalSection, LooseSection>;

const OBJECT = { type: 'next-terminal', id: '', name: '' };
/** Below the data directory: what imports need there, and in it the copies that one is reading. */
export const IMPORTS_FOLDER = 'imports';
const COPIES = 'copies';
const THINGS_AT_ONCE = 200;
/**
 * Records of what happened: there may be hundreds of thousands, and in one transaction they would keep everybody else from
 * writing for longer than they wait. What of them was written stays, and the next run goes on behind it.
 */
const IN_PORTIONS: ReadonlySet<RowSection> = new Set(['sessions', 'login-logs', 'storage-logs']);
/** So many things are planned before others have their turn. */
const THINGS_PER_TURN = 100;

/**
 * Brings an old installation here, section by section, each wholly or not at all; records come in portions. What was brought
 * is remembered by its old id, so that one that broke off goes on, and a second one brings only what is new.
 */
export class NextTerminalImportService {
  readonly #deps: Dependencies;
  readonly #rows: NextTerminalImportRepository;
  readonly #loose: LooseDependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new NextTerminalImportRepository(dependencies.database);
    this.#loose = { ...dependencies, rows: this.#rows };
  }

  run(who: Actor | Caller, where: OldPlace, options: ImportOptions): Promise<NextTerminalReport> {
    const busy = () => new AppError('next_terminal.busy');
    return this.#deps.distributedLock.withLock(
      'next-terminal-import',
      { patienceMs: options.patienceMs ?? 0, busy },
      async () => {
        // Whatever one that broke off has left; nobody else works there.
        const folder = path.join(this.#deps.dataDir, IMPORTS_FOLDER, COPIES);
        await rm(folder, { recursive: true, force: true });
        makePrivateFolder(folder);
        try {
          const origin = await openOrigin(where, folder);
          // Whoever waits for an answer of it is not kept waiting.
          const leave = () => runInBackground(origin.close(), 'closing an old installation');
          options.signal?.addEventListener('abort', leave, { once: true });
          try {
            options.signal?.throwIfAborted();
            return await this.#run(who, origin, options);
          } finally {
            options.signal?.removeEventListener('abort', leave);
            await origin.close();
          }
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      },
    );
  }

  async #run(who: Actor | Caller, origin: OldOrigin, options: ImportOptions): Promise<NextTerminalReport> {
    const { isDryRun, recordings, files } = options;
    await refuseForeign(origin);
    const cipher = new OldCipher(options.encryptionKey);
    await proveKey(origin, cipher);
    const context = await this.#context(origin, cipher, who, options);
    const report: NextTerminalReport = { origin: origin.kind, isDryRun, sections: [], roles: context.roles };
    const done = async (section: NextTerminalSectionReport) => {
      report.sections.push(section);
      await options.onReport?.(report);
      if (!isDryRun) {
        // As it goes along: what was brought is on record also where the rest breaks off.
        const detail = detailOf(section);
        await this.#deps.audit.writeAlone(who, { action: 'next-terminal.imported', object: OBJECT, detail });
      }
    };
    for (const [section, planner] of await this.#planners()) {
      await begin(section, options);
      await done(await this.#bring(section, planner, context, isDryRun));
      if (!isDryRun && section === 'storages') {
        await this.#deps.defaultStorages.makeMissing();
      }
      if (!isDryRun && section === 'access-rules') {
        this.#deps.accessSecurity.forget();
      }
    }
    if (files !== undefined) {
      await begin('space-files', options);
      await done(await bringFiles(this.#loose, context, files, options));
    }
    if (recordings !== undefined) {
      await begin('recordings', options);
      await done(await bringRecordings(this.#loose, context, recordings, options));
    }
    return report;
  }

  async #context(
    origin: OldOrigin,
    cipher: OldCipher,
    who: Actor | Caller,
    options: ImportOptions,
  ): Promise<PlanContext> {
    return {
      origin,
      cipher,
      ids: await this.#rows.knownIds(),
      names: await this.#rows.takenNames(),
      granted: await this.#rows.grantedPairs(),
      hasSpace: await this.#rows.peopleWithSpace(),
      makesAdministrators: options.makesAdministrators,
      inspectPrivateKey: this.#deps.inspectPrivateKey,
      now: this.#deps.clock.now(),
      roles: [],
      nicknames: new Map(),
      assetNames: new Map(),
      recorded: new Map(),
      spaces: new Map(),
      keptDays: {
        sessions: await this.#deps.settings.get('session-saved-limit'),
        logins: await this.#deps.settings.get('login-log-saved-limit'),
      },
      // The operator has `rescue`; whoever is at the page has nothing else than the page.
      shutsOut: async (rules) =>
        'userId' in who && this.#deps.accessSecurity.wouldShutOut(who.address, rules),
      pace: paceOf(options),
    };
  }

  async #planners(): Promise<[RowSection, SectionPlanner][]> {
    const taken = await this.#rows.takenUsernames();
    return [
      ['roles', planRoles],
      ['users', planUsers(taken, () => this.#deps.users.hashOfNobodys())],
      ['user-groups', planGroups],
      ['storages', planStorages],
      ['login-policies', planLoginPolicies],
      ['access-rules', planAccessRules],
      ['credentials', planCredentials],
      ['gateways', planGateways],
      ['assets', planAssets],
      ['strategies', planStrategies],
      ['grants', planGrants],
      ['commands', planCommands],
      ['jobs', planJobs],
      ['sessions', planSessions],
      ['login-logs', planLoginLogs],
      ['storage-logs', planStorageLogs],
      ['job-logs', planJobLogs],
      ['access-tokens', planAccessTokens],
      ['settings', planSettings],
      ['others', planOthers],
    ];
  }

  async #bring(
    section: RowSection,
    planner: SectionPlanner,
    context: PlanContext,
    isDryRun: boolean,
  ): Promise<NextTerminalSectionReport> {
    const tally = new Tally(section);
    // Everything is read before anything is written: nobody waits to write for a server that is slow to answer.
    const planned: PlannedThing[][] = [];
    for await (const things of planner(context, tally)) {
      tally.bring(things.filter(({ kind }) => !PARTS.has(kind)).length);
      if (isDryRun) {
        continue;
      }
      if (IN_PORTIONS.has(section)) {
        await this.#writeWhole(section, things, context.now);
      } else {
        planned.push(things);
      }
    }
    await this.#writeWhole(section, planned.flat(), context.now);
    return tally.report();
  }

  async #writeWhole(section: RowSection, things: readonly PlannedThing[], at: number): Promise<void> {
    if (things.length === 0) {
      return;
    }
    const { database } = this.#deps;
    try {
      await database.transactLong((tx) => this.#write(things, at, tx));
    } catch (error) {
      const { engine } = database;
      const isChanged = engine.isUniqueViolation(error) || engine.isForeignKeyViolation(error);
      throw isChanged
        ? new AppError('next_terminal.changed_meanwhile', { params: { section }, cause: error })
        : error;
    }
  }

  async #write(things: readonly PlannedThing[], at: number, tx: Tx): Promise<void> {
    for (const some of inChunks(things, THINGS_AT_ONCE)) {
      await this.#rows.write(some, at, tx);
      const secrets = some.flatMap((thing) => thing.secrets ?? []);
      if (secrets.length > 0) {
        await this.#deps.vault.addMany(secrets, tx);
      }
      await yieldToEventLoop();
    }
  }
}

async function begin(
  section: NextTerminalSection,
  { signal, onSection }: Pick<ImportOptions, 'signal' | 'onSection'>,
): Promise<void> {
  signal?.throwIfAborted();
  await onSection?.(section);
}

/** What a file holds decides how much there is to do: it must not keep others waiting, and can be broken off anywhere. */
function paceOf({ signal, onProgress }: Pick<ImportOptions, 'signal' | 'onProgress'>) {
  let done = 0;
  return async () => {
    done += 1;
    if (done % THINGS_PER_TURN === 0) {
      signal?.throwIfAborted();
      onProgress?.(done);
      await yieldToEventLoop();
    }
  };
}

/** Not counted: what is only part of something that is. */
const PARTS: ReadonlySet<PlannedThing['kind']> = new Set([
  'user-role',
  'group-member',
  'policy-hours',
  'policy-user',
]);

function detailOf({
  section,
  found,
  brought,
  known,
  left,
  changed,
  leftOnes,
  changedOnes,
}: NextTerminalSectionReport) {
  const named = (remarks: typeof leftOnes) => remarks.map(({ name, reason }) => `${name}: ${reason}`);
  return {
    section,
    found,
    brought,
    known,
    left,
    changed,
    leftOnes: named(leftOnes),
    changedOnes: named(changedOnes),
  };
}
