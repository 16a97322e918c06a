/** By what processes of a login are known on its host. */
interface LoginReport {
  bootId: string;
  auditSession: number | null;
  serverPid: number | null;
  serverStart: number | null;
  shells: number[];
}

export const MAX_LOGIN_REPORT_BYTES = 4096;
const MAX_SHELLS = 20;
/** What the kernel says where a process belongs to no login. */
const UNSET = 4_294_967_295;
/** What the shell reads, and not JavaScript. */
const D = '$';

/**
 * Asked beside a terminal, on its connection. The shell takes the place of the login shell, so that its parent is the
 * process that serves the connection; the other children of that process are the terminals. A name of a process may hold
 * anything, and stands before the last bracket.
 */
export const LOGIN_COMMAND = `exec sh -c '${[
  'LC_ALL=C; export LC_ALL; exec 2>/dev/null </dev/null',
  'b= p= s= z=',
  `S() { s=; while read -r w; do s="$s $w"; done </proc/$1/stat; s=${D}{s##*) }; set -- $s; p=$2 z=${D}{20}; }`,
  'read -r b </proc/sys/kernel/random/boot_id; echo boot=$b',
  'read -r a </proc/self/sessionid; echo audit=$a',
  'S $PPID; echo server=$PPID:$z',
  `for d in /proc/[0-9]*; do c=${D}{d#/proc/}; [ $c = $$ ] && continue; S $c; [ "$p" = $PPID ] && echo shell=$c; done`,
].join('; ')}'`;

/** Reads what a host answered; undefined when it is no such answer. */
export function readLoginReport(answer: Uint8Array): LoginReport | undefined {
  const lines = Buffer.from(answer.subarray(0, MAX_LOGIN_REPORT_BYTES)).toString('latin1').split('\n');
  const of = (key: string) =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1).trim()] : []));
  const [bootId = ''] = of('boot');
  const [serverPid, serverStart] = of('server')[0]?.split(':') ?? [];
  if (!/^[0-9a-f-]{36}$/.test(bootId)) {
    return undefined;
  }
  const audit = numberOf(of('audit')[0]);
  return {
    bootId,
    auditSession: audit === UNSET ? null : audit,
    serverPid: numberOf(serverPid),
    serverStart: numberOf(serverStart),
    shells: of('shell')
      .slice(0, MAX_SHELLS)
      .flatMap((text) => numberOf(text) ?? []),
  };
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
