/** What of the recorder is needed to play into it. */
export interface Recorder {
  output(bytes: Uint8Array): void;
  input(bytes: Uint8Array, by: string): void;
}

/** The same every time, and yet nothing repeats: a recording of zeros would pack to nothing. */
class Dice {
  #state = 20_261_115;

  /** From 0 up to, not including, the limit. */
  next(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.next(values.length)] as Value;
  }

  hex(length: number): string {
    return Array.from({ length }, () => this.next(16).toString(16)).join('');
  }
}

const HOUR_MS = 3_600_000;
const COMMANDS = [
  'ls -la /var/log',
  'tail -n 40 /var/log/syslog',
  'ps aux | sort -rk 3 | head',
  'systemctl status nginx',
  'git log --oneline | head -30',
  'grep -rn timeout src/',
  'df -h',
  'cd /srv/app/current',
  'vim config/production.yml',
  'docker ps',
];
const WORDS = [
  'worker',
  'request',
  'timeout',
  'session',
  'nginx',
  'accepted',
  'closed',
  'upstream',
  '\u670d\u52d9',
  '\u5b8c\u6210',
];
const PROCESSES = [401, 977, 1203, 1204, 1205, 2290, 7716, 8051, 12_644, 30_117];
const SENTENCES = [
  'GET /api/v1/users 200 took',
  'GET /api/v1/sessions/paging?pageSize=20 200 took',
  'POST /api/v1/login 401 took',
  'upstream timed out while reading response header, waited',
  'Accepted publickey for deploy from 10.0.3.17 port 50122, after',
  'worker finished the job send-report in',
  'connection closed by peer, open for',
  '\u6392\u7a0b\u5de5\u4f5c\u5b8c\u6210\uff0c\u8017\u6642',
];
const SCREEN_ROWS = 40;

/** An hour of somebody at work: typing with pauses, commands that print, a monitor and an editor now and then. */
export function playHour(writer: Recorder, wait: (ms: number) => void): void {
  const dice = new Dice();
  const hour = { left: HOUR_MS };
  const pass = (ms: number) => {
    hour.left -= ms;
    wait(ms);
  };
  const print = (text: string) => writer.output(Buffer.from(text));
  while (hour.left > 0) {
    const kind = dice.next(20);
    if (kind === 0) {
      monitor(dice, print, pass);
    } else if (kind === 1) {
      editor(dice, print, pass);
    } else {
      command(dice, writer, print, pass);
    }
  }
}

type Print = (text: string) => void;
type Pass = (ms: number) => void;

/** Typed key by key, echoed key by key, a screenful or two of output, a moment to read it. */
function command(dice: Dice, writer: Recorder, print: Print, pass: Pass): void {
  print('\u001B[01;32malice@web-01\u001B[00m:\u001B[01;34m/srv/app\u001B[00m$ ');
  for (const key of `${dice.pick(COMMANDS)}${dice.next(100)}`) {
    pass(60 + dice.next(250));
    writer.input(Buffer.from(key), 'alice');
    pass(1);
    print(key);
  }
  writer.input(Buffer.from('\r'), 'alice');
  print('\r\n');
  const lines = 10 + dice.next(50);
  const from = dice.next(3000);
  for (let line = 0; line < lines; line++) {
    print(`${logLine(dice, from + line)}\r\n`);
  }
  pass(3000 + dice.next(20_000));
}

/** A few kinds of sentences with changing figures, as programs print them; now and then an id that never comes again. */
function logLine(dice: Dice, second: number): string {
  const time = `Nov 15 08:${String(Math.floor(second / 60) % 60).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;
  const id = dice.next(4) === 0 ? ` id=${dice.hex(12)}` : '';
  return `${time} web-01 app[${dice.pick(PROCESSES)}]: ${dice.pick(SENTENCES)} ${dice.next(5000)} ms${id}`;
}

/** A table drawn again every two seconds for half a minute: the same processes, other figures. */
function monitor(dice: Dice, print: Print, pass: Pass): void {
  for (let drawn = 0; drawn < 15; drawn++) {
    print('\u001B[H\u001B[2J');
    for (let row = 0; row < SCREEN_ROWS; row++) {
      const load = row > 8 ? '0.0' : `${dice.next(100)}.${dice.next(10)}`;
      const [pid = 0, name = ''] = [PROCESSES[row % PROCESSES.length], SENTENCES[row % SENTENCES.length]];
      print(`\u001B[${row + 1};1H${pid} root 20 0 ${row * 1732} S ${load} ${name}\u001B[K`);
    }
    pass(2000);
  }
}

/** Scrolling through a file and changing a word here and there. */
function editor(dice: Dice, print: Print, pass: Pass): void {
  print('\u001B[?1049h');
  for (let page = 0; page < 12; page++) {
    for (let row = 0; row < SCREEN_ROWS - 1; row++) {
      print(
        `\u001B[${row + 1};1H\u001B[33m${page * SCREEN_ROWS + row} \u001B[0m${dice.pick(WORDS)}: ${dice.pick(WORDS)} ${dice.next(1000)}\u001B[K`,
      );
    }
    for (let key = 0; key < 12; key++) {
      pass(100 + dice.next(300));
      print(dice.pick(WORDS).slice(0, 1));
    }
    pass(dice.next(6000));
  }
  print('\u001B[?1049l');
}
