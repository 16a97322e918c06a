import type { Database } from '../../db/database.ts';
import { newId } from '../../kernel/id.ts';
import type { VaultService } from '../../platform/vault/vault.service.ts';
import type { AssetAccount, AssetTarget, SocksProxy } from '../../protocols/dial/target.ts';
import type { SshAuth } from '../../protocols/ssh/connect.ts';
import type { CredentialService, StoredAccount } from '../credential/credential.service.ts';
import { vaultOwner } from './asset.record.ts';
import { AssetRepository, type AssetRecord, type Attributes } from './asset.repository.ts';
import type { PreparedAsset } from './asset.service.ts';

/** Turns an asset into something to connect to. Connections go only to what is registered here. */
export class AssetTargetService {
  readonly #assets: AssetRepository;
  readonly #vault: VaultService;
  readonly #credentials: CredentialService;

  constructor(database: Database, vault: VaultService, credentials: CredentialService) {
    this.#assets = new AssetRepository(database);
    this.#vault = vault;
    this.#credentials = credentials;
  }

  async resolve(assetId: string): Promise<AssetTarget | undefined> {
    const record = await this.#assets.find(assetId);
    if (!record) {
      return undefined;
    }
    const socks = await this.#socks(record, await this.#assets.listAttributes(assetId));
    return {
      id: record.id,
      name: record.name,
      protocol: record.protocol,
      host: record.ip,
      port: record.port,
      route: {
        ...(socks && { socks }),
        ...(record.access_gateway_id !== null && { gatewayId: record.access_gateway_id }),
      },
      account: () => this.#account(record),
    };
  }

  /** One that is not stored yet, to try it. Whoever calls has checked that its credential may be used for it. */
  draft({ input, account }: PreparedAsset): AssetTarget {
    const { ip, port, accessGatewayId } = input;
    return {
      id: newId(),
      name: input.name,
      protocol: input.protocol,
      host: ip,
      port,
      route: { ...(accessGatewayId !== null && { gatewayId: accessGatewayId }) },
      account: async () =>
        asAccount(
          account.credentialId === null
            ? { username: account.username, type: typeOf(account.accountType), secrets: account.put }
            : await this.#credentials.account(account.credentialId, ip),
        ),
    };
  }

  /** What the asset sets for its protocol; secret ones are in the vault and not here. */
  attributes(assetId: string): Promise<Attributes> {
    return this.#assets.listAttributes(assetId);
  }

  async #socks(record: AssetRecord, attributes: Attributes): Promise<SocksProxy | undefined> {
    if (record.protocol !== 'ssh' || attributes['socks-proxy-enable'] !== 'true') {
      return undefined;
    }
    const username = attributes['socks-proxy-username'];
    const password = await this.#vault.get(vaultOwner(record.id), 'socks-proxy-password');
    return {
      host: attributes['socks-proxy-host'] ?? '',
      port: Number(attributes['socks-proxy-port']),
      ...(username !== undefined && { username }),
      ...(password && { password }),
    };
  }

  async #account(record: AssetRecord): Promise<AssetAccount> {
    const account =
      record.account_type === 'credential' && record.credential_id !== null
        ? await this.#credentials.account(record.credential_id, record.ip)
        : await this.#own(record);
    return asAccount(account);
  }

  async #own({ id, account_type, username }: AssetRecord): Promise<StoredAccount> {
    const secrets: StoredAccount['secrets'] = {};
    for (const name of ['password', 'privateKey', 'passphrase'] as const) {
      const secret = await this.#vault.get(vaultOwner(id), name);
      if (secret) {
        secrets[name] = secret;
      }
    }
    return { username, type: typeOf(account_type), secrets };
  }
}

function typeOf(accountType: string): StoredAccount['type'] {
  return accountType === 'private-key' ? 'private-key' : 'custom';
}

function asAccount(account: StoredAccount | undefined): AssetAccount {
  const auth = account && authOf(account);
  return { username: account?.username ?? '', ...(auth && { auth }) };
}

function authOf({ type, secrets }: StoredAccount): SshAuth | undefined {
  const { password, privateKey, passphrase } = secrets;
  if (type === 'private-key') {
    return privateKey && { kind: 'key', privateKey, ...(passphrase && { passphrase }) };
  }
  return password && { kind: 'password', password };
}
