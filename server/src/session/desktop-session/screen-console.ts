import type { Actor } from '../../kernel/actor.ts';
import { Secret } from '../../kernel/secret.ts';
import { forwardOnward } from '../../protocols/dial/onward.ts';
import { endOfLogin, logInSsh, withinLogin } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import { ForwardError } from '../../protocols/ssh/forward.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { StreamFailed, type StreamOpening } from '../session/session-kind.ts';
import { consoleFailed, type AskConsole } from '../session/vm-consoles.interface.ts';
import type { FoundDesktop } from './desktop-kind.ts';

interface Dependencies {
  ask: AskConsole;
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  hostKey: (target: AssetTarget, actor: Actor) => Promise<HostKeyPolicy>;
}

const FORWARD_ENDS = {
  prohibited: 'console_no_forward',
  connect_failed: 'console_screen_closed',
  closed: 'console_failed',
} as const;

/**
 * The screen of a virtual machine: where it is and its password are asked of the hypervisor at the moment it is opened and
 * kept nowhere, and its bytes come through the connection to the hypervisor, so that no port of it need be open to anybody.
 */
export async function findScreen(deps: Dependencies, opening: StreamOpening): Promise<FoundDesktop> {
  const { target, person, timeoutMs, signal } = opening;
  try {
    const stream = await opening.dial();
    const client = await logInSsh({
      target,
      stream,
      hostKey: await deps.hostKey(target, person()),
      attributes: await deps.attributes(target.id),
      timeoutMs,
      signal,
    });
    return await withinLogin(client, { timeoutMs, signal }, () => screenOn(deps, client, opening));
  } catch (error) {
    const end = endOfLogin(error, target);
    throw end ? new StreamFailed(end, { cause: error }) : error;
  }
}

async function screenOn(
  { ask }: Dependencies,
  client: SshConnection,
  { target: { vm }, signal }: StreamOpening,
): Promise<FoundDesktop> {
  const { screen } = await ask(client, vm, signal);
  if (screen?.kind !== 'tcp') {
    throw consoleFailed(screen ? 'console_screen_local' : 'console_no_screen');
  }
  const { password } = screen;
  return {
    password: password === '' ? undefined : new Secret(password),
    dial: () =>
      forwardOnward(client, screen, signal).catch((error: unknown) => {
        throw error instanceof ForwardError ? consoleFailed(FORWARD_ENDS[error.kind], error) : error;
      }),
    close: () => {
      client.end();
      client.destroy();
    },
  };
}
