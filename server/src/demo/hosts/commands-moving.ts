import { setTimeout as sleep } from 'node:timers/promises';

import { lastLines } from './commands-files.ts';
import { cardTable, loadAverage } from './machine-answers.ts';
import { processRows } from './programs.ts';
import type { Command, Shell, Surroundings } from './shell.ts';

const LONGEST_S = 3600;
const INTERRUPTED = 130;

/** Waits as long as nobody stops it. Answers whether the time went by. */
async function pause(seconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(Math.min(seconds, LONGEST_S) * 1000, true, { signal, ref: false }).catch(() => false);
}

/** Draws the whole screen again and again. Where nobody looks on, once. */
async function redraw(draw: () => string, everyS: number, { write, signal }: Surroundings) {
  if (!write) {
    return { out: draw() };
  }
  do {
    write(`\u001B[H\u001B[2J${draw()}`);
  } while (await pause(everyS, signal));
  return { out: '\n' };
}

function topScreen(shell: Shell, rows: number): string {
  const { figures } = shell.parts;
  const [one = '', five = '', fifteen = ''] = loadAverage(figures).split(' ');
  const { busy, profile } = figures;
  const used = profile.memGb * figures.memUsedShare;
  const filled = Math.round(busy * 40);
  const table = processRows(shell)
    .toSorted(([, , mine], [, , theirs]) => theirs - mine)
    .slice(0, Math.max(3, rows - 8))
    .map(([pid, account, cpu, memory, command]) =>
      `${String(pid).padStart(6)} ${account.padEnd(9)} ${cpu.toFixed(1).padStart(5)} ${memory.toFixed(1).padStart(5)}  ${command}`.slice(
        0,
        78,
      ),
    );
  return [
    `top - ${new Date().toTimeString().slice(0, 8)} ${profile.name}, load average: ${one}, ${five}, ${fifteen}`,
    `CPU [\u001B[32m${'|'.repeat(filled)}\u001B[0m${' '.repeat(40 - filled)}] ${(busy * 100).toFixed(1)}%  ${profile.threads} threads`,
    `Mem ${used.toFixed(1)} GiB of ${profile.memGb} GiB`,
    '',
    '\u001B[7m   PID USER       %CPU  %MEM  COMMAND                                          \u001B[0m',
    ...table,
    '',
  ].join('\n');
}

const PATHS = ['/', '/api/orders', '/api/orders/7742', '/assets/app.css', '/api/stock?item=118', '/healthz'];

/** A line that could stand next in this log. */
function nextLine(path: string, count: number): string {
  const time = new Date();
  const clock = time.toTimeString().slice(0, 8);
  if (path.includes('train')) {
    const step = 1240 + count * 20;
    return `step ${step}  loss ${(2.09 - count * 0.004).toFixed(3)}  tokens/s ${41_200 + ((count * 97) % 400)}\n`;
  }
  if (path.includes('nginx')) {
    const status = count % 11 === 10 ? 502 : 200;
    return `10.20.8.${10 + ((count * 7) % 40)} - - [18/Nov/2026:${clock} +0800] "GET ${PATHS[count % PATHS.length] ?? '/'} HTTP/2.0" ${status} ${700 + ((count * 311) % 4000)}\n`;
  }
  return `${time.toISOString()} INFO  order ${7742 + count} accepted in ${12 + ((count * 5) % 30)} ms\n`;
}

const tail: Command = async (shell, words, input, { write, signal }) => {
  const follows = words.some((word) => /^-\w*[fF]/.test(word));
  const begin = lastLines(
    shell,
    words.filter((word) => !/^-\w*[fF]/.test(word)),
    input,
  );
  if (!follows || !write) {
    return { out: begin };
  }
  write(begin);
  const path = words.at(-1) ?? '';
  for (let count = 0; await pause(0.7 + (count % 3) * 0.5, signal); count++) {
    write(nextLine(path, count));
  }
  return { code: INTERRUPTED };
};

const ping: Command = async (_, words, __, { write, signal }) => {
  const target = words.findLast((word) => !word.startsWith('-')) ?? '10.20.0.1';
  const limit = words.includes('-c') ? Number(words[words.indexOf('-c') + 1]) || 4 : LONGEST_S;
  write?.(`PING ${target} 56(84) bytes of data.\n`);
  for (let count = 1; count <= limit; count++) {
    write?.(
      `64 bytes from ${target}: icmp_seq=${count} ttl=64 time=${(0.2 + (count % 5) / 20).toFixed(2)} ms\n`,
    );
    if (count < limit && !(await pause(1, signal))) {
      break;
    }
  }
  return { out: `--- ${target} ping statistics ---\n0% packet loss\n` };
};

/** Commands that go on until they are stopped. */
export const MOVING_COMMANDS: Readonly<Record<string, Command>> = {
  tail,
  ping,
  top: (shell, _, __, surroundings) => redraw(() => topScreen(shell, surroundings.rows), 1.5, surroundings),
  htop: (shell, _, __, surroundings) => redraw(() => topScreen(shell, surroundings.rows), 1, surroundings),
  watch: (shell, words, _, surroundings) => {
    const isCards = words.includes('nvidia-smi') && shell.parts.figures.profile.gpus > 0;
    const shown = () =>
      `Every 2.0s: ${words.filter((word) => !/^-|^\d/.test(word)).join(' ')}\n\n${isCards ? cardTable(shell.parts.figures) : topScreen(shell, surroundings.rows)}`;
    return redraw(shown, 2, surroundings);
  },
  sleep: async (_, words, __, { signal }) => ({
    code: (await pause(Number(words[0]) || 0, signal)) ? 0 : INTERRUPTED,
  }),
};
