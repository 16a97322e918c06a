import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterEach, describe, expect, it } from 'vitest';

import { Secret } from '../../kernel/secret.ts';
import type { ChannelEnd, TerminalChannel } from '../terminal-channel.ts';
import { isTelnetExpression, TelnetLogin } from './login.ts';
import { TelnetNegotiation } from './negotiation.ts';
import { openTelnetTerminal, TelnetLoginRefused, type TelnetOptions } from './terminal.ts';

const SIZE = { cols: 80, rows: 24 };
const NO_PROMPTS = { username: '', password: '', success: '', failure: '' };
const ALICE = { username: 'alice', password: new Secret('s3cret') };

const talk = () => new TelnetNegotiation('xterm-256color', SIZE);
const bytes = (...list: number[]) => Buffer.from(list);

describe('negotiation', () => {
  it.each([
    ['lets the host echo', [255, 251, 1], [255, 253, 1]],
    ['lets the host go on without asking', [255, 251, 3], [255, 253, 3]],
    ['declines what it does not know from the host', [255, 251, 99], [255, 254, 99]],
    ['declines what it will not do itself', [255, 253, 39], [255, 252, 39]],
    ['does not answer a refusal of what was off', [255, 252, 1, 255, 254, 31], []],
    ['tells its size when asked', [255, 253, 31], [255, 251, 31, 255, 250, 31, 0, 80, 0, 24, 255, 240]],
    [
      'tells its kind when asked',
      [255, 253, 24, 255, 250, 24, 1, 255, 240],
      [255, 251, 24, 255, 250, 24, 0, ...Buffer.from('xterm-256color'), 255, 240],
    ],
  ])('%s', (_what, heard, answered) => {
    expect([...talk().decode(bytes(...heard)).reply]).toEqual(answered);
  });

  it('answers a change once, so that two polite ends fall silent', () => {
    const negotiation = talk();
    negotiation.decode(bytes(255, 251, 1));
    expect(negotiation.hostEchoes).toBe(true);
    expect(negotiation.decode(bytes(255, 251, 1)).reply).toHaveLength(0);
    expect([...negotiation.decode(bytes(255, 252, 1)).reply]).toEqual([255, 254, 1]);
    expect(negotiation.hostEchoes).toBe(false);
  });

  it('doubles 255 both ways and knows CR NUL', () => {
    const negotiation = talk();
    expect([...negotiation.decode(bytes(97, 255, 255, 13, 0, 98, 13, 10)).data]).toEqual([
      97, 255, 13, 98, 13, 10,
    ]);
    expect([...negotiation.encode(bytes(97, 255, 13))]).toEqual([97, 255, 255, 13, 0]);
    negotiation.decode(bytes(255, 253, 31));
    expect([...negotiation.resize({ cols: 255, rows: 10 })]).toEqual([
      255, 250, 31, 0, 255, 255, 0, 10, 255, 240,
    ]);
  });

  it('reads the same however packets are cut, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.array(fc.nat(300)), (stream, cuts) => {
        const whole = talk().decode(stream);
        const pieces = talk();
        const at = [0, ...cuts.filter((cut) => cut < stream.length).toSorted((a, b) => a - b), stream.length];
        const heard = at.slice(1).map((end, index) => pieces.decode(stream.subarray(at[index], end)));
        expect(Buffer.concat(heard.map((part) => part.data))).toEqual(whole.data);
        expect(Buffer.concat(heard.map((part) => part.reply))).toEqual(whole.reply);
      }),
    );
  });

  it('carries any terminal bytes to a host that reads them back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (typed) => {
        const wire = talk().encode(typed);
        // CR NUL is CR: a NUL that a person typed after CR cannot be told from it on this wire.
        const text = Buffer.from(typed).toString('latin1').replaceAll('\r\0', '\r');
        expect(talk().decode(wire).data.toString('latin1').replaceAll('\r\0', '\r')).toBe(text);
      }),
    );
  });

  it('shows no mark of an interrupt, whichever half of it was lost as urgent data', () => {
    const negotiation = talk();
    negotiation.encode(bytes(3));
    expect(negotiation.decode(bytes(242, 94, 67)).data.toString()).toBe('^C');
    // One mark for one interrupt.
    expect([...negotiation.decode(bytes(242, 94)).data]).toEqual([242, 94]);
    negotiation.encode(bytes(3));
    expect([...negotiation.decode(bytes(97, 255)).data, ...negotiation.decode(bytes(94, 67)).data]).toEqual([
      97, 94, 67,
    ]);
    expect(negotiation.decode(bytes(255, 242, 98)).data.toString()).toBe('b');
  });

  it('keeps the same byte where it is part of the text', () => {
    expect([...talk().decode(bytes(242, 94)).data]).toEqual([242, 94]);
    const negotiation = talk();
    negotiation.encode(bytes(3));
    const letter = Buffer.from('\u{80000}');
    expect(negotiation.decode(letter).data).toEqual(letter);
  });

  it('forgets an endless subnegotiation', () => {
    const negotiation = talk();
    negotiation.decode(bytes(255, 250, 24));
    negotiation.decode(Buffer.alloc(1_000_000, 65));
    expect(negotiation.decode(bytes(255, 240, 111, 107)).data.toString()).toBe('ok');
  });
});

describe('login', () => {
  it('answers each prompt once', () => {
    const login = new TelnetLogin(ALICE, NO_PROMPTS);
    expect(login.advance('Debian GNU/Linux 12\r\n')).toEqual({ kind: 'wait' });
    expect(login.advance('web-01 login: ')).toEqual({ kind: 'send', bytes: Buffer.from('alice\r') });
    expect(login.advance('alice\r\n\u001B[1mPassw')).toEqual({ kind: 'wait' });
    expect(login.advance('ord\u001B[0m: ')).toEqual({ kind: 'send', bytes: Buffer.from('s3cret\r') });
    expect(login.isOver).toBe(true);
    expect(login.advance('Login incorrect\r\nweb-01 login: ')).toEqual({ kind: 'done' });
  });

  it('follows the expressions of the asset', () => {
    const login = new TelnetLogin(ALICE, {
      username: 'who are you\\?',
      password: 'prove it',
      success: 'welcome',
      failure: 'go away',
    });
    expect(login.advance('Login: ')).toEqual({ kind: 'wait' });
    expect(login.advance('Who are you?').kind).toBe('send');
    expect(login.advance('Prove it').kind).toBe('send');
    expect(login.isOver).toBe(false);
    expect(login.advance('GO AWAY')).toEqual({ kind: 'failed' });
  });

  it('leaves the person alone when nothing is stored, and gives up on a host that does not ask', () => {
    expect(new TelnetLogin({ username: '', password: undefined }, NO_PROMPTS).isOver).toBe(true);
    const login = new TelnetLogin(ALICE, NO_PROMPTS);
    expect(login.advance('x'.repeat(70_000))).toEqual({ kind: 'done' });
  });

  it('matches a nasty expression in linear time, and refuses one that cannot be', () => {
    const login = new TelnetLogin(ALICE, { ...NO_PROMPTS, username: '(a+)+$' });
    expect(login.advance(`${'a'.repeat(1000)}!`)).toEqual({ kind: 'wait' });
    expect(isTelnetExpression('(a+)+$')).toBe(true);
    expect(isTelnetExpression('(a)\\1')).toBe(false);
    expect(isTelnetExpression('(')).toBe(false);
  });
});

describe('a terminal', () => {
  const open: (Server | Socket)[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) {
      if ('close' in one) {
        one.close();
      } else {
        one.destroy();
      }
    }
  });

  async function session(options: Partial<TelnetOptions>, host: (socket: Socket) => void) {
    const server = createServer(host).listen(0, '127.0.0.1');
    open.push(server);
    await once(server, 'listening');
    const stream = connect((server.address() as AddressInfo).port, '127.0.0.1');
    open.push(stream);
    let shown = '';
    let end: ChannelEnd | undefined;
    const channel: TerminalChannel = openTelnetTerminal(
      stream,
      { size: SIZE, term: 'vt100', charset: 'utf-8', account: ALICE, prompts: NO_PROMPTS, ...options },
      {
        onData: (data) => (shown += Buffer.from(data).toString()),
        onTaken: () => undefined,
        onEnd: (how) => (end = how),
      },
    );
    return { channel, shown: () => shown, end: () => end };
  }

  it('speaks Big5 with a host that does, also across packets', async () => {
    const heard: Buffer[] = [];
    const big5 = iconv.encode('玉門關', 'big5');
    const { channel, shown } = await session({ charset: 'big5' }, (socket) => {
      socket.setNoDelay(true);
      socket.on('data', (data: Buffer) => heard.push(data));
      socket.write(big5.subarray(0, 3));
      setTimeout(() => socket.write(big5.subarray(3)), 20);
    });
    await expect.poll(shown).toBe('玉門關');
    const typed = Buffer.from('春風');
    channel.write(typed.subarray(0, 4));
    channel.write(typed.subarray(4));
    await expect.poll(() => iconv.decode(Buffer.concat(heard), 'big5')).toBe('春風');
  });

  it('ends with the host, once, and says when the login was refused', async () => {
    const gone = await session({}, (socket) => socket.end('bye'));
    await expect.poll(gone.end).toEqual({ kind: 'closed' });
    expect(gone.shown()).toBe('bye');
    gone.channel.close();
    const refused = await session({ prompts: { ...NO_PROMPTS, failure: 'incorrect' } }, (socket) => {
      socket.write('login: ');
      socket.on('data', () => socket.write('Login incorrect'));
    });
    await expect.poll(refused.end).toMatchObject({ kind: 'error' });
    const end = refused.end();
    expect(end?.kind === 'error' && end.error).toBeInstanceOf(TelnetLoginRefused);
  });
});
