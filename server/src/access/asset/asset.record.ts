import type { AssetInput } from '@jadegate/contract/access/asset';

import type { AccountPlan } from './asset.account.ts';
import type { Attributes } from './asset.repository.ts';

/** What the next check has to find out anew. */
export const UNCHECKED = { active: null, active_message: '', checked_at: null, checking_until: 0 } as const;

export function vaultOwner(id: string): string {
  return `asset:${id}`;
}

export function hostKeyOwner(id: string): `asset:${string}` {
  return `asset:${id}`;
}

export function about({ id, name }: { id: string; name: string }) {
  return { type: 'asset', id, name };
}

export function columnsOf(input: AssetInput, account: AccountPlan) {
  return {
    name: input.name,
    protocol: input.protocol,
    ip: input.ip,
    port: input.port,
    account_type: account.accountType,
    username: account.username,
    credential_id: account.credentialId,
    access_gateway_id: input.accessGatewayId,
    description: input.description,
  };
}

/** What an audit entry tells of an asset; secrets are not among it. */
export function facts(
  columns: ReturnType<typeof columnsOf>,
  tags: readonly string[],
  attributes: Attributes,
): Record<string, unknown> {
  return {
    name: columns.name,
    protocol: columns.protocol,
    ip: columns.ip,
    port: columns.port,
    accountType: columns.account_type,
    username: columns.username,
    credentialId: columns.credential_id,
    accessGatewayId: columns.access_gateway_id,
    description: columns.description,
    tags,
    ...attributes,
  };
}

/** An attribute that is gone differs too. */
export function blanked(old: Attributes, after: Record<string, unknown>): Record<string, unknown> {
  return { ...Object.fromEntries(Object.keys(old).map((name) => [name, ''])), ...after };
}
