import { ToldProgram } from './told-program.ts';

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
  readonly #program: ToldProgram;

  private constructor(place: Place, program: ToldProgram) {
    this.place = place;
    this.#program = program;
  }

  static async start(): Promise<OwnSlapd> {
    const { program, said } = await ToldProgram.start('slapd-program.ts');
    return new OwnSlapd(JSON.parse(said) as Place, program);
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

  stop(): Promise<void> {
    return this.#program.stop();
  }

  async #tell(what: object): Promise<void> {
    await this.#program.tell(what);
  }
}
