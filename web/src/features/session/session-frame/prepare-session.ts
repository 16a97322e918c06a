import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import { openVmConsole } from '@jadegate/contract/fleet/vm-console';
import type { SessionMode } from '@jadegate/contract/session-mode';
import { createSession, SessionFileFlags, type CreatedSession } from '@jadegate/contract/session/session';

import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { SessionPlace } from './pane-tree.ts';

/** A session, and what may be done with it. */
export interface PreparedSession {
  id: string;
  protocol: Protocol;
  mayCopy: boolean;
  mayPaste: boolean;
  mayTalk?: boolean;
  files: SessionFileFlags;
  username: string;
  appearance: CreatedSession['appearance'];
}

/** What the server says of a session, as the frame keeps it. */
export function preparedSession(created: CreatedSession): PreparedSession {
  return {
    id: created.id,
    protocol: created.protocol,
    mayCopy: created.copy === '1',
    mayPaste: created.paste === '1',
    mayTalk: created.microphone === '1',
    files: SessionFileFlags.parse(created),
    username: created.username,
    appearance: created.appearance,
  };
}

/** Prepares a session on the asset, or on the console of the virtual machine. */
export async function prepareSession(
  { assetId, vm }: Pick<SessionPlace, 'assetId' | 'vm'>,
  mode: SessionMode,
): Promise<PreparedSession> {
  const calling = vm
    ? call(openVmConsole, { params: { id: vm.id }, body: { kind: vm.console } })
    : call(createSession, { query: { assetId, mode } });
  return preparedSession(await refusable(calling));
}

/** What the server refuses is final; a call that did not reach it, or met an outage, is not. */
export async function refusable<Value>(calling: Promise<Value>): Promise<Value> {
  try {
    return await calling;
  } catch (error) {
    if (error instanceof ApiError && error.isRefusal) {
      throw new SessionRefused(error.message, { cause: error });
    }
    throw error;
  }
}

/** The server says no, with the reason. */
export class SessionRefused extends Error {}
