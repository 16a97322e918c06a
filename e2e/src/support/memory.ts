import { readdirSync, readFileSync } from 'node:fs';

/** Megabytes a process has in memory; 0 when it is gone. */
export function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readProc(pid, 'status')) ?? [];
  return Number(kilobytes) / 1024;
}

/** Megabytes of everything the browser of this process draws pages with. */
export function memoryOfPages(): number {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    const [, parent = '0'] = /PPid:\s+(\d+)/.exec(readProc(pid, 'status')) ?? [];
    parents.set(pid, Number(parent));
  }
  const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...parents.keys()]
    .filter((pid) => isOurs(pid) && readProc(pid, 'cmdline').includes('--type=renderer'))
    .reduce((sum, pid) => sum + memoryOf(pid), 0);
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
