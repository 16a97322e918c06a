import {
  getOwnSshConfig,
  getSshHelp,
  makeOwnSshConfig,
  readSshConfig,
  revokeOwnSshConfig,
} from '@jadegate/contract/session/ssh-client';

import type { Api } from '../../http/api.ts';
import { hostIn } from '../../http/host-in.ts';
import type { SshClientService } from './ssh-client.service.ts';

export function sshClientRoutes(api: Api, { sshClients }: { sshClients: SshClientService }): void {
  api.on(getSshHelp, ({ actor, params }) => sshClients.help(actor, params.id));
  api.on(getOwnSshConfig, ({ actor }) => sshClients.getOwn(actor));
  api.on(makeOwnSshConfig, ({ actor }) => sshClients.make(actor));
  api.on(revokeOwnSshConfig, ({ actor }) => sshClients.revoke(actor));
  api.onPublic(readSshConfig, async ({ caller, query, headers }) => ({
    filename: 'ssh_config',
    contentType: 'text/plain; charset=utf-8',
    body: await sshClients.read(caller, query.token, hostIn(headers.host)),
  }));
}
