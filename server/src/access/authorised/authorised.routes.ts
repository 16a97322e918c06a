import {
  explainAccess,
  grantAssets,
  grantUserGroups,
  grantUsers,
  listGrantedAssets,
  listGrantedUserGroups,
  listGrantedUsers,
  listReachableAssets,
  listSelected,
  revokeGrants,
  updateGrant,
} from '@jadegate/contract/access/authorised';
import {
  addFavourite,
  listAccountAssets,
  listWorkerAssets,
  listWorkerAssetTags,
  removeFavourite,
} from '@jadegate/contract/access/worker-asset';

import type { Api } from '../../http/api.ts';
import type { AccessService } from './access.service.ts';
import type { AuthorisedService } from './authorised.service.ts';
import type { GrantListService } from './grant-list.service.ts';
import type { ReachableAssetService } from './reachable-asset.service.ts';
import type { WorkerAssetService } from './worker-asset.service.ts';

interface Services {
  access: AccessService;
  authorised: AuthorisedService;
  grantLists: GrantListService;
  reachableAssets: ReachableAssetService;
  workerAssets: WorkerAssetService;
}

export function authorisedRoutes(api: Api, services: Services): void {
  const { access, authorised, grantLists, reachableAssets, workerAssets } = services;
  api.on(listGrantedAssets, ({ actor, query }) => grantLists.listAssets(actor, query));
  api.on(listReachableAssets, ({ query }) => reachableAssets.list(query));
  api.on(listGrantedUsers, ({ actor, query }) => grantLists.listUsers(actor, query));
  api.on(listGrantedUserGroups, ({ query }) => grantLists.listUserGroups(query));
  api.on(listSelected, ({ actor, query }) => grantLists.listSelected(actor, query));
  api.on(explainAccess, ({ actor, query }) => access.explain(actor.language, query));
  api.on(grantAssets, ({ actor, body }) => authorised.grantAssets(actor, body));
  api.on(grantUsers, ({ actor, body }) => authorised.grantUsers(actor, body));
  api.on(grantUserGroups, ({ actor, body }) => authorised.grantUserGroups(actor, body));
  api.on(updateGrant, ({ actor, params, body }) => authorised.update(actor, params.id, body));
  api.on(revokeGrants, ({ actor, params }) => authorised.revoke(actor, params.ids));

  api.on(listWorkerAssets, ({ actor, query }) => workerAssets.list(actor, query));
  api.on(listAccountAssets, ({ actor, query }) => workerAssets.list(actor, query));
  api.on(listWorkerAssetTags, ({ actor }) => workerAssets.listTags(actor));
  api.on(addFavourite, ({ actor, params }) => workerAssets.addFavourite(actor, params.id));
  api.on(removeFavourite, ({ actor, params }) => workerAssets.removeFavourite(actor, params.id));
}
