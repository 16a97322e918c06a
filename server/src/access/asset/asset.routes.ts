import {
  changeAssetOwner,
  changeAssets,
  copyAsset,
  createAsset,
  deleteAssets,
  getAsset,
  listAssetOptions,
  listAssets,
  listTags,
  updateAsset,
} from '@jadegate/contract/access/asset';
import { findThisMachine, testAsset } from '@jadegate/contract/access/asset-reachability';

import type { Api } from '../../http/api.ts';
import type { ReachabilityService } from '../reachability/reachability.service.ts';
import type { ThisMachineService } from '../reachability/this-machine.service.ts';
import type { AssetChangeService } from './asset-change.service.ts';
import type { AssetService } from './asset.service.ts';

interface Services {
  assets: AssetService;
  assetChanges: AssetChangeService;
  reachability: ReachabilityService;
  thisMachine: ThisMachineService;
}

export function assetRoutes(api: Api, { assets, assetChanges, reachability, thisMachine }: Services): void {
  api.on(listAssetOptions, ({ query }) => assets.listOptions(query.protocol));
  api.on(listAssets, ({ actor, query }) => assets.list(query, actor.language));
  api.on(listTags, () => assets.listTags());
  api.on(getAsset, ({ actor, params }) => assets.get(params.id, actor.language));
  api.on(createAsset, ({ actor, body }) => assets.create(actor, body));
  api.on(updateAsset, ({ actor, params, body }) => assets.update(actor, params.id, body));
  api.on(deleteAssets, ({ actor, params }) => assets.delete(actor, params.ids));
  api.on(changeAssetOwner, ({ actor, params, query }) => assets.changeOwner(actor, params.id, query.owner));
  api.on(changeAssets, ({ actor, body }) => assetChanges.changeMany(actor, body.ids, body.change));
  api.on(copyAsset, async ({ actor, params, body }) =>
    assets.get(await assetChanges.copy(actor, params.id, body.name), actor.language),
  );
  api.on(findThisMachine, async () => ({ isThere: await thisMachine.isThere() }));
  api.on(testAsset, ({ actor, params, query }) =>
    reachability.test(params.id, actor, { login: query.login ?? false }),
  );
}
