import type { CredentialInput, CredentialSecretName } from '@jadegate/contract/access/credential';

import { AppError } from '../../kernel/app-error.ts';
import { Secret } from '../../kernel/secret.ts';

/** The public columns of a credential that depend on its key. */
interface KeyColumns {
  key_type: string;
  fingerprint: string;
  public_key: string;
}

const NO_KEY: KeyColumns = { key_type: '', fingerprint: '', public_key: '' };

/** Implemented by the SSH protocol; features do not know key formats. */
export type InspectPrivateKey = (
  text: string,
  passphrase: string,
) => Promise<
  | { keyType: string; fingerprint: string; publicKey: string }
  | 'unreadable'
  | 'passphrase_required'
  | 'passphrase_wrong'
>;

/** What a write does to the vault, and to the key's public columns. */
export interface SecretPlan {
  put: Partial<Record<CredentialSecretName, Secret>>;
  remove: readonly CredentialSecretName[];
  key: KeyColumns;
}

/** The part of a write that holds an account’s secrets; assets and gateways have one too. */
type AccountSecrets = Pick<CredentialInput, 'type' | CredentialSecretName>;

type FindStored = (name: CredentialSecretName) => Promise<Secret | undefined>;

/** Decides what is stored, replaced and removed. Throws when the key cannot be used as given. */
export async function planSecrets(
  input: AccountSecrets,
  findStored: FindStored,
  inspect: InspectPrivateKey,
): Promise<SecretPlan> {
  if (input.type === 'custom') {
    const put = input.password === '' ? {} : { password: new Secret(input.password) };
    return { put, remove: ['privateKey', 'passphrase'], key: NO_KEY };
  }
  return planKey(input, findStored, inspect);
}

/** A new key comes with its own passphrase or none; a new passphrase alone must open the stored key. */
async function planKey(
  input: AccountSecrets,
  findStored: FindStored,
  inspect: InspectPrivateKey,
): Promise<SecretPlan> {
  const isNewKey = input.privateKey.trim() !== '';
  const privateKey = isNewKey ? normalise(input.privateKey) : (await findStored('privateKey'))?.expose();
  if (privateKey === undefined) {
    throw new AppError('credential.key_missing', { fields: ['privateKey'] });
  }
  const isKept = !isNewKey && input.passphrase === '';
  const passphrase = isKept ? ((await findStored('passphrase'))?.expose() ?? '') : input.passphrase;
  const facts = await inspect(privateKey, passphrase);
  if (typeof facts === 'string') {
    const field = facts === 'unreadable' ? 'privateKey' : 'passphrase';
    throw new AppError(facts === 'unreadable' ? 'credential.key_unreadable' : `credential.${facts}`, {
      fields: [field],
    });
  }
  return {
    put: {
      ...(isNewKey && { privateKey: new Secret(privateKey) }),
      ...(input.passphrase !== '' && { passphrase: new Secret(input.passphrase) }),
    },
    remove: isNewKey && input.passphrase === '' ? ['password', 'passphrase'] : ['password'],
    key: { key_type: facts.keyType, fingerprint: facts.fingerprint, public_key: facts.publicKey },
  };
}

/** Keys are pasted from anywhere: line ends are made plain and the last line is ended, as OpenSSH wants it. */
function normalise(text: string): string {
  return `${text.replaceAll('\r\n', '\n').trim()}\n`;
}
