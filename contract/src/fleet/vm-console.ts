import * as z from 'zod';

import { endpoint } from '../endpoint.ts';
import { Id } from '../scalars.ts';
import { CreatedSession } from '../session/session.ts';

/** `serial`: the line in front of the guest, as text. `vnc`: its screen. */
export const VM_CONSOLES = ['serial', 'vnc'] as const;
export const VmConsoleKind = z.enum(VM_CONSOLES);
export type VmConsoleKind = z.infer<typeof VmConsoleKind>;

export const openVmConsole = endpoint({
  method: 'POST',
  path: '/vms/:id/console',
  access: ['vm-console'],
  summary: 'Prepares a session on the console of a virtual machine. The socket of a session then opens it.',
  // A session ends with the login that opened it; an access token has none.
  interactive: true,
  params: z.object({ id: Id }),
  body: z.strictObject({ kind: VmConsoleKind }),
  response: CreatedSession,
});
