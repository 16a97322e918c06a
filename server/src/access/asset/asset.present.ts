import { ASSET_SECRETS, type Asset, type AssetRow } from '@jadegate/contract/access/asset';
import { PROTOCOL_ATTRIBUTES, SECRET_ATTRIBUTES } from '@jadegate/contract/access/asset-attributes';
import { sayStoredWay } from '@jadegate/contract/access/way';
import type { Language } from '@jadegate/contract/language';
import { ASSET_WORDS } from '@jadegate/contract/words/assets';

import { familyTime } from '../../kernel/family-time.ts';
import type { AssetRecord, Attributes } from './asset.repository.ts';

export function presentRow(record: AssetRecord, tags: readonly string[], language: Language): AssetRow {
  const isUnknown = record.active === null;
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    protocol: record.protocol,
    ip: record.ip,
    port: record.port,
    active: record.active === 1,
    activeMessage: isUnknown
      ? ASSET_WORDS.unchecked[language]
      : sayStoredWay(record.active_message, language),
    state: isUnknown ? 'unknown' : record.active === 1 ? 'up' : 'down',
    checked: familyTime(record.checked_at),
    created: familyTime(record.created_at),
    lastAccessTime: familyTime(record.last_access_at),
    tags: tags.toSorted().join(','),
    owner: record.owner_id,
    ownerName: record.owner_name ?? '',
    ownerAccount: record.owner_account ?? '',
    accessGatewayId: record.access_gateway_id ?? '',
    accessGatewayName: record.gateway_name ?? '',
    credentialId: record.credential_id ?? '',
    credentialName: record.credential_name ?? '',
  };
}

interface Parts {
  row: AssetRow;
  attributes: Attributes;
  /** Names in the vault. */
  stored: readonly string[];
  inherited: Record<string, string>;
  grants: { users: number; groups: number };
}

export function presentAsset(record: AssetRecord, parts: Parts): Asset {
  const secretAttributes = SECRET_ATTRIBUTES.filter((name) =>
    PROTOCOL_ATTRIBUTES[record.protocol].includes(name),
  );
  return {
    ...parts.row,
    accountType: record.account_type,
    credentialUsername: record.credential_username ?? '',
    username: record.username,
    password: '',
    privateKey: '',
    passphrase: '',
    stored: ASSET_SECRETS.filter((name) => parts.stored.includes(name)),
    encrypted: true,
    inherited: parts.inherited,
    authorisedUserCount: parts.grants.users,
    authorisedUserGroupCount: parts.grants.groups,
    ...parts.attributes,
    ...Object.fromEntries(secretAttributes.map((name) => [name, ''] as const)),
  };
}
