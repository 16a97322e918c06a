import { getSshDoor, rotateSshHostKeys } from '@jadegate/contract/session/ssh-door';

import type { Api } from '../../http/api.ts';
import { hostIn } from '../../http/host-in.ts';
import type { OwnHostKeyService } from './own-host-key.service.ts';

interface Dependencies {
  ownHostKeys: OwnHostKeyService;
}

export function sshDoorRoutes(api: Api, { ownHostKeys }: Dependencies): void {
  api.on(getSshDoor, ({ headers }) => ownHostKeys.describe(hostIn(headers.host)));
  api.on(rotateSshHostKeys, async ({ actor, body }) => {
    await ownHostKeys.rotate(actor, body.overlapDays);
  });
}
