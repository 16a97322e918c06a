import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../server/src/testing/slapd-program.ts', import.meta.url));

/** How it is reached, and where its people and groups are. */
interface Place {
  ports: { plain: number; tls: number };
  ca: string;
  people: string;
  groups: string;
  bindDn: string;
  bindPassword: string;
}

/** A real OpenLDAP, with people and groups that a test changes. */
export class OwnSlapd {
  readonly place: Place;
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  private constructor(place: Place, child: ChildProcess, lines: Interface) {
    this.place = place;
    this.#process = child;
    this.#lines = lines;
  }

  static async start(): Promise<OwnSlapd> {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    return new OwnSlapd(JSON.parse(await nextLine(lines)) as Place, child, lines);
  }

  /** The password is the name with `-pw` behind it. */
  addPerson(uid: string, nickname: string): Promise<void> {
    return this.#tell({
      add: `dn: ${this.person(uid)}
objectClass: inetOrgPerson
objectClass: shadowAccount
uid: ${uid}
cn: ${nickname}
sn: ${uid}
mail: ${uid}@example.test
userPassword: ${uid}-pw
`,
    });
  }

  /** Makes it, or gives it other members. */
  setGroup(cn: string, uids: readonly string[], isNew = false): Promise<void> {
    const dn = `dn: cn=${cn},${this.place.groups}`;
    const members = uids.map((uid) => `member: ${this.person(uid)}`).join('\n');
    return isNew
      ? this.#tell({ add: `${dn}\nobjectClass: groupOfNames\ncn: ${cn}\n${members}\n` })
      : this.change(`${dn}\nchangetype: modify\nreplace: member\n${members}\n`);
  }

  change(ldif: string): Promise<void> {
    return this.#tell({ change: ldif });
  }

  hang(isHanging: boolean): Promise<void> {
    return this.#tell({ isHanging });
  }

  person(uid: string): string {
    return `uid=${uid},${this.place.people}`;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  async #tell(what: object): Promise<void> {
    const answer = nextLine(this.#lines);
    this.#process.stdin?.write(`${JSON.stringify(what)}\n`);
    await answer;
  }
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve) => lines.once('line', resolve));
}
