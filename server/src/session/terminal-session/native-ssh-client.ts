import type { SessionClient } from '../session/session-stream.ts';
import { NATIVE_SSH, type NativeSshClient } from './native-ssh.interface.ts';

/** Whoever comes to a session of this kind speaks as such a client; the session has made sure. */
export function nativeSshClient(client: SessionClient): NativeSshClient {
  if (!isNativeSshClient(client)) {
    throw new TypeError(`a client of the kind ${client.kind} came to a session of an SSH client`);
  }
  return client;
}

function isNativeSshClient(client: SessionClient): client is NativeSshClient {
  return client.kind === NATIVE_SSH;
}
