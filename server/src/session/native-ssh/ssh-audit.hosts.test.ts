import { execFile } from 'node:child_process';

import { expect, it } from 'vitest';

import { NativeSshKit } from '../../testing/native-ssh-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer({ takesSsh: true });
const door = new NativeSshKit(server);

/** What it complains of, and why that stays. Debian 12 has its version 2.5, of 2021. */
const KNOWN: Record<string, string> = {
  // It is older than both.
  'mlkem768x25519-sha256': 'unknown algorithm',
  'kex-strict-s-v00@openssh.com': 'unknown algorithm',
  // It does not trust who chose them. Some clients have no other curve, and whoever has one of the first two takes that.
  'ecdh-sha2-nistp256': 'using weak elliptic curves',
  'ecdh-sha2-nistp384': 'using weak elliptic curves',
  'ecdh-sha2-nistp521': 'using weak elliptic curves',
  // libssh2 before 1.11 has neither better ones nor GCM, and with it curl of Debian 12. They stand last.
  'hmac-sha2-256': 'using encrypt-and-MAC mode',
  'hmac-sha2-512': 'using encrypt-and-MAC mode',
};

it('finds nothing at the door but what is known', async () => {
  const said = await new Promise<string>((resolve, reject) => {
    // It ends with a number that counts its complaints.
    execFile('ssh-audit', ['-n', '-p', String(door.port), '127.0.0.1'], (error, output) =>
      error?.code === 'ENOENT' ? reject(error) : resolve(output),
    );
  });
  const complaints: Record<string, string> = {};
  let about = '';
  for (const line of said.split('\n')) {
    about = /^\((?:kex|key|enc|mac|gen|sec|cve)\) (\S+)/.exec(line)?.[1] ?? about;
    const [, what] = /\[(?:fail|warn)\] (.+)$/.exec(line) ?? [];
    if (what !== undefined) {
      complaints[about] = what;
    }
  }
  expect(said).toContain('(key) ssh-ed25519');
  expect(complaints).toEqual(KNOWN);
});
