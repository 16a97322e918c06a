import type { SshHelp } from '@jadegate/contract/session/ssh-client';
import type { SshDoor } from '@jadegate/contract/session/ssh-door';

interface SshWay {
  door: Pick<SshDoor, 'host' | 'port'>;
  help: SshHelp;
}

/** What people copy, by the client it is for. */
export const SSH_CLIENTS = {
  openssh: ['shell', 'exec', 'sftp', 'scp', 'rsync', 'jump'],
  config: ['sshConfig', 'vscode'],
  windows: ['putty', 'winscp'],
} as const;
export type SshClient = keyof typeof SSH_CLIENTS;
type SshLine = (typeof SSH_CLIENTS)[SshClient][number];

const STANDARD_PORT = 22;

/** A word as a shell takes it. */
function word(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** An IPv6 address stands in brackets where a colon follows it. */
function beforeColon(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * `-o User=` instead of `user@host` wherever a client would split the name at another place than its last `@`, or take a
 * part of it for a path.
 */
export function sshLines({ door: { host, port }, help }: SshWay): Record<SshLine, string> {
  const { user, person, asset, account } = help;
  const option = `-o User=${word(user)}`;
  const [lower, upper] = port === STANDARD_PORT ? ['', ''] : [` -p ${port}`, ` -P ${port}`];
  const address = beforeColon(host);
  const inner = account === '' ? asset : `${word(account)}@${asset}`;
  return {
    shell: `ssh${lower} ${word(`${user}@${host}`)}`,
    exec: `ssh${lower} ${word(`${user}@${host}`)} uptime`,
    sftp: `sftp${upper} ${option} ${address}`,
    scp: `scp${upper} ${option} ./file.txt ${address}:/tmp/`,
    rsync: `rsync -av -e "ssh${lower} ${option}" ./folder/ ${address}:/tmp/folder/`,
    jump: `ssh -J ${word(`${person}@${address}${port === STANDARD_PORT ? '' : `:${port}`}`)} ${inner}`,
    sshConfig: sshConfigBlock({ asset, door: { host, port }, user }),
    vscode: `code --remote ssh-remote+${asset} /home`,
    putty: `putty.exe -ssh -P ${port} -l ${windowsWord(user)} ${host}`,
    winscp: `winscp.exe sftp://${encodeURIComponent(user)}@${address}:${port}/`,
  };
}

/** What a client's configuration says of one asset. */
export function sshConfigBlock({
  asset,
  door: { host, port },
  user,
}: Pick<SshWay, 'door'> & Pick<SshHelp, 'asset' | 'user'>): string {
  return `Host ${asset}\n  HostName ${host}\n  Port ${port}\n  User ${configValue(user)}`;
}

function configValue(text: string): string {
  return /\s|["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` : text;
}

function windowsWord(text: string): string {
  return /[\s&|<>^]/.test(text) ? `"${text}"` : text;
}

/** Whether the strategy lets such a line do anything. */
export function isSshLineAllowed(line: SshLine, { channels, upload, download }: SshHelp): boolean {
  const hasFiles = upload || download;
  switch (line) {
    case 'shell':
    case 'putty':
    case 'jump':
      return channels.shell;
    case 'exec':
      return channels.exec;
    case 'sftp':
    case 'winscp':
      return hasFiles;
    case 'scp':
    case 'rsync':
      return hasFiles;
    case 'vscode':
      return channels.ide;
    case 'sshConfig':
      return true;
    default:
      return line satisfies never;
  }
}
