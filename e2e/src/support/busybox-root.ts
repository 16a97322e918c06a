import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BUSYBOX = '/usr/bin/busybox';
const SYSTEM = ['proc', 'sys', 'dev'] as const;

/** A root in which there is nothing but BusyBox, as on a small appliance. For `ChrootDirectory` of an sshd. */
export class BusyboxRoot {
  /** Below a folder of root's alone: an sshd takes no other. */
  readonly folder = mkdtempSync('/run/jadegate-busybox-');

  constructor() {
    chmodSync(this.folder, 0o755);
    for (const name of ['bin', 'tmp', 'etc', ...SYSTEM]) {
      mkdirSync(join(this.folder, name));
    }
    copyFileSync(BUSYBOX, join(this.folder, 'bin/busybox'));
    for (const name of execFileSync(BUSYBOX, ['--list'], { encoding: 'utf8' }).trim().split('\n')) {
      if (name !== 'busybox') {
        symlinkSync('busybox', join(this.folder, 'bin', name));
      }
    }
    // The login shell of the test user, which BusyBox does not call so.
    writeFileSync(join(this.folder, 'bin/bash'), '#!/bin/sh\nexec /bin/sh "$@"\n', { mode: 0o755 });
    writeFileSync(join(this.folder, 'etc/os-release'), 'NAME=Appliance\nPRETTY_NAME="Appliance 1"\n');
    for (const name of SYSTEM) {
      execFileSync('mount', ['--rbind', `/${name}`, join(this.folder, name)]);
      // Taking it away again must take away nothing of the machine's.
      execFileSync('mount', ['--make-rslave', join(this.folder, name)]);
    }
  }

  remove(): void {
    for (const name of SYSTEM) {
      execFileSync('umount', ['-R', '-l', join(this.folder, name)]);
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}
