import { ToldProgram } from './told-program.ts';

/** A certified OpenID provider as a process of its own, with people that a test changes. */
export class OwnOidc {
  readonly issuer: string;
  readonly #program: ToldProgram;

  private constructor(issuer: string, program: ToldProgram) {
    this.issuer = issuer;
    this.#program = program;
  }

  static async start(): Promise<OwnOidc> {
    const { program, said } = await ToldProgram.start('oidc-provider.mjs');
    const [, issuer = ''] = /^listening (.+)$/.exec(said) ?? [];
    return new OwnOidc(issuer, program);
  }

  async tell(what: { clients?: object[]; people?: Record<string, object> }): Promise<void> {
    await this.#program.tell(what);
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
