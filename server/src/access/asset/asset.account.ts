import type { AccountType, AssetInput, AssetSecretName } from '@jadegate/contract/access/asset';
import type { Protocol } from '@jadegate/contract/access/asset-attributes';
import type { CredentialSecretName } from '@jadegate/contract/access/credential';
import type { Language } from '@jadegate/contract/language';

import { AppError } from '../../kernel/app-error.ts';
import { fieldError } from '../../kernel/field-error.ts';
import type { Secret } from '../../kernel/secret.ts';
import type { OfferedCredential } from '../credential/credential-use.service.ts';
import { planSecrets, type InspectPrivateKey } from '../credential/credential.service.ts';

export interface AccountPlan {
  accountType: AccountType;
  username: string;
  credentialId: string | null;
  put: Partial<Record<AssetSecretName, Secret>>;
  remove: readonly AssetSecretName[];
}

export const ACCOUNT_SECRETS = ['password', 'privateKey', 'passphrase'] as const;

/** Which kinds of account a protocol knows; Kubernetes has none. */
function accountTypesOf(protocol: Protocol): readonly AccountType[] {
  if (protocol === 'kubernetes') {
    return [''];
  }
  return protocol === 'ssh' ? ['custom', 'private-key', 'credential'] : ['custom', 'credential'];
}

/** Private keys are SSH's alone, and Kubernetes takes no credential at all. */
export function takesCredential(protocol: Protocol, credentialType: string): boolean {
  return protocol === 'ssh' || (protocol !== 'kubernetes' && credentialType === 'custom');
}

export function refuseUnfit(
  { name, protocol }: { name: string; protocol: Protocol },
  credential: OfferedCredential | undefined,
): void {
  const fields = ['credentialId'];
  if (!credential) {
    throw new AppError('credential.not_found', { fields });
  }
  if (!takesCredential(protocol, credential.type)) {
    const params = { name, credential: credential.name };
    throw new AppError('asset.credential_unfit', { params, fields });
  }
}

/** How the asset is logged in to. What another kind of account needed is removed. */
export async function planAccount(
  input: AssetInput,
  language: Language,
  findStored: (name: CredentialSecretName) => Promise<Secret | undefined>,
  inspect: InspectPrivateKey,
): Promise<AccountPlan> {
  const types = accountTypesOf(input.protocol);
  const accountType =
    input.protocol === 'kubernetes' ? '' : input.accountType === '' ? 'custom' : input.accountType;
  if (!types.includes(accountType)) {
    throw fieldError(language, ['accountType'], 'enum', { values: types.join(', ') });
  }
  if (accountType === 'credential' && input.credentialId === null) {
    throw fieldError(language, ['credentialId'], 'required');
  }
  if (accountType === '' || accountType === 'credential') {
    const credentialId = accountType === '' ? null : input.credentialId;
    return { accountType, username: '', credentialId, put: {}, remove: ACCOUNT_SECRETS };
  }
  const { password, privateKey, passphrase, username } = input;
  const secrets = await planSecrets(
    { type: accountType, password, privateKey, passphrase },
    findStored,
    inspect,
  );
  return { accountType, username, credentialId: null, put: secrets.put, remove: secrets.remove };
}
