import { openVmConsole, type VmConsoleKind } from '@jadegate/contract/fleet/vm-console';

import type { Api } from '../../http/api.ts';
import type { SessionService } from '../../session/session/session.service.ts';

/** What carries each to the person: a terminal, or a desktop. */
const PROTOCOLS = { serial: 'ssh', vnc: 'vnc' } as const satisfies Record<VmConsoleKind, string>;

export function vmConsoleRoutes(api: Api, { sessions }: { sessions: SessionService }): void {
  api.on(openVmConsole, ({ actor, params, body }) =>
    sessions.createConsole(actor, params.id, PROTOCOLS[body.kind]),
  );
}
