import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { makeCertificate } from './certificates.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const INSTALL = here('../../../scripts/hosts/samba.sh');
const APART = 'unshare --net --mount --pid --fork --kill-child --mount-proc bash'.split(' ');
/** One of the nets that RFC 2544 sets aside for tests of equipment; in a network of its own it is in nobody's way. */
const ADDRESS = '198.18.250.1';
const READY_WITHIN_MS = 240_000;
const INSTALLED_WITHIN_MS = 300_000;

const SUFFIX = 'DC=corp,DC=example,DC=test';
export const SAMBA = {
  suffix: SUFFIX,
  people: `CN=Users,${SUFFIX}`,
  bindDn: `CN=jadegate,CN=Users,${SUFFIX}`,
  bindPassword: 'reader-pw',
};
const ROOT = { dn: `CN=Administrator,CN=Users,${SUFFIX}`, password: 'Adm1n-of-the-test' };

/** Samba as a real domain controller of Active Directory, in a network of its own; its ports of here lead there. */
export class OwnSamba {
  readonly ports: { plain: number; tls: number };
  readonly ca: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #relays: Server[];

  private constructor(parts: {
    folder: string;
    child: ChildProcess;
    relays: Server[];
    ports: { plain: number; tls: number };
    ca: string;
  }) {
    this.#folder = parts.folder;
    this.#process = parts.child;
    this.#relays = parts.relays;
    this.ports = parts.ports;
    this.ca = parts.ca;
  }

  static async start(): Promise<OwnSamba> {
    await run('bash', [INSTALL], { timeout: INSTALLED_WITHIN_MS });
    const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-samba-'));
    const { certPath, keyPath, cert } = makeCertificate('localhost');
    const [program = '', ...words] = APART;
    const given = [
      here('own-samba.sh'),
      folder,
      ADDRESS,
      ROOT.password,
      here('relay.mjs'),
      certPath,
      keyPath,
    ];
    const env = { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}` };
    const child = spawn(program, [...words, ...given], { stdio: ['ignore', 'ignore', 'pipe'], env });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4000)));
    const relays = [
      await relayTo(path.join(folder, 'ldap.sock')),
      await relayTo(path.join(folder, 'ldaps.sock')),
    ];
    const [plain = 0, tls = 0] = relays.map((relay) => (relay.address() as AddressInfo).port);
    const samba = new OwnSamba({ folder, child, relays, ports: { plain, tls }, ca: cert.toString() });
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await samba.#answers())) {
      if (Date.now() > until || child.exitCode !== null) {
        const told = `${said}\n${readFileSync(path.join(folder, 'provision.log')).toString().slice(-2000)}`;
        await samba.dispose();
        throw new Error(`Samba did not start: ${told}`);
      }
      await sleep(200);
    }
    await samba.change(userLdif('jadegate', SAMBA.bindPassword));
    return samba;
  }

  /** Changes as LDIF says, `changetype` and all. */
  async change(ldif: string): Promise<void> {
    const file = path.join(this.#folder, 'change.ldif');
    writeFileSync(file, ldif);
    await this.#tool('ldapmodify', ['-D', ROOT.dn, '-w', ROOT.password, '-f', file]);
  }

  async dispose(): Promise<void> {
    for (const relay of this.#relays) {
      relay.close();
    }
    if (this.#process.exitCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve));
      this.#process.kill('SIGKILL');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#tool('ldapsearch', ['-D', ROOT.dn, '-w', ROOT.password, '-s', 'base', '-b', SUFFIX, 'dn']);
      return true;
    } catch {
      return false;
    }
  }

  async #tool(name: string, more: string[]): Promise<void> {
    const env = { ...process.env, LDAPTLS_CACERT: path.join(this.#folder, 'cert.pem') };
    await run(name, ['-x', '-H', `ldaps://127.0.0.1:${this.ports.tls}`, ...more], { env, timeout: 120_000 });
  }
}

function relayTo(socket: string): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((near) => {
      const far = connect(socket);
      near.pipe(far).pipe(near);
      near.on('error', () => far.destroy());
      far.on('error', () => near.destroy());
    }).listen(0, '127.0.0.1', () => resolve(server));
  });
}

/** A person to be added, enabled unless `more` says otherwise. */
export function userLdif(
  account: string,
  password = `${account}-pw`,
  more = 'userAccountControl: 512',
): string {
  return `dn: CN=${account},${SAMBA.people}
changetype: add
objectClass: user
sAMAccountName: ${account}
displayName: ${account} ${account}
mail: ${account}@example.test
unicodePwd:: ${passwordValue(password)}
${more}

`;
}

export function groupLdif(name: string, members: readonly string[]): string {
  return `dn: CN=${name},${SAMBA.people}
changetype: add
objectClass: group
sAMAccountName: ${name}
${members.map((dn) => `member: ${dn}\n`).join('')}
`;
}

/** As Active Directory takes passwords: between quotes, in UTF-16. */
export function passwordValue(password: string): string {
  return Buffer.from(`"${password}"`, 'utf16le').toString('base64');
}
