import { AppError } from './app-error.ts';
import { SECOND_MS } from './clock.ts';
import { runThread } from './thread-task.ts';

export interface BcryptTask {
  hash: string;
  password: string;
}

/** Each step doubles the work: this many take a second or two. What asks for more was made to stall whoever checks it. */
const MOST_ROUNDS = 14;
const LEAST_ROUNDS = 4;
const AT_ONCE = 2;
const PATIENCE_MS = 20 * SECOND_MS;

const FORM = /^\$2[aby]\$(?<rounds>\d\d)\$[./A-Za-z0-9]{53}$/;

/** A hash of another product's that can be checked here: bcrypt, of no more work than a login may take. */
export function isTakenOverHash(hash: string): boolean {
  const rounds = Number(FORM.exec(hash)?.groups?.rounds ?? Number.NaN);
  return rounds >= LEAST_ROUNDS && rounds <= MOST_ROUNDS;
}

let running = 0;
const waiting: (() => void)[] = [];

/** In a thread, because it is reckoned in JavaScript; a few at a time, because people are signed in meanwhile. */
export async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  if (!isTakenOverHash(hash)) {
    return false;
  }
  if (running >= AT_ONCE) {
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    const task: BcryptTask = { hash, password };
    return await runThread<boolean>(import.meta.url, './bcrypt.thread', task, {
      limit: { ms: PATIENCE_MS, late: giveUp },
    });
  } finally {
    const next = waiting.shift();
    if (next) {
      next();
    } else {
      running -= 1;
    }
  }
}

function giveUp(): never {
  throw new AppError('internal');
}
