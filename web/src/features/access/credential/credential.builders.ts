import type { Credential, CredentialRow } from '@jadegate/contract/access/credential';

/** A password credential, unless said otherwise. */
export function aCredentialRow(given: Partial<CredentialRow> = {}): CredentialRow {
  return {
    id: 'cred-1',
    name: 'db-primary',
    type: 'custom',
    username: 'root',
    created: '2026-11-15 03:20:00',
    owner: 'user-1',
    ownerName: 'Mei',
    ownerAccount: 'mei',
    keyType: '',
    fingerprint: '',
    assetCount: 0,
    addresses: '',
    ...given,
  };
}

export function aKeyRow(given: Partial<CredentialRow> = {}): CredentialRow {
  return aCredentialRow({
    id: 'cred-2',
    name: 'jump-key',
    type: 'private-key',
    keyType: 'ssh-ed25519',
    fingerprint: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGBjbQ0b',
    ...given,
  });
}

export function aCredential(given: Partial<Credential> = {}): Credential {
  return {
    ...aCredentialRow(),
    password: '',
    privateKey: '',
    passphrase: '',
    publicKey: '',
    stored: ['password'],
    encrypted: true,
    ...given,
  };
}
