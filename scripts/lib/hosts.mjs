// The real hosts that tests talk to; see scripts/hosts.
import { existsSync, readFileSync } from 'node:fs';

import { root } from './root.mjs';
import { run } from './run.mjs';

/** Why the hosts cannot run here, or undefined where they can. */
export function hostsUnavailable() {
  if (process.platform !== 'linux' || !existsSync('/etc/debian_version')) {
    return 'the test hosts are Debian packages and this is not Debian';
  }
  return process.getuid() === 0 ? undefined : 'only root can install and start the test hosts';
}

/** On a fresh machine a minute of unpacking; otherwise nothing. */
export const installHosts = () => run('bash', ['scripts/hosts/install.sh']);

export async function startHosts() {
  const installed = await installHosts();
  if (!installed.ok) {
    return installed;
  }
  return await run('bash', ['scripts/hosts/up.sh', '--for', String(process.pid)]);
}

/** Detached: it must finish also when Ctrl-C ended the tests. */
export const stopHosts = () => run('bash', ['scripts/hosts/down.sh'], { detached: true });

const CURRENT = '/run/jadegate-test-hosts';

/** Those that somebody started by hand, or a bench: a run with a process table of its own cannot see them, nor use their ports. */
export async function stopHostsOutside() {
  const folder = existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8').trim() : '';
  const holder = `${folder || `${root}/.run/hosts`}/holder`;
  if (existsSync(holder) && existsSync(`/proc/${readFileSync(holder, 'utf8').split(' ')[0]}`)) {
    return; // another run has them; up.sh says so
  }
  await run('bash', ['scripts/hosts/down.sh', ...(folder === '' ? [] : ['--dir', folder])]);
}
