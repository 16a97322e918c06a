import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import type { Frame, TerminalSize } from '@jadegate/contract/session/terminal-socket';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { TerminalChannel } from '../../protocols/terminal-channel.ts';
import { LiveTerminal } from './live-terminal.ts';
import { OutputLog } from './output-log.ts';
import type { TerminalPeer } from './terminal-client.ts';

const SIZE = { cols: 80, rows: 24 };
const KILOBYTE = Buffer.alloc(1024, 'x');

class Channel implements TerminalChannel {
  readonly written: string[] = [];
  readonly sizes: TerminalSize[] = [];
  isPaused = false;
  closed = 0;
  isFull = false;

  write(bytes: Uint8Array): void {
    this.written.push(Buffer.from(bytes).toString());
  }

  resize(size: TerminalSize): void {
    this.sizes.push(size);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(): void {
    this.closed += 1;
  }
}

class Client implements TerminalPeer {
  readonly confirms;
  readonly frames: Frame[] = [];
  readonly waiting: (() => void)[] = [];
  backlog = 0;
  dropped = '';

  constructor(confirms: 'acknowledge' | 'send' = 'acknowledge') {
    this.confirms = confirms;
  }

  send(frame: Frame, sent?: () => void): void {
    this.frames.push(frame);
    if (sent) {
      this.waiting.push(sent);
    }
  }

  drop(reason: string): void {
    this.dropped = reason;
  }

  get output(): Buffer {
    return Buffer.concat(this.frames.flatMap((frame) => (frame.type === 'data' ? [frame.bytes] : [])));
  }
}

function live() {
  const channel = new Channel();
  const terminal = new LiveTerminal({ writer: undefined, size: SIZE, onEnd: () => undefined });
  terminal.bind(channel);
  return { channel, terminal };
}

function take(terminal: LiveTerminal, client: Client, from?: number): number {
  const start = terminal.control(client, from);
  terminal.start();
  return start;
}

describe('output', () => {
  it('leaves at once when idle and together when there is much', async () => {
    const { terminal } = live();
    const client = new Client();
    take(terminal, client);
    await turn();
    terminal.onData(Buffer.from('a'));
    expect(client.output.toString()).toBe('a');
    terminal.onData(Buffer.from('b'));
    terminal.onData(Buffer.from('c'));
    expect(client.frames).toHaveLength(1);
    await turn();
    expect(client.output.toString()).toBe('abc');
    expect(client.frames).toHaveLength(2);
  });

  it('stops the target when the reader does not confirm, and lets it go on when it does', async () => {
    const { terminal, channel } = live();
    const client = new Client();
    take(terminal, client);
    for (let sent = 0; sent < 400; sent++) {
      terminal.onData(KILOBYTE);
    }
    expect(channel.isPaused).toBe(true);
    await turn();
    terminal.confirm(client, 100 * 1024);
    expect(channel.isPaused).toBe(true);
    terminal.confirm(client, 300 * 1024);
    expect(channel.isPaused).toBe(false);
  });

  it('counts what has left as read for clients that do not confirm', async () => {
    const { terminal, channel } = live();
    const client = new Client('send');
    take(terminal, client);
    for (let sent = 0; sent < 400; sent++) {
      terminal.onData(KILOBYTE);
    }
    await turn();
    expect(channel.isPaused).toBe(true);
    client.waiting.forEach((sent) => sent());
    expect(channel.isPaused).toBe(false);
  });

  it('cannot be confirmed before it was sent', () => {
    const { terminal, channel } = live();
    const client = new Client();
    take(terminal, client);
    terminal.confirm(client, Number.MAX_SAFE_INTEGER);
    for (let sent = 0; sent < 400; sent++) {
      terminal.onData(KILOBYTE);
    }
    expect(channel.isPaused).toBe(true);
  });
});

describe('a client that comes back', () => {
  it('gets what it has not seen, and only that', async () => {
    const { terminal } = live();
    const client = new Client();
    take(terminal, client);
    terminal.onData(Buffer.from('seen '));
    await turn();
    terminal.confirm(client, 5);
    expect(terminal.release(client)).toBe(true);
    terminal.onData(Buffer.from('missed '));
    await turn();
    const again = new Client();
    expect(take(terminal, again, 5)).toBe(5);
    expect(again.output.toString()).toBe('missed ');
  });

  it('loses nothing however much came meanwhile: the target waits', async () => {
    const { terminal, channel } = live();
    const client = new Client();
    take(terminal, client);
    await turn();
    terminal.release(client);
    let sent = 0;
    while (!channel.isPaused) {
      terminal.onData(KILOBYTE);
      sent += KILOBYTE.length;
    }
    await turn();
    const again = new Client();
    take(terminal, again, 0);
    expect(again.output).toHaveLength(sent);
  });

  it('takes over from one that is still there', () => {
    const { terminal, channel } = live();
    const first = new Client();
    const second = new Client();
    take(terminal, first);
    take(terminal, second);
    expect(first.dropped).toBe('taken-over');
    expect(terminal.release(first)).toBe(false);
    expect(terminal.hasClient).toBe(true);
    terminal.confirm(first, 10);
    expect(channel.closed).toBe(0);
  });

  it('lets the target go on when the client had read it all and only the word of it was lost', async () => {
    const { terminal, channel } = live();
    const client = new Client();
    take(terminal, client);
    while (!channel.isPaused) {
      terminal.onData(KILOBYTE);
    }
    terminal.release(client);
    const back = new Client();
    expect(take(terminal, back, client.output.length)).toBe(client.output.length);
    expect(channel.isPaused).toBe(false);
  });

  it('is told the truth when it claims an offset that never was', async () => {
    const { terminal } = live();
    terminal.onData(Buffer.from('abc'));
    const client = new Client();
    expect(take(terminal, client, 99)).toBe(0);
    expect(client.output.toString()).toBe('abc');
  });
});

describe('a turn of the event loop', () => {
  const sizes = ({ frames }: Client) =>
    frames.flatMap((frame) => (frame.type === 'data' ? [frame.bytes.length] : []));

  it('shows a piece that comes alone at once, and puts together what a flood brings', async () => {
    const { terminal } = live();
    const client = new Client();
    take(terminal, client);
    for (let piece = 0; piece < 4; piece++) {
      terminal.onData(KILOBYTE);
    }
    expect(sizes(client)).toEqual([1024]);
    await turn();
    expect(sizes(client)).toEqual([1024, 3072]);
    terminal.onData(KILOBYTE);
    terminal.onData(KILOBYTE);
    await turn();
    expect(sizes(client)).toEqual([1024, 3072, 2048]);
    terminal.onData(KILOBYTE);
    await turn();
    terminal.onData(KILOBYTE);
    expect(sizes(client)).toEqual([1024, 3072, 2048, 1024, 1024]);
  });

  it('keeps nothing back that came before a change of size, a new client or the end', () => {
    for (const act of [
      (terminal: LiveTerminal) => terminal.resize({ cols: 100, rows: 30 }),
      (terminal: LiveTerminal) => terminal.observe(new Client()),
      (terminal: LiveTerminal) => terminal.catchUp(),
      (terminal: LiveTerminal) => terminal.close('over'),
    ]) {
      const { terminal } = live();
      const client = new Client();
      take(terminal, client);
      terminal.onData(Buffer.from('first '));
      terminal.onData(Buffer.from('second'));
      act(terminal);
      expect(client.output.toString()).toBe('first second');
    }
  });

  it('loses nothing that is said because of what came', async () => {
    const channel = new Channel();
    let isAnswered = false;
    const terminal = new LiveTerminal({
      writer: undefined,
      size: SIZE,
      onEnd: () => undefined,
      onOutput: (bytes) => {
        if (!isAnswered && Buffer.from(bytes).includes('?')) {
          isAnswered = true;
          terminal.print('!');
        }
      },
    });
    terminal.bind(channel);
    const client = new Client();
    take(terminal, client);
    terminal.onData(Buffer.from('one '));
    terminal.onData(Buffer.from('two?'));
    await turn();
    expect(client.output.toString()).toBe('one two?!');
  });
});

describe('observers', () => {
  it('see the size, the output and changes, and never slow the session down', async () => {
    const { terminal, channel } = live();
    const client = new Client();
    const observer = new Client();
    take(terminal, client);
    terminal.observe(observer).begin({ size: terminal.size, bytes: new Uint8Array() });
    terminal.resize({ cols: 100, rows: 30 });
    terminal.resize({ cols: 100, rows: 30 });
    terminal.onData(Buffer.from('x'));
    expect(observer.frames.map((frame) => frame.type)).toEqual(['resize', 'resize', 'data']);
    expect(channel.sizes).toEqual([{ cols: 100, rows: 30 }]);
    observer.backlog = 5 * 1024 * 1024;
    await turn();
    terminal.onData(Buffer.from('y'));
    expect(observer.dropped).toBe('too-slow');
    expect(terminal.observers).toBe(0);
    expect(client.dropped).toBe('');
  });
});

describe('the end', () => {
  it('comes once, after the last output, for everybody', () => {
    const { terminal, channel } = live();
    const client = new Client();
    const observer = new Client();
    take(terminal, client);
    terminal.observe(observer);
    terminal.onData(Buffer.from('a'));
    terminal.onData(Buffer.from('bye'));
    terminal.close('over');
    terminal.close('again');
    terminal.onData(Buffer.from('ghost'));
    expect(client.output.toString()).toBe('abye');
    expect([client.dropped, observer.dropped]).toEqual(['over', 'over']);
    expect(channel.closed).toBe(1);
  });

  it('closes a channel that arrives too late', () => {
    const terminal = new LiveTerminal({ writer: undefined, size: SIZE, onEnd: () => undefined });
    terminal.close('gave up');
    const channel = new Channel();
    terminal.bind(channel);
    expect(channel.closed).toBe(1);
  });
});

describe('the output log', () => {
  it('gives back any range it still holds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
        fc.array(fc.nat(600)),
        fc.nat(100),
        (sizes, confirmations, keep) => {
          const log = new OutputLog(keep);
          const all = randomBytes(sizes.reduce((sum, size) => sum + size, 0));
          let position = 0;
          for (const size of sizes) {
            log.push(all.subarray(position, position + size));
            position += size;
          }
          let confirmed = 0;
          for (const offset of confirmations) {
            log.confirm(offset);
            confirmed = Math.max(confirmed, Math.min(offset, all.length));
            expect(log.start).toBeLessThanOrEqual(Math.max(0, confirmed - keep));
            expect(Buffer.from(log.from(offset)).equals(all.subarray(Math.max(offset, log.start)))).toBe(
              true,
            );
          }
          expect(log.unconfirmed).toBe(all.length - confirmed);
          expect(log.from(0)).toHaveLength(all.length - log.start);
        },
      ),
    );
  });
});
