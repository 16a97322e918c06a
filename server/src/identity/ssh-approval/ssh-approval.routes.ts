import { approveSsh, getSshApproval, refuseSsh } from '@jadegate/contract/identity/ssh-approval';

import type { Api } from '../../http/api.ts';
import type { SshApprovalService } from './ssh-approval.service.ts';

export function sshApprovalRoutes(api: Api, { sshApprovals }: { sshApprovals: SshApprovalService }): void {
  api.on(getSshApproval, ({ actor, params }) => sshApprovals.get(actor, params.id));
  api.on(approveSsh, ({ actor, params, body }) => sshApprovals.approve(actor, params.id, body.code));
  api.on(refuseSsh, ({ actor, params }) => sshApprovals.refuse(actor, params.id));
}
