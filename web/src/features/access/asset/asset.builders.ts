import type { Asset, AssetRow } from '@jadegate/contract/access/asset';
import type { StorageRow } from '@jadegate/contract/files/storage';

/** An SSH host that answered, unless said otherwise. */
export function anAssetRow(given: Partial<AssetRow> = {}): AssetRow {
  return {
    id: 'asset-1',
    name: 'web-01',
    description: '',
    protocol: 'ssh',
    ip: '10.0.0.1',
    port: 22,
    active: true,
    activeMessage: '',
    state: 'up',
    checked: '2026-11-15 03:20:00',
    created: '2026-11-15 03:20:00',
    lastAccessTime: '0001-01-01 00:00:00',
    tags: '',
    owner: 'user-1',
    ownerName: 'Mei',
    ownerAccount: 'mei',
    accessGatewayId: '',
    accessGatewayName: '',
    credentialId: '',
    credentialName: '',
    ...given,
  };
}

export function anAsset(given: Partial<Asset> = {}): Asset {
  return {
    ...anAssetRow(),
    accountType: 'custom',
    credentialUsername: '',
    username: 'root',
    password: '',
    privateKey: '',
    passphrase: '',
    stored: ['password'],
    encrypted: true,
    inherited: {},
    authorisedUserCount: 0,
    authorisedUserGroupCount: 0,
    ...given,
  };
}

/** A space that somebody shares, as the drive of a desktop. */
export const aDriveSpace: StorageRow = {
  id: 'space-1',
  name: 'shared data',
  isShare: true,
  isDefault: false,
  limitSize: -1,
  usedSize: 0,
  owner: 'user-1',
  ownerName: 'Wang',
  shareCount: 0,
  created: '2026-01-01 00:00:00',
};
