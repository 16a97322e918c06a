import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { LOOPBACK, ssh } from '../../../e2e/src/hosts.ts';
import { freePort } from '../../../e2e/src/support/free-port.ts';
import { delay, directKeyboard, keyboardOf, warmUp } from '../keyboard.ts';
import { LogText } from '../log-text.ts';
import type { Suite } from '../ratio.ts';
import { secondsOf, SftpPrompt, straight, throughDoor, throughGate, type SshWay } from '../ssh-ways.ts';
import { Stage } from '../stage.ts';
import { weigh, WEIGHED } from '../weigh.ts';

const FILE_BYTES = 256 * 1024 * 1024;
/** All of it is recorded, and found by search. */
const PRINTED_BYTES = 128 * 1024 * 1024;
const BLOCK_BYTES = 4 * 1024 * 1024;
const WARM_UP_ROUNDS = 2;
const IDLE_SESSIONS = 200;
const TOGETHER = 4;
const FLOODS = 4;
const FLOOD_START_MS = 1500;
/** The administrator, at the asset of the stage. */
const USER = 'admin@target';

const DOOR_TRIES = 100;

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, LOOPBACK, () => resolve(true));
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false));
  });
}

/** A stage whose door is open, with a key for it. */
async function openStage(env: Record<string, string> = {}): Promise<{ stage: Stage; port: number }> {
  const port = await freePort();
  const stage = await Stage.start({ JADEGATE_SSH_PORT: String(port), JADEGATE_SSH_HOST: LOOPBACK, ...env });
  const publicKey = await readFile(`${ssh.privateKeyFile}.pub`, 'utf8');
  const added = await stage.client.call('POST', '/account/ssh-keys', { name: 'bench', publicKey });
  if (added.code !== 1) {
    throw new Error(`the key was not taken: ${added.message}`);
  }
  // It listens a moment after the console does.
  for (let left = DOOR_TRIES; left > 0 && !(await isOpen(port)); left--) {
    await sleep(100);
  }
  return { stage, port };
}

/**
 * The door for SSH clients of people's own. Bulk is measured against an OpenSSH bastion that reads and writes both sides, as
 * the product does; echo against `ssh` to the target itself.
 */
export async function nativeDoor(): Promise<Suite> {
  const { stage, port } = await openStage();
  const door = throughDoor(port, USER);
  const gate = await throughGate(stage.target);
  const source = await stage.target.file('source', Buffer.alloc(FILE_BYTES, randomBytes(BLOCK_BYTES)));
  const local = stage.target.path('local');
  const uploaded = stage.target.path('uploaded');
  const rated = async (work: () => Promise<void>, made: string): Promise<number> => {
    await stage.idle();
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    if ((await stat(made)).size !== FILE_BYTES) {
      throw new Error('the file did not arrive whole');
    }
    await rm(made);
    return FILE_BYTES / 1e6 / seconds;
  };
  const printed = await LogText.on(stage.target, PRINTED_BYTES);
  const cat = (way: SshWay) => async () => {
    await stage.idle();
    return printed.megabytes / (await secondsOf(way, stage.target, printed.command));
  };
  const [ownSftp, gateSftp] = [new SftpPrompt(door), new SftpPrompt(gate)];
  const get = (sftp: SftpPrompt) => () => rated(() => sftp.run(`get ${source} ${local}`), local);
  const put = (sftp: SftpPrompt) => () => rated(() => sftp.run(`put ${source} ${uploaded}`), uploaded);
  // A process that has just started runs code that nothing has made fast yet.
  for (let round = 0; round < WARM_UP_ROUNDS; round++) {
    await cat(door)();
    await get(ownSftp)();
    await put(ownSftp)();
  }
  const children = [straight(), door].map((way) => typist(way));
  const [direct, through] = await Promise.all(children.map(directKeyboard));
  if (!direct || !through) {
    throw new Error('there is no keyboard');
  }
  await warmUp(direct);
  await warmUp(through);
  await stage.idle();
  const web = await keyboardOf((await stage.shell()).terminal);
  await warmUp(web);
  return {
    cases: [
      {
        name: 'echo of a key at the SSH door, median, added by the product',
        unit: 'ms',
        baseline: { name: 'ssh -tt', run: () => delay(direct, 0.5) },
        candidate: { name: 'through the door', run: () => delay(through, 0.5) },
        atMost: 0.5,
      },
      {
        name: 'a recorded command at the SSH door that prints a large text',
        unit: 'MB/s',
        baseline: { name: 'ssh gate ssh target', run: cat(gate) },
        candidate: { name: 'through the door', run: cat(door) },
        atLeast: 0.9,
      },
      {
        name: 'a large file down by sftp at the SSH door',
        unit: 'MB/s',
        baseline: { name: 'sftp through ssh gate', run: get(gateSftp) },
        candidate: { name: 'through the door', run: get(ownSftp) },
        atLeast: 0.9,
      },
      {
        name: 'a large file up by sftp at the SSH door',
        unit: 'MB/s',
        baseline: { name: 'sftp through ssh gate', run: put(gateSftp) },
        candidate: { name: 'through the door', run: put(ownSftp) },
        atLeast: 0.9,
      },
      {
        name: `echo of a key in a web terminal, 99th percentile, beside ${FLOODS} floods through the SSH door, added by the product`,
        unit: 'ms',
        baseline: { name: 'ssh -tt beside them', run: () => besideFloods(door, () => delay(direct, 0.99)) },
        candidate: { name: 'through the product', run: () => besideFloods(door, () => delay(web, 0.99)) },
        atMost: 30,
      },
    ],
    close: async () => {
      [ownSftp, gateSftp].forEach((sftp) => sftp.close());
      children.forEach((child) => child.kill());
      await stage.close();
    },
  };
}

/** A terminal on which only the echo answers. */
function typist({ words }: SshWay) {
  const [program = '', ...args] = words.map((word) => (word === '-T' ? '-tt' : word));
  return spawn(program, [...args, 'exec cat > /dev/null'], { stdio: ['pipe', 'pipe', 'inherit'] });
}

/** Clients that take all they get of what never ends. */
async function besideFloods<Value>({ words }: SshWay, work: () => Promise<Value>): Promise<Value> {
  const [program = '', ...args] = words;
  const floods = Array.from({ length: FLOODS }, () =>
    spawn(program, [...args, 'yes the quick brown fox jumps over the lazy dog, again and again'], {
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  );
  await sleep(FLOOD_START_MS);
  try {
    return await work();
  } finally {
    floods.forEach((flood) => flood.kill());
    await sleep(FLOOD_START_MS);
  }
}

/** What a shell of somebody's own SSH client costs in memory while nobody types. */
export async function nativeMemory(): Promise<Suite> {
  const { stage, port } = await openStage(WEIGHED);
  const clients: ChildProcess[] = [];
  const open = async (count: number) => {
    let left = count;
    const work = async () => {
      while (left-- > 0) {
        clients.push(await idleShell(port));
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
  };
  return {
    cases: [
      {
        name: `memory of ${IDLE_SESSIONS} idle recorded sessions of SSH clients`,
        unit: 'kB each',
        candidate: {
          name: 'through the door',
          run: async () => {
            // What the first sessions load and compile is not theirs alone.
            await open(20);
            const before = await weigh(stage.product.pid);
            await open(IDLE_SESSIONS);
            return ((await weigh(stage.product.pid)) - before) / IDLE_SESSIONS;
          },
        },
        atMost: 150,
        repetitions: 1,
      },
    ],
    close: async () => {
      clients.forEach((client) => client.kill());
      await stage.close();
    },
  };
}

/** At its prompt. */
async function idleShell(port: number): Promise<ChildProcess> {
  const [program = '', ...args] = throughDoor(port, USER).words.map((word) => (word === '-T' ? '-tt' : word));
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('ssh ended')));
    child.stdout.once('data', () => resolve());
  });
  child.stdout.resume();
  return child;
}
