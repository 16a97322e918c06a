import type { Duplex } from 'node:stream';

import type {
  AccessGateway,
  AccessGatewayInput,
  AccessGatewayQuery,
  AccessGatewayRow,
  GatewayTest,
} from '@jadegate/contract/access/access-gateway';
import { CREDENTIAL_SECRETS } from '@jadegate/contract/access/credential';
import { leadsElsewhere } from '@jadegate/contract/access/destination';
import type { Language } from '@jadegate/contract/language';
import type { Page } from '@jadegate/contract/paging';

import { refusingTaken, type Database, type Tx } from '../../db/database.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { differences } from '../../kernel/differences.ts';
import { newId } from '../../kernel/id.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import { dial, type DialOptions, type GatewayHop } from '../../protocols/dial/dial.ts';
import type { AssetRoute, Endpoint } from '../../protocols/dial/target.ts';
import { planSecrets, type InspectPrivateKey, type SecretPlan } from '../credential/credential.service.ts';
import type { HostKeyService } from '../host-key/host-key.service.ts';
import {
  AccessGatewayRepository,
  type GatewayRecord,
  type GatewayTableRow,
} from './access-gateway.repository.ts';
import { chainOf, checkParent } from './gateway-chain.ts';
import { GatewayMissing, GatewayPool, type PoolOptions } from './gateway-pool.ts';
import { presentRow, vaultOwner } from './gateway-present.ts';
import { testGateway } from './gateway-test.ts';

interface Dependencies {
  database: Database;
  vault: VaultService;
  hostKeys: HostKeyService;
  audit: AuditService;
  clock: Clock;
  inspectPrivateKey: InspectPrivateKey;
  /** Tests are less patient. */
  pool?: Partial<PoolOptions>;
}

export { GatewayMissing };

/** How many users of a gateway a refusal names before it only counts. */
const NAMED_USERS = 3;
const ROOT = 'root';
/** Whoever did it, and at whichever server: what runs through the old gateway ends. */
const ENDS_CONNECTIONS: readonly string[] = ['access-gateway.updated', 'access-gateway.deleted'];

export class AccessGatewayService {
  readonly #gateways: AccessGatewayRepository;
  readonly #deps: Dependencies;
  readonly #pool: GatewayPool;
  readonly #stopFollowing: () => void;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#gateways = new AccessGatewayRepository(dependencies.database);
    this.#pool = new GatewayPool(
      {
        chain: async (id) => (await chainOf(this.#gateways, id))?.map(asPoolRow),
        hop: async ({ id }) => this.#hop(await this.#row(id)),
      },
      { clock: dependencies.clock, ...dependencies.pool },
    );
    this.#stopFollowing = dependencies.audit.follow(({ action, object }) => {
      if (ENDS_CONNECTIONS.includes(action)) {
        this.#pool.drop(object.id);
      }
    });
  }

  /** The way to a machine: direct, through its proxy, through its gateways, or through the proxy to the gateways. */
  async open(target: Endpoint & { route: AssetRoute }, options: DialOptions): Promise<Duplex> {
    const { socks, gatewayId } = target.route;
    if (gatewayId === undefined) {
      return dial(target, { socks, gateways: [] }, options);
    }
    if (!socks) {
      return this.#pool.open(gatewayId, target, options);
    }
    // Through an asset's own proxy the gateways are that asset's alone, so nothing is shared.
    const chain = await chainOf(this.#gateways, gatewayId);
    if (!chain) {
      throw new GatewayMissing();
    }
    const gateways = await Promise.all(chain.map((row) => this.#hop(row)));
    return dial(target, { socks, gateways }, options);
  }

  listOptions(): Promise<{ id: string; name: string }[]> {
    return this.#gateways.listOptions();
  }

  async list(query: AccessGatewayQuery, language: Language): Promise<Page<AccessGatewayRow>> {
    const { total, items } = await this.#gateways.page(query);
    return { total, items: items.map((item) => presentRow(item, this.#pool.state(item.id), language)) };
  }

  async get(id: string, language: Language): Promise<AccessGateway> {
    const record = await this.#find(id);
    const names = await this.#deps.vault.listNames(vaultOwner(id));
    return {
      ...presentRow(record, this.#pool.state(id), language),
      password: '',
      privateKey: '',
      passphrase: '',
      stored: CREDENTIAL_SECRETS.filter((name) => names.includes(name)),
      encrypted: true,
    };
  }

  async create(actor: Actor, input: AccessGatewayInput): Promise<AccessGateway> {
    const { database, audit, clock } = this.#deps;
    const plan = await this.#plan(undefined, input);
    const now = clock.now();
    const id = newId(now);
    await this.#refusingTakenName(input.name, () =>
      database.transact(async (tx) => {
        await checkParent(this.#gateways, id, input.accessGatewayId, tx);
        const columns = columnsOf(input);
        await this.#gateways.insert({ id, ...columns, created_at: now }, tx);
        await this.#storeSecrets(id, plan, tx);
        const { name, ...detail } = columns;
        await audit.write(
          actor,
          { action: 'access-gateway.created', object: about({ id, name }), detail },
          tx,
        );
      }),
    );
    return this.get(id, actor.language);
  }

  async update(actor: Actor, id: string, input: AccessGatewayInput): Promise<void> {
    const { database, audit, hostKeys } = this.#deps;
    const before = await this.#find(id);
    const plan = await this.#plan(before, input);
    await this.#refusingTakenName(input.name, () =>
      database.transact(async (tx) => {
        await checkParent(this.#gateways, id, input.accessGatewayId, tx);
        const columns = columnsOf(input);
        await this.#gateways.update(id, columns, tx);
        await this.#storeSecrets(id, plan, tx);
        const detail = { ...differences(before, columns), replaced: Object.keys(plan.put) };
        await audit.write(
          actor,
          { action: 'access-gateway.updated', object: about({ id, name: input.name }), detail },
          tx,
        );
        if (isMoved(before, input)) {
          await hostKeys.forget(actor, `gateway:${id}`, tx);
        }
      }),
    );
  }

  async delete(actor: Actor, ids: readonly string[]): Promise<void> {
    const { database, audit, vault, hostKeys } = this.#deps;
    await database.transact(async (tx) => {
      const found = await this.#gateways.listByIds(ids, tx);
      for (const gateway of found) {
        const { count, names } = await this.#gateways.usersOf(gateway.id, ids, NAMED_USERS, tx);
        if (count > 0) {
          const params = { name: gateway.name, count, users: names.join('、') };
          throw new AppError('access_gateway.in_use', { params });
        }
        await audit.write(actor, { action: 'access-gateway.deleted', object: about(gateway) }, tx);
      }
      await vault.removeOwners(ids.map(vaultOwner), tx);
      await hostKeys.removeOwners(
        ids.map((id) => `gateway:${id}` as const),
        tx,
      );
      await this.#gateways.remove(ids, tx);
    });
  }

  /** Connects now. An administrator's test is how the key of a new gateway is learned. */
  async test(actor: Actor, id: string): Promise<GatewayTest> {
    const { hostKeys, audit, clock } = this.#deps;
    const row = await this.#row(id);
    const hop = {
      ...(await this.#hop(row)),
      hostKey: await hostKeys.policy(`gateway:${id}`, { learnFor: actor }),
    };
    const result = await testGateway(this.#pool, id, hop, actor.language, clock);
    await audit.writeAlone(actor, {
      action: 'access-gateway.tested',
      object: about(row),
      ...(!result.connected && { result: 'failure' as const }),
      detail: { message: result.message },
    });
    return result;
  }

  /** Ends every connection; to be called when the process stops. */
  close(): void {
    this.#stopFollowing();
    this.#pool.close();
  }

  async #find(id: string): Promise<GatewayRecord> {
    const record = await this.#gateways.find(id);
    if (!record) {
      throw new AppError('access_gateway.not_found');
    }
    return record;
  }

  async #row(id: string): Promise<GatewayTableRow> {
    const row = await this.#gateways.row(id);
    if (!row) {
      throw new AppError('access_gateway.not_found');
    }
    return row;
  }

  async #hop(row: GatewayTableRow): Promise<GatewayHop> {
    const { vault, hostKeys } = this.#deps;
    const owner = vaultOwner(row.id);
    const privateKey = await vault.get(owner, 'privateKey');
    const passphrase = await vault.get(owner, 'passphrase');
    const password = await vault.get(owner, 'password');
    const auth =
      row.account_type === 'private-key'
        ? privateKey && ({ kind: 'key', privateKey, passphrase } as const)
        : password && ({ kind: 'password', password } as const);
    return {
      name: row.name,
      host: row.ip,
      port: row.port,
      username: row.username === '' ? ROOT : row.username,
      auth,
      hostKey: await hostKeys.policy(`gateway:${row.id}`),
    };
  }

  /** A stored secret belongs to the host it was given for. */
  async #plan(before: GatewayRecord | undefined, input: AccessGatewayInput): Promise<SecretPlan> {
    const { vault, inspectPrivateKey } = this.#deps;
    const stored = before && vaultOwner(before.id);
    const find = async (name: string) => (stored === undefined ? undefined : vault.get(stored, name));
    const secret = input.accountType === 'password' ? 'password' : 'privateKey';
    if (input[secret].trim() === '') {
      const isStored = (await find(secret)) !== undefined;
      if (secret === 'password' && !isStored) {
        throw new AppError('access_gateway.password_missing', { fields: [secret] });
      }
      if (before && isStored && isMoved(before, input)) {
        throw new AppError('access_gateway.password_needed', { fields: [secret] });
      }
    }
    const type = input.accountType === 'password' ? 'custom' : 'private-key';
    return planSecrets({ ...input, type }, find, inspectPrivateKey);
  }

  async #storeSecrets(id: string, plan: SecretPlan, tx: Tx): Promise<void> {
    const { vault } = this.#deps;
    for (const [name, secret] of Object.entries(plan.put)) {
      await vault.put(vaultOwner(id), name, secret, tx);
    }
    await vault.remove(vaultOwner(id), plan.remove, tx);
  }

  #refusingTakenName(name: string, work: () => Promise<void>): Promise<void> {
    const refusal = (cause: unknown) =>
      new AppError('access_gateway.name_taken', { params: { name }, fields: ['name'], cause });
    return refusingTaken(this.#deps.database, refusal, work);
  }
}

function isMoved({ ip, port, parent_id }: GatewayRecord, input: AccessGatewayInput): boolean {
  return leadsElsewhere(
    { ip, port, through: parent_id },
    { ip: input.ip, port: input.port, through: input.accessGatewayId },
  );
}

function columnsOf(input: AccessGatewayInput) {
  return {
    name: input.name,
    ip: input.ip,
    port: input.port,
    account_type: input.accountType,
    username: input.username,
    parent_id: input.accessGatewayId,
  };
}

/** A change by another process is seen here; one of the secrets alone leaves a logged-in connection as it is. */
function asPoolRow({ id, name, ip, port, account_type, username, parent_id }: GatewayTableRow) {
  const version = JSON.stringify([ip, port, account_type, username, parent_id]);
  return { id, name, host: ip, port, version };
}

function about({ id, name }: { id: string; name: string }) {
  return { type: 'access-gateway', id, name };
}
