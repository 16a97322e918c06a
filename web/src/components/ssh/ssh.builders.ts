import { channelRights, USUAL_CHANNELS } from '@jadegate/contract/access/channel-rights';
import type { SshHelp } from '@jadegate/contract/session/ssh-client';
import type { SshDoor } from '@jadegate/contract/session/ssh-door';

export function anSshHelp(given: Partial<SshHelp> = {}): SshHelp {
  return {
    user: 'mei@web-1',
    person: 'mei',
    asset: 'web-1',
    account: 'root',
    channels: channelRights(USUAL_CHANNELS),
    upload: true,
    download: true,
    commandsOnly: false,
    ...given,
  };
}

export function anSshDoor(given: Partial<SshDoor> = {}): SshDoor {
  return {
    isEnabled: true,
    host: 'gate.example',
    port: 2222,
    keys: [
      {
        algorithm: 'ssh-ed25519',
        fingerprint: 'SHA256:ed25519',
        knownHosts: '[gate.example]:2222 ssh-ed25519 AAAA',
        sshfp: 'gate.example. IN SSHFP 4 2 abcd',
        isPresented: true,
        presentedFrom: '2026-11-01 10:00:00',
      },
    ],
    ...given,
  };
}
