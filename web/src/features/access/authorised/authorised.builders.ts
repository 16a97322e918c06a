import type { AccessAnswer, GrantedAsset, GrantedUser } from '@jadegate/contract/access/authorised';
import { channelRights, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import type { Strategy } from '@jadegate/contract/access/strategy';

export function aGrantedUser(given: Partial<GrantedUser> = {}): GrantedUser {
  return {
    id: 'grant-1',
    userId: 'user-1',
    userName: 'Mei',
    userAccount: 'mei',
    strategyId: 'strategy-1',
    strategyName: 'Read only',
    commandFilterId: '',
    commandFilterName: '',
    created: '2026-11-01 10:00:00',
    startsAt: null,
    endsAt: null,
    timePeriod: [],
    state: 'active',
    ...given,
  };
}

export function aGrantedAsset(given: Partial<GrantedAsset> = {}): GrantedAsset {
  const { userId: _id, userName: _name, userAccount: _account, ...common } = aGrantedUser();
  return { ...common, assetId: 'asset-1', assetName: 'web-01', protocol: 'ssh', ...given };
}

export function aStrategy(given: Partial<Strategy> = {}): Strategy {
  return {
    id: 'strategy-1',
    name: 'Read only',
    upload: false,
    download: true,
    edit: false,
    delete: false,
    rename: false,
    copy: true,
    paste: false,
    createDir: false,
    idleMinutes: 10,
    maxMinutes: 0,
    recording: true,
    recordingReason: '',
    commandFilterId: '',
    commandFilterName: '',
    commandsOnly: false,
    allowedCommands: [],
    ...channelRights(USUAL_CHANNELS),
    grantCount: 0,
    created: '2026-11-01 10:00:00',
    ...given,
  };
}

export function anAnswer(given: Partial<AccessAnswer> = {}): AccessAnswer {
  const { upload, download, edit, delete: remove, rename, copy, paste, createDir } = aStrategy();
  return {
    allowed: true,
    flags: { upload, download, edit, delete: remove, rename, copy, paste, createDir },
    idleMinutes: 10,
    maxMinutes: 0,
    recording: true,
    commandFilterId: null,
    commandsOnly: false,
    channels: channelRights(USUAL_CHANNELS),
    changesAt: null,
    at: '2026-11-16T04:00:00.000Z',
    steps: [
      { rule: 'person', outcome: 'pass', message: 'the person is enabled', decides: false, grantId: null },
      { rule: 'grant', outcome: 'allow', message: 'the direct grant', decides: true, grantId: 'grant-1' },
      { rule: 'grant', outcome: 'pass', message: 'the grant of a group', decides: false, grantId: 'grant-2' },
    ],
    ...given,
  };
}
