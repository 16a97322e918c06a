import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import xterm from '@xterm/headless';
import { Client, type ClientChannel } from 'ssh2';

import { ASH_PLANS } from './ash-plans.ts';
import { FISH_PLANS } from './fish-plans.ts';
import { HOME_FILES, keysOf, type Plan } from './plan.ts';
import { ZSH_PLANS } from './zsh-plans.ts';

/**
 * Records what goes in and out of a real shell on the ssh host of scripts/hosts/up.sh, for the tests of
 * protocols/terminal-line. Those need no shell; this does, and is run by hand when a plan or a shell is new:
 *   npx tsx server/src/testing/shell-transcripts/record.ts [--zsh zsh] [--fish fish] [--as fish] [name...]
 */
const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    zsh: { type: 'string', default: 'zsh' },
    fish: { type: 'string', default: 'fish' },
    ash: { type: 'string', default: 'busybox ash' },
    /** What the file names of fish begin with, to keep those of several versions. */
    as: { type: 'string', default: 'fish' },
    out: { type: 'string', default: join(import.meta.dirname, '../../protocols/terminal-line/transcripts') },
  },
});

const HOST = { host: '127.0.0.1', port: 2201, username: 'tgt', password: 'Tgt-pass1' };
/** Suggestions are looked up aside and come late. */
const QUIET_MS = 150;
const AT_ONCE = 4;

interface Job {
  file: string;
  command: string;
  rcFile: string;
  plan: Plan;
}

class Recording {
  readonly events: ['in' | 'out', string][] = [];
  readonly #channel: ClientChannel;
  /** Answers what the shell asks a terminal, as the one in the browser would. */
  readonly #terminal: xterm.Terminal;
  #shownAt = performance.now();
  #open = '';

  constructor(channel: ClientChannel, { cols, rows }: { cols: number; rows: number }) {
    this.#channel = channel;
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true });
    this.#terminal.onData((answer) => this.send(Buffer.from(answer)));
    channel.on('data', (bytes: Buffer) => {
      this.#shownAt = performance.now();
      this.#open += bytes.toString('latin1');
      this.#terminal.write(bytes);
    });
  }

  send(bytes: Buffer): void {
    this.flush();
    this.events.push(['in', bytes.toString('latin1')]);
    this.#shownAt = performance.now();
    this.#channel.write(bytes);
  }

  flush(): void {
    if (this.#open !== '') {
      this.events.push(['out', this.#open]);
      this.#open = '';
    }
  }

  async quiet(ms = QUIET_MS): Promise<void> {
    while (performance.now() - this.#shownAt < ms) {
      await sleep(10);
    }
  }

  get screen(): string {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, y) => active.getLine(y)?.translateToString(true) ?? '')
      .join('\n')
      .trimEnd();
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A home of its own, so that neither history nor settings of another run show up. */
function script({ command, rcFile, plan }: Job): string {
  const files = Object.entries({ ...HOME_FILES, [rcFile]: plan.rc ?? '' });
  return [
    'H=$(mktemp -d) && trap "rm -rf $H" EXIT && cd $H',
    ...files.map(
      ([name, text]) =>
        `mkdir -p $(dirname ${name}) && printf %s ${quoted(text)} > ${name} && chmod 755 ${name}`,
    ),
    `env -i HOME=$H USER=tgt LOGNAME=tgt PATH=$H/bin:/usr/bin:/bin TERM=xterm-256color LANG=C.UTF-8 ${command}`,
  ].join('\n');
}

async function record(job: Job): Promise<void> {
  const { plan } = job;
  const client = new Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject).connect(HOST);
  });
  const { cols = 80, rows = 24 } = plan;
  const channel = await new Promise<ClientChannel>((resolve, reject) => {
    client.exec(script(job), { pty: { cols, rows, term: 'xterm-256color' } }, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  const recording = new Recording(channel, { cols, rows });
  while (recording.screen === '') {
    await sleep(50);
  }
  await recording.quiet(2000);
  for (const step of plan.steps) {
    if (typeof step !== 'string') {
      recording.send(Buffer.from(step.burst));
      await recording.quiet(step.wait ?? 600);
      continue;
    }
    for (const key of keysOf(step)) {
      recording.send(Buffer.from(key));
      await recording.quiet(key === '\r' ? 400 : QUIET_MS);
    }
  }
  recording.flush();
  const text = JSON.stringify({ cols, rows, events: recording.events, expect: plan.expect }, undefined, 2);
  // Other scripts stand in no file but the catalogues.
  const plain = text.replace(
    /[\u0100-\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  await writeFile(join(options.out, `${job.file}.json`), `${plain}\n`);
  process.stdout.write(`==== ${job.file}\n${recording.screen}\n`);
  channel.end();
  client.end();
}

const jobs: Job[] = [
  ...ZSH_PLANS.map((plan) => ({
    file: `zsh-${plan.name}`,
    command: options.zsh,
    rcFile: '.zshrc',
    plan,
  })),
  ...FISH_PLANS.map((plan) => ({
    file: `${options.as}-${plan.name}`,
    command: options.fish,
    rcFile: '.config/fish/config.fish',
    plan,
  })),
  ...ASH_PLANS.map((plan) => ({
    file: `ash-${plan.name}`,
    command: `ENV=$H/.ashrc ${options.ash}`,
    rcFile: '.ashrc',
    plan,
  })),
].filter(({ file }) => names.length === 0 || names.some((name) => file.includes(name)));

async function work(): Promise<void> {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    await record(job);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
