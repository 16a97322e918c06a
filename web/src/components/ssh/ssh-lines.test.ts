import { channelRights } from '@jadegate/contract/access/channel-rights';
import { describe, expect, it } from 'vitest';

import { isSshLineAllowed, sshLines } from './ssh-lines.ts';
import { anSshHelp } from './ssh.builders.ts';

const door = { host: 'gate.example', port: 2222 };

describe('lines for SSH clients', () => {
  it('name the person and the asset as each client splits them', () => {
    expect(sshLines({ door, help: anSshHelp() })).toEqual({
      shell: 'ssh -p 2222 mei@web-1@gate.example',
      exec: 'ssh -p 2222 mei@web-1@gate.example uptime',
      sftp: 'sftp -P 2222 -o User=mei@web-1 gate.example',
      scp: 'scp -P 2222 -o User=mei@web-1 ./file.txt gate.example:/tmp/',
      rsync: 'rsync -av -e "ssh -p 2222 -o User=mei@web-1" ./folder/ gate.example:/tmp/folder/',
      jump: 'ssh -J mei@gate.example:2222 root@web-1',
      sshConfig: 'Host web-1\n  HostName gate.example\n  Port 2222\n  User mei@web-1',
      vscode: 'code --remote ssh-remote+web-1 /home',
      putty: 'putty.exe -ssh -P 2222 -l mei@web-1 gate.example',
      winscp: 'winscp.exe sftp://mei%40web-1@gate.example:2222/',
    });
  });

  it('leave the usual port out, put IPv6 into brackets, and quote what a shell would read', () => {
    const help = anSshHelp({ user: "o'hara $x@web-1", person: "o'hara $x", account: '' });
    const lines = sshLines({ door: { host: 'fd00::1', port: 22 }, help });
    expect(lines.shell).toBe(String.raw`ssh 'o'\''hara $x@web-1@fd00::1'`);
    expect(lines.sftp).toBe(String.raw`sftp -o User='o'\''hara $x@web-1' [fd00::1]`);
    expect(lines.jump).toBe(String.raw`ssh -J 'o'\''hara $x@[fd00::1]' web-1`);
    expect(lines.winscp).toContain("o'hara%20%24x%40web-1@[fd00::1]:22");
  });

  it('say which of them the strategy forbids', () => {
    const files = anSshHelp({ channels: channelRights([]), upload: false, download: true });
    expect(isSshLineAllowed('shell', files)).toBe(false);
    expect(isSshLineAllowed('exec', files)).toBe(false);
    expect(isSshLineAllowed('sftp', files)).toBe(true);
    expect(isSshLineAllowed('vscode', files)).toBe(false);
    expect(isSshLineAllowed('vscode', anSshHelp({ channels: channelRights(['ide']) }))).toBe(true);
  });
});
