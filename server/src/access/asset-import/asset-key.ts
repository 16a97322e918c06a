import type { PreparedAsset } from '../asset/asset.service.ts';
import type { StoredKey } from './asset-import.repository.ts';

/** Two assets with the same key lead to the same account on the same host. Host names know no case. */
export function keyOf({ input, account }: PreparedAsset): string {
  return key(input.protocol, input.ip, input.port, account.credentialId, account.username);
}

export function storedKeyOf({ protocol, ip, port, username, credential_id }: StoredKey): string {
  return key(protocol, ip, port, credential_id, username);
}

function key(
  protocol: string,
  host: string,
  port: number,
  credentialId: string | null,
  username: string,
): string {
  const account = credentialId === null ? ['account', username] : ['credential', credentialId];
  return JSON.stringify([protocol, host.toLowerCase(), port, ...account]);
}
