// The service under a systemd that runs, in a container of systemd-nspawn: with all that its unit takes away, and with guacd,
// which it starts. The other checks start the server by hand, without the filter of system calls.
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { PASSWORD, settle } from './system-packages.mjs';
import { expectThat, runIn, startServer } from './tree.mjs';

const NSPAWN = '/usr/bin/systemd-nspawn';
const GUACD_MS = 60_000;

/** Why it cannot be tried here, or undefined. */
export const nspawnMissing = () =>
  existsSync(NSPAWN) ? undefined : `${NSPAWN} is not there (Debian: systemd-container)`;

export async function checkService({ tree, file }) {
  await cp('/etc/resolv.conf', join(tree, 'etc/resolv.conf'));
  await cp(file, join(tree, 'srv/service.deb'));
  await runIn(tree, 'apt-get -qq update && apt-get -qq install -y --no-install-recommends systemd-sysv dbus');
  await runIn(tree, 'dpkg --install /srv/service.deb && systemctl enable jadegate');
  await runIn(tree, 'mount -t proc proc /proc; trap "umount /proc" EXIT; jadegate guacd install');
  const port = await settle(tree);
  // without a systemd out here that would be told of it
  const boot = ['--quiet', '--register=no', '--keep-unit', `--directory=${tree}`, '--boot'];
  const machine = await startServer([NSPAWN, boot], { port });
  try {
    await guacdAnswers(`http://127.0.0.1:${port}`);
  } finally {
    await machine.stop();
  }
}

async function guacdAnswers(url) {
  const ask = async (path, options) => (await (await fetch(`${url}${path}`, options)).json()).data;
  const { token } = await ask('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  });
  const deadline = performance.now() + GUACD_MS;
  for (;;) {
    const guacd = await ask('/properties/guacd', { headers: { 'X-Auth-Token': token } });
    if (guacd.reachable) {
      console.log(`  the service runs under systemd; its guacd ${guacd.version} answers`);
      return;
    }
    expectThat(performance.now() < deadline, `guacd runs with the rights of the service: ${guacd.reason}`);
    await sleep(500);
  }
}
