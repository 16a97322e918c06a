import { channelRights, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import type { Strategy } from '@jadegate/contract/access/strategy';

/** Upload and copy are allowed, sessions are recorded, unless said otherwise. */
export function aStrategy(given: Partial<Strategy> = {}): Strategy {
  return {
    id: 'strategy-1',
    name: 'Operations',
    upload: true,
    download: false,
    edit: false,
    delete: false,
    rename: false,
    copy: true,
    paste: false,
    createDir: false,
    idleMinutes: 0,
    maxMinutes: 60,
    recording: true,
    recordingReason: '',
    commandFilterId: '',
    commandFilterName: '',
    commandsOnly: false,
    allowedCommands: [],
    ...channelRights(USUAL_CHANNELS),
    grantCount: 0,
    created: '2026-11-15 03:20:00',
    ...given,
  };
}
