import { NEVER } from '@jadegate/contract/scalars';
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
import { NativeAssetRepository, type ListedAsset, type NamedAsset } from './native-asset.repository.ts';
import { refused } from './refused.ts';

export type { NamedAsset } from './native-asset.repository.ts';

interface Dependencies {
  database: Database;
  access: Pick<AccessService, 'decide'>;
  assetTargets: Pick<AssetTargetService, 'resolve'>;
  workerAssets: Pick<WorkerAssetService, 'list' | 'listTags' | 'tagsOf'>;
  personMenus: Pick<PersonMenuService, 'holds'>;
}

/** Behind it stands the beginning of a tag, and not of a name. */
const TAG_MARK = '#';
const NAMES = new Intl.Collator('zh-Hant', { numeric: true, sensitivity: 'base' });
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

  /**
   * What the person can open a shell on now and whose name contains the text; after `#` it is the beginning of a tag. The most
   * recent first, and the others in the order in which people count.
   */
  async listForMenu(actor: Actor, text: string): Promise<(ListedAsset & { tags: readonly string[] })[]> {
    const tag = await this.#tagIn(actor, text);
    const name = tag !== undefined || text === TAG_MARK ? '' : text;
    const found = await this.#listNow(actor, { text: name, tag, most: MOST_IN_MENU });
    const shells = found.filter(({ shellOff }) => !shellOff);
    const byName = shells.filter(({ isUsed }) => !isUsed);
    const tags = await this.#deps.workerAssets.tagsOf(shells.map(({ id }) => id));
    return [
      ...shells.filter(({ isUsed }) => isUsed),
      ...byName.toSorted((one, other) => NAMES.compare(one.name, other.name)),
    ].map((asset) => ({ ...asset, tags: tags.get(asset.id) ?? [] }));
  }

  /** What the person can see the files of now. */
  listForFiles(actor: Actor): Promise<ListedAsset[]> {
    return this.#listNow(actor, { text: '', most: MOST_FOLDERS });
  }

  async #listNow(
    actor: Actor,
    wanted: { text: string; tag?: string | undefined; most: number },
  ): Promise<(ListedAsset & { shellOff?: boolean })[]> {
    if (await this.#seesAll(actor)) {
      return this.#assets.listAll(actor.userId, wanted);
    }
    const { text, tag, most } = wanted;
    const { items } = await this.#deps.workerAssets.list(actor, {
      pageIndex: 1,
      pageSize: most,
      field: 'lastAccessTime',
      order: 'descend',
      protocol: 'ssh',
      name: text === '' ? undefined : text,
      tags: tag === undefined ? undefined : [tag],
    });
    return items
      .filter(({ usableNow, commandsOnly }) => usableNow && !commandsOnly)
      .map(({ id, name, lastAccessTime, shellOff }) => ({
        id,
        name,
        shellOff,
        isUsed: lastAccessTime !== NEVER,
      }));
  }

  /** The first that begins so. Undefined where there is none: a name may hold the mark, too. */
  async #tagIn(actor: Actor, text: string): Promise<string | undefined> {
    const start = text.startsWith(TAG_MARK) ? text.slice(TAG_MARK.length).toLowerCase() : '';
    if (start === '') {
      return undefined;
    }
    const { workerAssets } = this.#deps;
    const seesAll = await this.#seesAll(actor);
    const tags = await (seesAll ? this.#assets.listTags() : workerAssets.listTags(actor));
    return tags.find((tag) => tag.toLowerCase().startsWith(start));
  }

  #seesAll({ userId }: Actor): Promise<boolean> {
    return this.#deps.personMenus.holds(userId, 'asset-access');
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
