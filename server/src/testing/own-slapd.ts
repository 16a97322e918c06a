import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { makeCertificate } from './certificates.ts';
import { goOn, suspend } from './suspend.ts';

const SUFFIX = 'dc=example,dc=test';
export const SLAPD = {
  suffix: SUFFIX,
  people: `ou=people,${SUFFIX}`,
  groups: `ou=groups,${SUFFIX}`,
  bindDn: `cn=reader,${SUFFIX}`,
  bindPassword: 'reader-pw',
};
const ROOT = { dn: `cn=admin,${SUFFIX}`, password: 'root-pw' };
const READY_WITHIN_MS = 20_000;
const LONGEST_LOG = 4_000_000;

const TREE = `dn: ${SUFFIX}
objectClass: dcObject
objectClass: organization
o: Example
dc: example

dn: ${SLAPD.people}
objectClass: organizationalUnit
ou: people

dn: ${SLAPD.groups}
objectClass: organizationalUnit
ou: groups

dn: ${SLAPD.bindDn}
objectClass: person
cn: reader
sn: reader
userPassword: ${SLAPD.bindPassword}
`;

/** Locks an account after three wrong passwords, and leaves it written down until one is right. */
const LOCKING = `dn: cn=locking,${SUFFIX}
objectClass: device
objectClass: pwdPolicy
cn: locking
pwdAttribute: userPassword
pwdLockout: TRUE
pwdMaxFailure: 3
pwdLockoutDuration: 600
`;

interface SlapdOptions {
  locks?: boolean;
}

/** OpenLDAP as a process of its own, with an empty tree for people and groups. */
export class OwnSlapd {
  readonly ports: { plain: number; tls: number };
  readonly ca: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  /** What it has been asked, as it writes down. */
  #log = '';

  private constructor(folder: string, ports: { plain: number; tls: number }, ca: string) {
    this.#folder = folder;
    this.ports = ports;
    this.ca = ca;
  }

  static async start(ldif = '', { locks = false }: SlapdOptions = {}): Promise<OwnSlapd> {
    const folder = mkdtempSync(path.join(tmpdir(), 'jadegate-slapd-'));
    const { certPath, keyPath, cert } = makeCertificate('localhost');
    mkdirSync(path.join(folder, 'db'));
    writeFileSync(path.join(folder, 'slapd.conf'), configuration(folder, certPath, keyPath, locks));
    writeFileSync(path.join(folder, 'tree.ldif'), `${TREE}\n${locks ? LOCKING : ''}\n${ldif}`);
    const files = ['-f', path.join(folder, 'slapd.conf'), '-l', path.join(folder, 'tree.ldif')];
    execFileSync('/usr/sbin/slapadd', ['-q', ...files], { stdio: 'ignore' });
    const ports = { plain: await freePort(), tls: await freePort() };
    const slapd = new OwnSlapd(folder, ports, cert.toString());
    await slapd.resume();
    return slapd;
  }

  /** Starts it again where it was stopped, with what it had. */
  async resume(): Promise<void> {
    const { plain, tls } = this.ports;
    const addresses = `ldap://127.0.0.1:${plain}/ ldaps://127.0.0.1:${tls}/`;
    const words = ['-d', 'stats', '-f', path.join(this.#folder, 'slapd.conf'), '-h', addresses];
    const child = spawn('/usr/sbin/slapd', words, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on(
      'data',
      (chunk: Buffer) => (this.#log = (this.#log + chunk.toString()).slice(-LONGEST_LOG)),
    );
    this.#process = child;
    const until = Date.now() + READY_WITHIN_MS;
    while (!(await this.#answers())) {
      if (Date.now() > until) {
        throw new Error('slapd does not answer');
      }
      await sleep(20);
    }
  }

  /** How often somebody's password was asked about. */
  binds(uid: string): number {
    return this.#count(`BIND dn="uid=${uid},${SLAPD.people}" method=`);
  }

  get connections(): number {
    return this.#count(' ACCEPT from ');
  }

  #count(text: string): number {
    return this.#log.split(text).length - 1;
  }

  /** Changes as LDIF says, `changetype` and all. */
  async change(ldif: string): Promise<void> {
    const file = path.join(this.#folder, 'change.ldif');
    writeFileSync(file, ldif);
    await this.#tool('ldapmodify', ['-f', file]);
  }

  /** As after too many wrong passwords. */
  async lock(uid: string, isLocked: boolean): Promise<void> {
    const change = isLocked ? 'add: lockoutTime\nlockoutTime: 134000000000000000' : 'delete: lockoutTime';
    await this.change(`dn: uid=${uid},${SLAPD.people}\nchangetype: modify\n${change}\n`);
  }

  /** How long three wrong passwords keep somebody out, also those who are. */
  async setLockSeconds(seconds: number): Promise<void> {
    const change = `replace: pwdLockoutDuration\npwdLockoutDuration: ${seconds}`;
    await this.change(`dn: cn=locking,${SUFFIX}\nchangetype: modify\n${change}\n`);
  }

  async add(ldif: string): Promise<void> {
    const file = path.join(this.#folder, 'add.ldif');
    writeFileSync(file, ldif);
    await this.#tool('ldapadd', ['-f', file]);
  }

  /** A process that is stopped takes connections and says nothing. */
  async hang(isHanging: boolean): Promise<void> {
    const pids = [this.#process?.pid ?? []].flat();
    await (isHanging ? suspend(pids) : goOn(pids));
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGCONT');
      child.kill('SIGKILL');
      await ended;
    }
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    try {
      await this.#tool('ldapwhoami', []);
      return true;
    } catch {
      return false;
    }
  }

  async #tool(name: string, more: string[]): Promise<void> {
    const login = ['-x', '-H', `ldap://127.0.0.1:${this.ports.plain}`, '-D', ROOT.dn, '-w', ROOT.password];
    await promisify(execFile)(name, [...login, ...more]);
  }
}

/** LDIF of a person: `uid` is also the password with `-pw` behind it. */
export function personLdif(uid: string, more = ''): string {
  return `dn: uid=${uid},${SLAPD.people}
objectClass: inetOrgPerson
objectClass: shadowAccount
objectClass: ldapPublicKey
uid: ${uid}
cn: ${uid} ${uid}
sn: ${uid}
mail: ${uid}@example.test
userPassword: ${uid}-pw
${more}
`;
}

export function groupLdif(cn: string, members: readonly string[]): string {
  return `dn: cn=${cn},${SLAPD.groups}
objectClass: groupOfNames
cn: ${cn}
${members.map((dn) => `member: ${dn}`).join('\n')}

`;
}

function configuration(folder: string, cert: string, key: string, locks: boolean): string {
  return `include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
attributetype ( 1.3.6.1.4.1.24552.500.1.1.1.13 NAME 'sshPublicKey' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 )
# as Active Directory has it
attributetype ( 1.2.840.113556.1.4.662 NAME 'lockoutTime' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 )
objectclass ( 1.3.6.1.4.1.24552.500.1.1.2.0 NAME 'ldapPublicKey' SUP top AUXILIARY MAY ( sshPublicKey $ lockoutTime ) )
modulepath /usr/lib/ldap
moduleload back_mdb
${locks ? 'moduleload ppolicy' : ''}
TLSCertificateFile ${cert}
TLSCertificateKeyFile ${key}
# a directory of the worst sort: it lets in whoever names an account and no password
allow bind_anon_dn bind_anon_cred
database mdb
maxsize 67108864
suffix "${SUFFIX}"
rootdn "${ROOT.dn}"
rootpw ${ROOT.password}
directory ${folder}/db
index objectClass,uid,entryUUID,member eq
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
${locks ? `overlay ppolicy\nppolicy_default "cn=locking,${SUFFIX}"` : ''}
`;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
