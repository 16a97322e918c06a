import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { Secret, TOTP } from 'otpauth';

/**
 * A second factor for an sshd of the test's own, as administrators set it up: Debian's login rules of sshd, and after the
 * password a code of an authenticator app. The rules go by the name of the program, so that no other sshd has them.
 */
export class OneTimeCodes {
  /** sshd under the name that has the rules. */
  readonly program: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'jadegate-codes-'));
  readonly #rules: string;
  readonly #totp = new TOTP({ secret: new Secret({ size: 20 }) });
  readonly #removeLeftover = (): void => rmSync(this.#rules, { force: true });

  constructor() {
    // PAM looks for rules in small letters only.
    const name = basename(this.#folder).toLowerCase();
    this.program = join(this.#folder, name);
    this.#rules = join('/etc/pam.d', name);
    process.once('exit', this.#removeLeftover);
    symlinkSync('/usr/sbin/sshd', this.program);
    const secretFile = join(this.#folder, 'secret');
    writeFileSync(secretFile, `${this.#totp.secret.base32}\n" TOTP_AUTH\n`, { mode: 0o400 });
    const password = '@include common-auth\n';
    const code = `auth required pam_google_authenticator.so user=root secret=${secretFile}\n`;
    const usual = readFileSync('/etc/pam.d/sshd', 'utf8');
    if (!usual.includes(password)) {
      throw new Error('the rules of sshd in /etc/pam.d are not those of Debian');
    }
    writeFileSync(this.#rules, usual.replace(password, password + code));
  }

  /** The code of this half minute. The one before and the one after are taken as well, so it is good for long enough. */
  right(): string {
    return this.#totp.generate();
  }

  /** A code of a time that is long over, and none that would be taken now. */
  wrong(): string {
    const now = Date.now();
    const good = [-2, -1, 0, 1, 2].map((step) => this.#totp.generate({ timestamp: now + step * 30_000 }));
    for (let timestamp = now - 3_600_000; ; timestamp -= 30_000) {
      const code = this.#totp.generate({ timestamp });
      if (!good.includes(code)) {
        return code;
      }
    }
  }

  remove(): void {
    process.removeListener('exit', this.#removeLeftover);
    this.#removeLeftover();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
