import { chmodSync, writeFileSync } from 'node:fs';

import { freePort, ToolHost } from './tool-host.ts';

/** Every way by which a system is told to go down. None of the real ones may ever be found first. */
const TOOLS = ['systemctl', 'shutdown', 'reboot', 'poweroff', 'halt', 'init', 'telinit'] as const;
const ADDRESS = '127.0.0.1';

/**
 * A real sshd whose people find stand-ins where the tools of the power are, and a number of the system's run that changes
 * with them. It lets in an account without rights: what might be called by mistake would be refused.
 */
export class PoweredHost extends ToolHost {
  #seen = 0;

  private constructor(port: number) {
    super(port, ADDRESS);
    for (const tool of TOOLS) {
      this.tool(tool, `echo "${tool} $*" >> ${this.at('log')}\n. ${this.at('answer')}`);
    }
    this.tool('sudo', `[ "$1" = -n ] && shift\n. ${this.at('sudo-answer')}\nexec "$@"`);
    this.tool(
      'cat',
      `case "$1" in */boot_id) exec /bin/cat ${this.at('boot_id')};; esac\nexec /bin/cat "$@"`,
    );
    this.answers('exit 0');
    this.sudoAnswers('');
    this.beginsRun('11111111-1111-4111-8111-111111111111');
    writeFileSync(this.at('log'), '');
    chmodSync(this.at('log'), 0o666);
  }

  static async open(): Promise<PoweredHost> {
    const host = new PoweredHost(await freePort(ADDRESS));
    await host.start();
    return host;
  }

  /** What the tools of the power do, in words of a shell. */
  answers(script: string): void {
    this.write('answer', script);
  }

  sudoAnswers(script: string): void {
    this.write('sudo-answer', script);
  }

  beginsRun(bootId: string): void {
    this.write('boot_id', bootId);
  }

  /** What was called, in order, since this was asked last. */
  called(): string[] {
    // Not emptied: what is written between a look and that would be lost.
    const lines = this.read('log').split('\n').slice(0, -1);
    const fresh = lines.slice(this.#seen);
    this.#seen = lines.length;
    return fresh;
  }
}
