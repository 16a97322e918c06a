import {
  printSshUserName,
  sshAssetName,
  sshHandle,
  type SshUserName,
} from '@jadegate/contract/session/ssh-user-name';

import type { AssetTargetService } from '../../access/asset/asset-target.service.ts';
import type { AccessService, Decision } from '../../access/authorised/access.service.ts';
import type { WorkerAssetService } from '../../access/authorised/worker-asset.service.ts';
import type { Database } from '../../db/database.ts';
import type { ShownTicket } from '../../identity/ssh-ticket/ssh-ticket.service.ts';
import type { PersonMenuService } from '../../identity/user/person-menu.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { NativeAssetRepository, type NamedAsset } from './native-asset.repository.ts';
import { refused } from './refused.ts';

export type { NamedAsset } from './native-asset.repository.ts';

interface Dependencies {
  database: Database;
  access: Pick<AccessService, 'decide'>;
  assetTargets: Pick<AssetTargetService, 'resolve'>;
  workerAssets: Pick<WorkerAssetService, 'list'>;
  personMenus: Pick<PersonMenuService, 'holds'>;
}

/** What clients go on to where nobody says otherwise. */
const SSH_PORT = 22;
/** Whoever has more types a letter. */
const MOST_IN_MENU = 100;
/** More than anybody looks through; the others are found by name all the same. */
const MOST_FOLDERS = 1000;

/** Finds what somebody calls an asset, among those that they may use. */
export class AssetFinder {
  readonly #deps: Dependencies;
  readonly #assets: NativeAssetRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#assets = new NativeAssetRepository(dependencies.database);
  }

  /** What was decided about an asset at this moment. Rejects where it may not be used, as if it were not there. */
  async decide(userId: string, asset: Pick<NamedAsset, 'id' | 'name'>): Promise<Decision> {
    const decision = await this.#deps.access.decide(userId, asset.id, 'run');
    if (!decision.allowed) {
      throw refused('asset_unknown', { name: asset.name });
    }
    return decision;
  }

  /** The one asset that is meant. A handle goes before a name, which anybody gives who makes assets, and that before an address. */
  async find(userId: string, text: string): Promise<NamedAsset> {
    const [asset, ...others] = await this.list(userId, text);
    if (!asset) {
      throw refused('asset_unknown', { name: text });
    }
    if (others.length > 0) {
      const handles = [asset, ...others].map(({ id }) => sshHandle(id)).join(' ');
      throw refused('asset_ambiguous', { name: text, handles });
    }
    if (asset.protocol !== 'ssh') {
      throw refused('protocol_other', { name: asset.name });
    }
    return asset;
  }

  /** The asset that `ssh -J` wants to go on to: one of ours, at its own port or at that of SSH. */
  async findForJump(userId: string, { host, port }: { host: string; port: number }): Promise<NamedAsset> {
    const found = await this.list(userId, host);
    const exact = found.filter((asset) => asset.port === port);
    const [asset, ...others] = exact.length > 0 || port !== SSH_PORT ? exact : found;
    if (!asset || asset.protocol !== 'ssh') {
      throw refused('asset_unknown', { name: `${host}:${port}` });
    }
    if (others.length > 0) {
      const handles = [asset, ...others].map(({ id }) => sshHandle(id)).join(' ');
      throw refused('asset_ambiguous', { name: host, handles });
    }
    return asset;
  }

  /** The asset that a ticket is for: by its id, whatever it and others are called by now. */
  async findOfTicket(ticket: ShownTicket): Promise<NamedAsset> {
    const asset = await this.#assets.find(ticket.assetId);
    if (asset?.protocol !== 'ssh') {
      throw refused('asset_unknown', { name: sshHandle(ticket.assetId) });
    }
    if ((await this.#usernameOn(asset)) !== ticket.account) {
      throw refused('ticket_account', { asset: asset.name });
    }
    return asset;
  }

  /** The name that an asset is logged in to with. */
  async accountOf(asset: NamedAsset): Promise<string> {
    return (await this.#usernameOn(asset)) || 'root';
  }

  /** What the person can open a shell on now and whose name contains the text, the most recent first. */
  async listForMenu(actor: Actor, text: string): Promise<{ id: string; name: string }[]> {
    return (await this.#listNow(actor, text, MOST_IN_MENU)).filter(({ shellOff }) => !shellOff);
  }

  /** What the person can see the files of now. */
  listForFiles(actor: Actor): Promise<{ id: string; name: string }[]> {
    return this.#listNow(actor, '', MOST_FOLDERS);
  }

  async #listNow(
    actor: Actor,
    text: string,
    most: number,
  ): Promise<{ id: string; name: string; shellOff?: boolean }[]> {
    const { personMenus, workerAssets } = this.#deps;
    if (await personMenus.holds(actor.userId, 'asset-access')) {
      return this.#assets.listAll(actor.userId, text, most);
    }
    const { items } = await workerAssets.list(actor, {
      pageIndex: 1,
      pageSize: most,
      field: 'lastAccessTime',
      order: 'descend',
      protocol: 'ssh',
      name: text === '' ? undefined : text,
    });
    return items.filter(({ usableNow, commandsOnly }) => usableNow && !commandsOnly);
  }

  /** Those of the best kind of match that the person may use. */
  async list(userId: string, text: string): Promise<NamedAsset[]> {
    if (/\p{Cc}/u.test(text)) {
      // No name has any, and not every database can be asked for one that does.
      return [];
    }
    const found = await this.#assets.listByText(text);
    const ways: ((asset: NamedAsset) => boolean)[] = [
      ({ id }) => sshHandle(id) === text,
      ({ name }) => name === text,
      ({ ip }) => ip === text,
    ];
    for (const isMeant of ways) {
      const usable = await this.#usable(userId, found.filter(isMeant));
      if (usable.length > 0) {
        return usable;
      }
    }
    return [];
  }

  /** The account of an asset is its own: whoever names another is told. */
  async refuseOtherAccount(meant: SshUserName, asset: NamedAsset): Promise<void> {
    if (meant.account === undefined) {
      return;
    }
    const account = await this.accountOf(asset);
    if (account !== meant.account) {
      const example = printSshUserName({ person: meant.person, asset: sshAssetName(asset) });
      throw refused('account_other', { asset: asset.name, account, example });
    }
  }

  /** Empty where it is asked for. */
  async #usernameOn({ id }: NamedAsset): Promise<string> {
    const target = await this.#deps.assetTargets.resolve(id);
    return (await target?.account())?.username ?? '';
  }

  async #usable(userId: string, assets: readonly NamedAsset[]): Promise<NamedAsset[]> {
    const usable: NamedAsset[] = [];
    for (const asset of assets) {
      if ((await this.#deps.access.decide(userId, asset.id, 'run')).allowed) {
        usable.push(asset);
      }
    }
    return usable;
  }
}
