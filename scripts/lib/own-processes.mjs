import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';

import { root } from './root.mjs';
import { run } from './run.mjs';

/** Set for the process inside, which finds this pipe among its files. */
const INSIDE = 'JADEGATE_OWN_PROCESSES';
const PIPE = 3;
/** What the kernel counts processor time in: the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * A process table of its own: whoever is in it ends with its first process, which ends with us, however we end. That one is
 * a shell, because somebody has to take note of orphans: their processor time counts then. What it mounts nobody else sees.
 */
const apart = (temporary) => [
  ...'setpriv --pdeathsig KILL unshare --pid --fork --kill-child=KILL --mount-proc'.split(' '),
  'bash',
  '-c',
  'mount --bind "$0" /tmp && "$@"; exit $?',
  temporary,
];
/** The temporary files of each run, by its process: those of one that was killed go with the next. */
const TEMPORARY = join(root, '.cache/tmp');
/** What is mounted there would hide the checkout. */
const isTemporary = root.startsWith('/tmp/');

export const isInside = process.env[INSIDE] !== undefined;

/**
 * Goes on in a process that runs the same script in a process table of its own, where this machine allows it; this process
 * then ends as that one does. What a run started cannot outlive it, also when it is killed.
 */
export async function ensureOwnProcesses() {
  if (isInside) {
    // whoever started us was asked to end
    new Socket({ fd: PIPE })
      .on('close', () => process.kill(process.pid, 'SIGTERM'))
      .unref()
      .resume();
    return;
  }
  if (process.platform !== 'linux') {
    return;
  }
  const temporary = await makeTemporary();
  const [program, ...args] = apart(isTemporary ? '/tmp' : temporary);
  if (!(await run(program, [...args, 'true'])).ok) {
    await rm(temporary, { recursive: true });
    return;
  }
  const child = spawn(program, [...args, process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, [INSIDE]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // what is typed at a terminal reaches those inside by itself
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.stdio[PIPE].destroy());
  }
  const code = await new Promise((resolve) => child.once('exit', (status) => resolve(status ?? 1)));
  await rm(temporary, { recursive: true, force: true });
  process.exit(code);
}

async function makeTemporary() {
  const folder = join(TEMPORARY, String(process.pid));
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o1777);
  // that of a run which we are a part of belongs to a process that we cannot see
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8');
  for (const name of await readdir(TEMPORARY)) {
    if (!existsSync(`/proc/${name}`) && !mounts.includes(`/.cache/tmp/${name} `)) {
      await rm(join(TEMPORARY, name), { recursive: true, force: true });
    }
  }
  return folder;
}

/**
 * Processor time of everything that ran in this process table, in seconds; undefined where we have none of our own. What
 * ended counts with whoever waited for it.
 */
export function processorSeconds() {
  if (!isInside) {
    return undefined;
  }
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(ticksOf);
  return ticks.reduce((sum, more) => sum + more, 0) / TICKS_PER_SECOND;
}

function ticksOf(pid) {
  try {
    // after the name, which may hold anything: user and system time, its own and of those it waited for
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0; // it has just ended
  }
}
