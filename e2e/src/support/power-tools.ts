import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What stops a machine, as stand-ins for the search path of a host: none of the real ones may ever be found first. The
 * order makes another run of its system, which is all that a restart is seen by.
 */
export class PowerTools {
  readonly folder = mkdtempSync(join(tmpdir(), 'jadegate-power-'));

  constructor() {
    chmodSync(this.folder, 0o777);
    for (const tool of ['systemctl', 'shutdown', 'reboot', 'poweroff', 'halt', 'init', 'telinit']) {
      const next = '22222222-2222-4222-8222-222222222222';
      this.#put(tool, `echo "${tool} $*" >> ${this.#at('log')}; echo ${next} > ${this.#at('boot_id')}`);
    }
    this.#put('sudo', '[ "$1" = -n ] && shift\nexec "$@"');
    this.#put(
      'cat',
      `case "$1" in */boot_id) exec /bin/cat ${this.#at('boot_id')};; esac\nexec /bin/cat "$@"`,
    );
    writeFileSync(this.#at('boot_id'), '11111111-1111-4111-8111-111111111111\n');
    writeFileSync(this.#at('log'), '');
    chmodSync(this.#at('boot_id'), 0o666);
    chmodSync(this.#at('log'), 0o666);
  }

  get called(): string[] {
    return readFileSync(this.#at('log'), 'utf8').split('\n').filter(Boolean);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #at(name: string): string {
    return join(this.folder, name);
  }

  #put(name: string, script: string): void {
    writeFileSync(this.#at(name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    chmodSync(this.#at(name), 0o755);
  }
}
