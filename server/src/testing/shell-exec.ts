import { spawn } from 'node:child_process';

import type { ServerChannel } from 'ssh2';

/** Runs what somebody asks of a host in a real shell of this machine. `folder` goes before where its tools are. */
export function shellExec(folder: () => string = () => '') {
  return (command: string, channel: ServerChannel): void => {
    const first = folder();
    const path = first === '' ? process.env.PATH : `${first}:${process.env.PATH ?? ''}`;
    const child = spawn('/bin/sh', ['-c', command], { env: { ...process.env, PATH: path } });
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
