import {
  acceptAssetHostKey,
  acceptGatewayHostKey,
  forgetAssetHostKeys,
  forgetGatewayHostKeys,
  listAssetHostKeys,
  listGatewayHostKeys,
} from '@jadegate/contract/access/host-key';

import type { Api } from '../../http/api.ts';
import type { HostKeyService } from './host-key.service.ts';

export function hostKeyRoutes(api: Api, { hostKeys }: { hostKeys: HostKeyService }): void {
  api.on(listAssetHostKeys, ({ params }) => hostKeys.list(`asset:${params.id}`));
  api.on(acceptAssetHostKey, ({ actor, params, body }) => hostKeys.accept(actor, `asset:${params.id}`, body));
  api.on(forgetAssetHostKeys, ({ actor, params }) => hostKeys.forget(actor, `asset:${params.id}`));
  api.on(listGatewayHostKeys, ({ params }) => hostKeys.list(`gateway:${params.id}`));
  api.on(acceptGatewayHostKey, ({ actor, params, body }) =>
    hostKeys.accept(actor, `gateway:${params.id}`, body),
  );
  api.on(forgetGatewayHostKeys, ({ actor, params }) => hostKeys.forget(actor, `gateway:${params.id}`));
}
