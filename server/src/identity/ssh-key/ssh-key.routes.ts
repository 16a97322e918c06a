import { addSshKey, listOwnSshKeys, removeOwnSshKey } from '@jadegate/contract/identity/ssh-key';

import type { Api } from '../../http/api.ts';
import type { SshKeyService } from './ssh-key.service.ts';

export function sshKeyRoutes(api: Api, { sshKeys }: { sshKeys: SshKeyService }): void {
  api.on(listOwnSshKeys, ({ actor }) => sshKeys.list(actor.userId));
  api.on(addSshKey, ({ actor, body }) => sshKeys.add(actor, body));
  api.on(removeOwnSshKey, ({ actor, params }) => sshKeys.removeOwn(actor, params.id));
}
