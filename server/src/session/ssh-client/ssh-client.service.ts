import type { OwnSshConfig, SshHelp } from '@jadegate/contract/session/ssh-client';
import { printSshUserName, sshAssetName, sshHandle } from '@jadegate/contract/session/ssh-user-name';

import type { AssetTargetService } from '../../access/asset/asset-target.service.ts';
import type { AccessService } from '../../access/authorised/access.service.ts';
import type { WorkerAssetService } from '../../access/authorised/worker-asset.service.ts';
import type { Database } from '../../db/database.ts';
import type { SignInRulesService } from '../../identity/auth/sign-in-rules.service.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { MINUTE_MS, type Clock } from '../../kernel/clock.ts';
import { familyTime } from '../../kernel/family-time.ts';
import { hashToken, newToken } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import { SshClientRepository } from './ssh-client.repository.ts';
import { writeSshConfig } from './ssh-config.ts';

interface Dependencies {
  database: Database;
  access: Pick<AccessService, 'decide' | 'mayUseAll'>;
  workerAssets: Pick<WorkerAssetService, 'listNamed'>;
  assetTargets: Pick<AssetTargetService, 'resolve'>;
  rules: SignInRulesService;
  audit: AuditService;
  clock: Clock;
  /** Where clients reach the door, for somebody who came to this host. */
  door: (reachedAt: string) => Promise<{ host: string; port: number }>;
}

/** A client reads the whole file at each connection. */
const MOST_ASSETS = 2000;
/** The last use is written at most this often. */
const USE_STEP_MS = MINUTE_MS;

/** What people need so that their own SSH clients find the way: lines for one asset, and a configuration for all. */
export class SshClientService {
  readonly #deps: Dependencies;
  readonly #tokens: SshClientRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#tokens = new SshClientRepository(dependencies.database);
  }

  /** An asset that one may not use and one that is not there are the same to the caller. */
  async help({ userId, username: person }: Actor, assetId: string): Promise<SshHelp> {
    const { access, assetTargets } = this.#deps;
    const decision = await access.decide(userId, assetId, 'run');
    const target = decision.allowed ? await assetTargets.resolve(assetId) : undefined;
    if (!target) {
      throw new AppError('asset.not_found');
    }
    if (target.protocol !== 'ssh') {
      throw new AppError('ssh_help.not_ssh');
    }
    const { name } = target;
    const asset = (await this.#tokens.isNameShared(name))
      ? sshHandle(assetId)
      : sshAssetName({ id: assetId, name });
    const { channels, flags, limits } = decision;
    return {
      user: printSshUserName({ person, asset }),
      person,
      asset,
      account: (await target.account()).username,
      channels,
      upload: flags.upload,
      download: flags.download,
      commandsOnly: limits.commandsOnlyOf !== null,
    };
  }

  async getOwn({ userId }: Actor): Promise<OwnSshConfig> {
    const found = await this.#tokens.findOf(userId);
    return {
      isMade: found !== undefined,
      created: familyTime(found?.created_at ?? null),
      lastUsed: familyTime(found?.last_used_at ?? null),
      lastAddress: found?.last_address ?? '',
    };
  }

  async make(actor: Actor): Promise<{ token: string }> {
    const { database, audit, clock } = this.#deps;
    const token = newToken();
    const record = {
      user_id: actor.userId,
      token_hash: hashToken(token),
      created_at: clock.now(),
      last_used_at: null,
      last_address: '',
    };
    await database.transact(async (tx) => {
      await this.#tokens.put(record, tx);
      await audit.write(actor, { action: 'account.ssh-config-made', object: about(actor) }, tx);
    });
    return { token };
  }

  async revoke(actor: Actor): Promise<void> {
    const { database, audit } = this.#deps;
    await database.transact(async (tx) => {
      if (!(await this.#tokens.remove(actor.userId, tx))) {
        throw new AppError('ssh_config.not_found');
      }
      await audit.write(actor, { action: 'account.ssh-config-revoked', object: about(actor) }, tx);
    });
  }

  /**
   * The file of whoever the token belongs to, as a login of theirs from this address would be decided. Whatever speaks
   * against it answers as if there were no such token.
   */
  async read({ address, language }: Caller, token: string, reachedAt: string): Promise<string> {
    const { access, rules, clock, workerAssets, door } = this.#deps;
    const owner = await this.#tokens.findOwner(hashToken(token));
    const shown = { door: 'token', isProven: true, factor: 'unasked' } as const;
    const answer = owner && (await rules.decide({ ...shown, address, person: owner }));
    if (!owner || answer?.kind !== 'allowed') {
      throw new AppError('ssh_config.not_found');
    }
    const now = clock.now();
    if (now - (owner.last_used_at ?? 0) >= USE_STEP_MS) {
      await this.#tokens.markUsed(owner.id, now, address);
    }
    const found = (await access.mayUseAll(owner.id))
      ? await this.#tokens.listSsh(MOST_ASSETS + 1)
      : await workerAssets.listNamed(owner.id, 'ssh', MOST_ASSETS + 1);
    return writeSshConfig({
      person: owner.username,
      door: await door(reachedAt),
      assets: found.slice(0, MOST_ASSETS),
      hasMore: found.length > MOST_ASSETS,
      language,
    });
  }
}

function about({ userId, username }: Actor) {
  return { type: 'user', id: userId, name: username };
}
