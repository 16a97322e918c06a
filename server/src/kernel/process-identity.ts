import { readFileSync, readlinkSync } from 'node:fs';

/** One process among all that ever ran, as far as the system can tell. */
export interface ProcessIdentity {
  /** Which table of processes the number belongs to: this boot of the machine and, in a container, this container. */
  place: string;
  pid: number;
  /** When it began, by the kernel: numbers are used again. Empty where the system does not say. */
  born: string;
}

export function ownIdentity(): ProcessIdentity {
  return { place: ownPlace(), pid: process.pid, born: statusOf(process.pid)?.born ?? '' };
}

/** True only when the process is certainly no more. One of another machine or container is not seen from here. */
export function isProcessGone({ place, pid, born }: ProcessIdentity): boolean {
  if (place === '' || born === '' || place !== ownPlace()) {
    return false;
  }
  if (!processExists(pid)) {
    return true;
  }
  const found = statusOf(pid);
  return found !== undefined && (found.isDead || found.born !== born);
}

/** Empty where the system does not tell. */
function ownPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** Also processes that may not be signalled exist. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

function statusOf(pid: number): { born: string; isDead: boolean } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold anything; the state is the first word behind it, the start the twentieth.
    const words = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = words;
    return { born: words[19] ?? '', isDead: state === 'Z' || state === 'X' };
  } catch {
    return undefined;
  }
}
