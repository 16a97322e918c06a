import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../server/src/testing/oidc-provider.mjs', import.meta.url));

/** A certified OpenID provider as a process of its own, with people that a test changes. */
export class OwnOidc {
  readonly issuer: string;
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  private constructor(issuer: string, child: ChildProcess, lines: Interface) {
    this.issuer = issuer;
    this.#process = child;
    this.#lines = lines;
  }

  static async start(): Promise<OwnOidc> {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    const [, issuer = ''] = /^listening (.+)$/.exec(await nextLine(lines)) ?? [];
    return new OwnOidc(issuer, child, lines);
  }

  async tell(said: { clients?: object[]; people?: Record<string, object> }): Promise<void> {
    const answer = nextLine(this.#lines);
    this.#process.stdin?.write(`${JSON.stringify(said)}\n`);
    await answer;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve) => lines.once('line', resolve));
}
