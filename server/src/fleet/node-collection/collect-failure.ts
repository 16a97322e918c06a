import type { Problem } from '@jadegate/contract/fleet/node-problem';

import { GatewayMissing } from '../../access/access-gateway/access-gateway.service.ts';
import { DialError } from '../../protocols/dial/dial-error.ts';
import type { Endpoint } from '../../protocols/dial/target.ts';
import { wayOf } from '../../protocols/dial/way.ts';
import { NoExec } from '../../protocols/ssh/exec.ts';
import { SshError } from '../../protocols/ssh/ssh-error.ts';

/** A node could not be asked, for a reason that people are told. */
export class CollectFailed extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`collect: ${problem.kind}`, options);
    this.name = 'CollectFailed';
    this.problem = problem;
  }
}

/** What a failure on the way to a node means; undefined when it is none of the way's. */
export function problemOf(error: unknown, target: Endpoint): Problem | undefined {
  if (error instanceof DialError) {
    const way = wayOf(error, target);
    return { kind: error.hop === undefined ? 'tcp' : 'gateway', way };
  }
  if (error instanceof GatewayMissing) {
    return { kind: 'gateway', way: error.way };
  }
  if (error instanceof NoExec) {
    return { kind: 'shell' };
  }
  return error instanceof SshError ? sshProblem(error, target) : undefined;
}

function sshProblem({ kind }: SshError, { host, port }: Endpoint): Problem {
  switch (kind) {
    case 'auth_failed':
      return { kind: 'auth' };
    case 'host_key_changed':
      return { kind: 'hostkey' };
    case 'host_key_unknown':
      return { kind: 'hostkey-unknown' };
    case 'handshake':
    case 'timeout':
    case 'closed':
    case 'aborted':
      return { kind: 'tcp', way: { kind, host, port } };
  }
}
