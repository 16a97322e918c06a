import { spawn } from 'node:child_process';

import type { ServerChannel } from 'ssh2';

interface ShellOptions {
  /** What stands in its environment beside or instead of ours. */
  env?: NodeJS.ProcessEnv;
  /** Words of the shell before those that are asked. */
  before?: string;
  /** Hears how to end what runs: a host that goes does not wait for it. */
  onStart?: (kill: () => void) => void;
}

/** Runs what somebody asks of a host in a real shell of this machine. */
export function realShell({ env = {}, before = '', onStart }: ShellOptions = {}) {
  return (command: string, channel: ServerChannel): void => {
    const child = spawn('/bin/sh', ['-c', before + command], { env: { ...process.env, ...env } });
    onStart?.(() => void child.kill('SIGKILL'));
    child.stdin.on('error', () => undefined);
    channel.on('error', () => undefined);
    channel.pipe(child.stdin);
    child.stdout.pipe(channel, { end: false });
    child.stderr.pipe(channel.stderr, { end: false });
    child.once('close', (code) => {
      channel.exit(code ?? 1);
      channel.end();
    });
  };
}

/** The same; `folder`, where there is one at that moment, goes before where its tools are. */
export function shellExec(folder: () => string = () => '') {
  return (command: string, channel: ServerChannel): void => {
    const first = folder();
    const env = first === '' ? {} : { PATH: `${first}:${process.env['PATH'] ?? ''}` };
    realShell({ env })(command, channel);
  };
}
