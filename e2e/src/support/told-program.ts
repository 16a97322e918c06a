import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const PROGRAMS = new URL('../../../server/src/testing/', import.meta.url);

/** A program of the server's tests beside the product, which is told what to do and answers: a line each. */
export class ToldProgram {
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  private constructor(child: ChildProcess, lines: Interface) {
    this.#process = child;
    this.#lines = lines;
  }

  /** With the first line that it says, once it is ready. */
  static async start(file: string): Promise<{ program: ToldProgram; said: string }> {
    const path = fileURLToPath(new URL(file, PROGRAMS));
    const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'inherit'] });
    const program = new ToldProgram(child, createInterface({ input: child.stdout }));
    return { program, said: await program.#nextLine() };
  }

  async tell(what: object): Promise<string> {
    const answer = this.#nextLine();
    this.#process.stdin?.write(`${JSON.stringify(what)}\n`);
    return answer;
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }

  #nextLine(): Promise<string> {
    return new Promise((resolve) => this.#lines.once('line', resolve));
  }
}
