import {
  createAccessGateway,
  deleteAccessGateways,
  getAccessGateway,
  listAccessGatewayOptions,
  listAccessGateways,
  testAccessGateway,
  updateAccessGateway,
} from '@jadegate/contract/access/access-gateway';

import type { Api } from '../../http/api.ts';
import type { AccessGatewayService } from './access-gateway.service.ts';

export function accessGatewayRoutes(
  api: Api,
  { accessGateways }: { accessGateways: AccessGatewayService },
): void {
  api.on(listAccessGatewayOptions, () => accessGateways.listOptions());
  api.on(listAccessGateways, ({ actor, query }) => accessGateways.list(query, actor.language));
  api.on(getAccessGateway, ({ actor, params }) => accessGateways.get(params.id, actor.language));
  api.on(createAccessGateway, ({ actor, body }) => accessGateways.create(actor, body));
  api.on(updateAccessGateway, ({ actor, params, body }) => accessGateways.update(actor, params.id, body));
  api.on(deleteAccessGateways, ({ actor, params }) => accessGateways.delete(actor, params.ids));
  api.on(testAccessGateway, ({ actor, params }) => accessGateways.test(actor, params.id));
}
