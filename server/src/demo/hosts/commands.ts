import { FILE_COMMANDS } from './commands-files.ts';
import { MOVING_COMMANDS } from './commands-moving.ts';
import { cardTable, diskTable, kernelOf, loadAverage, meminfo } from './machine-answers.ts';
import { processRows } from './programs.ts';
import type { Command } from './shell.ts';

const GB = 1024 * 1024;
const inUnits = (kilobytes: number) =>
  kilobytes >= 1024 * GB
    ? `${(kilobytes / GB / 1024).toFixed(1)}T`
    : kilobytes >= GB
      ? `${Math.round(kilobytes / GB)}G`
      : `${Math.round(kilobytes / 1024)}M`;

const ps: Command = (shell) => ({
  out: [
    'USER         PID %CPU %MEM COMMAND',
    ...processRows(shell).map(
      ([pid, account, cpu, memory, command]) =>
        `${account.padEnd(10)} ${String(pid).padStart(5)} ${cpu.toFixed(1).padStart(4)} ${memory.toFixed(1).padStart(4)} ${command}`,
    ),
    '',
  ].join('\n'),
});

const df: Command = ({ parts: { figures } }, words) => {
  const table = diskTable(figures);
  if (!words.some((word) => /^-\w*h/.test(word))) {
    return { out: table };
  }
  const rows = table
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split(' '))
    .filter(([, , , , , mount = '']) => !words.some((word) => word.startsWith('/') && word !== mount));
  return {
    out: [
      'Filesystem      Size  Used Avail Use% Mounted on',
      ...rows.map(([device = '', size, used, free, share = '', mount = '']) => {
        const cells = [size, used, free].map((cell) => inUnits(Number(cell)).padStart(5)).join(' ');
        return `${device.padEnd(14)} ${cells} ${share.padStart(4)} ${mount}`;
      }),
      '',
    ].join('\n'),
  };
};

const free: Command = ({ parts: { figures } }) => {
  const [total = 0, free = 0, available = 0, buffers = 0, cached = 0] = [
    ...meminfo(figures).matchAll(/: (\d+) kB/g),
  ].map(([, kilobytes]) => Number(kilobytes));
  const cells = [total, total - available, free, 0, buffers + cached, available]
    .map((one) => inUnits(one).padStart(9))
    .join(' ');
  return {
    out: `              total      used      free    shared buff/cache available\nMem:     ${cells}\nSwap:           0B        0B        0B\n`,
  };
};

const uptime: Command = ({ parts: { figures } }) => {
  const [one = '', five = '', fifteen = ''] = loadAverage(figures).split(' ');
  const time = new Date().toTimeString().slice(0, 8);
  const days = Math.floor(figures.uptime / 86_400);
  return { out: ` ${time} up ${days} days,  4:12,  1 user,  load average: ${one}, ${five}, ${fifteen}\n` };
};

const systemctl: Command = (_, words) => {
  const [verb = '', unit = ''] = words;
  if (verb !== 'status') {
    return { out: `Failed to ${verb} ${unit}: Interactive authentication required.\n`, code: 1 };
  }
  return {
    out: `● ${unit || 'nginx'}.service\n     Loaded: loaded (/lib/systemd/system/${unit || 'nginx'}.service; enabled)\n     Active: active (running) since Wed 2026-10-28 09:02:11 CST; 3 weeks ago\n   Main PID: 812\n      Tasks: 33\n`,
  };
};

/** Ours starts nothing: it stands in the list of the cards, under the login that wrote it. */
const python3: Command = (shell, words) => {
  const { figures } = shell.parts;
  const script = words.find((word) => word.endsWith('.py'));
  if (script === undefined) {
    return { out: 'Python 3.12.3\n' };
  }
  if (figures.profile.gpus === 0) {
    return { out: "ModuleNotFoundError: No module named 'torch'\n", code: 1 };
  }
  const taken = new Set(figures.jobs.map(({ card }) => card));
  const card = Array.from({ length: figures.profile.gpus }, (_, number) => number).find(
    (one) => !taken.has(one),
  );
  if (card === undefined) {
    return { out: 'torch.OutOfMemoryError: CUDA out of memory. No card is free.\n', code: 1 };
  }
  const { pid } = figures.startJob({
    card,
    memMb: 61_870,
    program: `python3 ${script}`,
    account: 'ops',
    uid: 1000,
    login: shell.login,
  });
  return { out: `[1] ${pid}\n` };
};

const kill: Command = ({ parts: { figures } }, words) => {
  const pid = Number(words.at(-1));
  const isOwn = figures.jobs.some((job) => job.pid === pid && job.uid === 1000);
  if (isOwn) {
    figures.endJob(pid);
    return {};
  }
  return { out: `bash: kill: (${words.at(-1) ?? ''}) - Operation not permitted\n`, code: 1 };
};

const refused: Command = () => ({ out: 'ops is not in the sudoers file.\n', code: 1 });
const nothing: Command = () => ({});

export const COMMANDS: Readonly<Record<string, Command>> = {
  ...FILE_COMMANDS,
  ...MOVING_COMMANDS,
  ps,
  df,
  free,
  uptime,
  systemctl,
  python3,
  kill,
  sudo: refused,
  su: refused,
  reboot: refused,
  shutdown: refused,
  set: nothing,
  export: nothing,
  true: nothing,
  false: () => ({ code: 1 }),
  clear: () => ({ out: '\u001B[H\u001B[2J' }),
  echo: (_, words) => ({ out: `${words.join(' ')}\n` }),
  printf: (_, words) => ({ out: (words[0] ?? '').replaceAll(String.raw`\n`, '\n') }),
  whoami: () => ({ out: 'ops\n' }),
  id: () => ({ out: 'uid=1000(ops) gid=1000(ops) groups=1000(ops)\n' }),
  hostname: ({ parts }) => ({ out: `${parts.figures.profile.name}\n` }),
  date: () => ({ out: `${new Date().toString().replace(/ \(.*/, '')}\n` }),
  uname: ({ parts: { figures } }, words) => ({
    out: words.includes('-a')
      ? `Linux ${figures.profile.name} ${kernelOf(figures)} x86_64 GNU/Linux\n`
      : words.includes('-r')
        ? `${kernelOf(figures)}\n`
        : 'Linux\n',
  }),
  who: () => ({ out: 'ops      pts/0        2026-11-18 09:12 (10.20.0.5)\n' }),
  w: uptime,
  nohup: (shell, words, input, surroundings) =>
    COMMANDS[words[0] ?? '']?.(shell, words.slice(1), input, surroundings) ?? {},
  'nvidia-smi': ({ parts: { figures } }) =>
    figures.profile.gpus > 0
      ? { out: cardTable(figures) }
      : { out: 'bash: nvidia-smi: command not found\n', code: 127 },
  history: ({ history }) => ({
    out: history.map((line, at) => `${String(at + 1).padStart(5)}  ${line}\n`).join(''),
  }),
  help: () => ({
    out: `A shell of the demo. It knows: ${Object.keys(COMMANDS).toSorted().join(' ')}\nNothing it does reaches the machine that it runs on.\n`,
  }),
  exit: (shell, words) => {
    shell.isOver = true;
    return { out: words.includes('-q') ? '' : 'logout\n', code: Number(words[0]) || 0 };
  },
  logout: (shell) => {
    shell.isOver = true;
    return { out: 'logout\n' };
  },
};
