import type { Actor } from '../../kernel/actor.ts';
import { logInSsh } from '../../protocols/dial/ssh-login.ts';
import type { AssetTarget } from '../../protocols/dial/target.ts';
import type { SshConnection } from '../../protocols/ssh/connect.ts';
import type { HostKeyPolicy } from '../../protocols/ssh/host-key.ts';
import { StreamFailed, type OpenedStream, type StreamOpening } from '../session/session-kind.ts';
import type { SessionStream } from '../session/session-stream.ts';
import { endOfTerminal } from './terminal-failure.ts';

export interface LoginDependencies {
  attributes: (assetId: string) => Promise<Readonly<Record<string, string>>>;
  hostKey: (target: AssetTarget, actor: Actor) => Promise<HostKeyPolicy>;
}

/** A login at the host that a stream is made of; it does not outlive what fails on the way. */
export async function openSshLogin(
  dependencies: LoginDependencies,
  opening: StreamOpening,
  join: (connection: SshConnection) => Promise<SessionStream>,
): Promise<OpenedStream> {
  const { target } = opening;
  try {
    const { username } = await target.account();
    const connection = await logIn(dependencies, opening);
    try {
      return { stream: await join(connection), username };
    } catch (error) {
      connection.destroy();
      throw error;
    }
  } catch (error) {
    const end = endOfTerminal(error, target);
    throw end ? new StreamFailed(end, { cause: error }) : error;
  }
}

async function logIn(
  { attributes, hostKey }: LoginDependencies,
  { target, person, dial, timeoutMs, signal }: StreamOpening,
): Promise<SshConnection> {
  const stream = await dial();
  try {
    return await logInSsh({
      target,
      stream,
      hostKey: await hostKey(target, person()),
      attributes: await attributes(target.id),
      timeoutMs,
      signal,
    });
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
