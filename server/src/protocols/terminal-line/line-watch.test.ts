import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { SECRETS } from '../../testing/shell-transcripts/plan.ts';
import { readTranscript, transcriptNames, type Transcript } from '../../testing/transcripts.ts';
import { Watched } from '../../testing/watched-lines.ts';
import type { Look } from './line-watch.ts';

async function replay(
  { cols, rows, events }: Transcript,
  cut: (bytes: Buffer) => Buffer[] = (b) => [b],
  onLook?: (look: Look) => void,
): Promise<Watched> {
  const watched = new Watched({ cols, rows });
  for (const [way, text] of events) {
    const bytes = Buffer.from(text, 'latin1');
    if (way === 'in') {
      watched.type(bytes, onLook);
    } else {
      cut(bytes).forEach((part) => watched.show(part));
    }
  }
  return watched.end();
}

describe('commands of a real shell', () => {
  it.each(transcriptNames)('%s', async (name) => {
    const recorded = readTranscript(name);
    expect((await replay(recorded)).texts).toEqual(recorded.expect);
  });

  it('are the same however the network cuts the output', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...transcriptNames),
        fc.integer({ min: 1, max: 40 }),
        async (name, size) => {
          const recorded = readTranscript(name);
          const cut = (bytes: Buffer) =>
            Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
              bytes.subarray(at * size, (at + 1) * size),
            );
          expect((await replay(recorded, cut)).texts).toEqual(recorded.expect);
        },
      ),
      { numRuns: 120 },
    );
  });

  // With the key that ends it in the same piece, a line is on no screen yet: the gate cuts there and waits.
  const typed = transcriptNames.filter((name) => !name.endsWith('-fast'));

  it.each(typed)('%s: are known before they are handed over', async (name) => {
    const recorded = readTranscript(name);
    const looks: Look[] = [];
    const { texts } = await replay(recorded, undefined, (look) => looks.push(look));
    const missed = texts.filter(
      (text) =>
        !looks.some(({ shown, typed, isCertain }) => [shown, isCertain && typed.trim()].includes(text)),
    );
    expect(missed).toEqual([]);
  });

  it('are said by whom they were typed', () => {
    const watched = new Watched().show('$ ').echo('id\r');
    expect(watched.commands).toEqual([{ text: 'id', isHidden: false, isUnread: false, by: 'lin', at: 0 }]);
  });
});

describe('a line that was handed over while its echo comes in pieces', () => {
  const handed = (piece: string) =>
    new Watched().show('\u001B[?2004h$ ').echo('mkdir new').type('\r').show(piece).type('p');

  it.each(['\r', '\r\n'])('is not one that nobody has judged: %j', (piece) => {
    const watched = handed(piece).show(`${'\r\n'.slice(piece.length)}\u001B[?2004l\r`);
    watched.show('\u001B[?2004h$ ').type('wd');
    expect(watched.commands).toMatchObject([{ text: 'mkdir new', isUnread: false }]);
  });

  it('is one when more was put on it before it went', () => {
    const watched = handed('\r\n').show('  p && rm x').type('y').show('\r\n\u001B[?2004l\r');
    watched.show('\u001B[?2004h$ ').type('wd');
    expect(watched.commands).toMatchObject([{ isUnread: true }]);
  });
});

describe('a secret', () => {
  const recorded = readTranscript('secret');
  const secrets = ['hunter2-secret', 'hush-hush', 'invisible', 'secr'];

  it('typed at a prompt without echo is no command, and no input of the recording', async () => {
    const { texts, inputs } = await replay(recorded);
    for (const secret of secrets) {
      expect([...texts, ...inputs].filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(inputs.filter((text) => text === '••••••\r')).toHaveLength(5);
    expect(inputs).toContain('read -s Q\r');
  });

  it.each(['zsh-secret', 'fish-secret', 'fish4-secret', 'ash-plain'])('%s', async (name) => {
    const { texts, inputs } = await replay(readTranscript(name));
    expect([...texts, ...inputs].filter((text) => SECRETS.some((one) => text.includes(one)))).toEqual([]);
    expect(inputs.filter((text) => text.endsWith('askpass-lab\r'))).toHaveLength(1);
    expect(inputs).toContain('••••••\r');
  });

  it.each([
    ['wiped and typed again', 'firsttry\u0015secondtry\r'],
    ['edited', 'sec\u001B[Dret\u007F\u007F\r'],
    ['given up', 'firsttry\u0003'],
    ['followed by nothing', 'firsttry'],
  ])('%s', async (_how, keys) => {
    const watched = new Watched().show('$ ').echo('su\r').show('Password: ');
    await watched.type(keys).show('\r\nSorry\r\n$ ').echo('pwd\r').end();
    expect(watched.texts).toEqual(['su', 'pwd']);
    expect(watched.inputs.join('')).not.toMatch(/try|sec|ret/);
  });

  it('shown as stars is none either, and its length stays unknown', async () => {
    const watched = new Watched().show('PIN: ');
    for (const digit of '493817') {
      watched.type(digit).show('*');
    }
    await watched.type('\r').show('\r\n$ ').end();
    expect(watched.texts).toEqual([]);
    expect(watched.inputs).toEqual(['••••••\r']);
  });

  it('never comes out, whatever is typed without echo', async () => {
    const character = fc.constantFrom(...'abcXYZ019-_.!? ä密碼'.split(''));
    const secret = fc.array(character, { minLength: 4, maxLength: 24 }).map((all) => all.join(''));
    const keys = fc.constantFrom('', '\u007F', '\u001B[D', '\u0015', '\u001B[A', '\t', '\u001B[I');
    const prompt = fc.constantFrom('Password: ', '[sudo] password for lin: ', '', '密碼：', '> ', '$ ');
    await fc.assert(
      fc.asyncProperty(secret, keys, prompt, fc.boolean(), async (text, key, ask, isCut) => {
        fc.pre(text.trim().length > 3);
        const watched = new Watched().show('$ ').echo('go\r').show(ask);
        const whole = `${text.slice(0, 2)}${key}${text.slice(2)}\r`;
        (isCut ? [...whole] : [whole]).forEach((part) => watched.type(part));
        await watched.show('\r\nok\r\n$ ').echo('true\r').end();
        const out = [...watched.texts, ...watched.inputs].join('\n');
        expect(out).not.toContain(text.slice(2));
        expect(watched.texts).toEqual(['go', 'true']);
      }),
      { numRuns: 300 },
    );
  });
});

describe('what is not a command', () => {
  it('is what a full-screen program is told, until it is left', async () => {
    const watched = new Watched().show('$ ').echo('vi x\r').show('\u001B[?10').show('49h\u001B[H\u001B[2J~');
    await watched.echo('irm -rf /\r:wq\r').show('\u001B[?1049l$ ').echo('ls\r').end();
    expect(watched.texts).toEqual(['vi x', 'ls']);
    // That there was something is said once for as long as the program has the screen.
    expect(watched.hidden).toHaveLength(1);
    expect(watched.inputs).toEqual(['vi x\r', '••••••', 'ls\r']);
  });

  it('but a shell that was seen before is known in a full screen too', async () => {
    const watched = new Watched().show('lin@host:~$ ').echo('tmux\r');
    await watched.show('\u001B[?1049h\u001B[H\u001B[2J\u001B[1;1Hlin@host:~$ ').echo('id\r').end();
    expect(watched.texts).toEqual(['tmux', 'id']);
  });

  it('an empty line, and one that was given up', async () => {
    const watched = new Watched()
      .show('$ ')
      .echo('\r')
      .show('$ ')
      .echo('rm x')
      .type('\u0003')
      .show('^C\r\n$ ');
    expect((await watched.echo('ls\r').end()).texts).toEqual(['ls']);
  });
});

describe('a line that is not seen', () => {
  it.each([
    ['without echo', 'Password: ', 'rm x\r', false],
    ['without echo and a prompt', '', 'rm x\r', false],
    ['recalled without echo', 'Password: ', '\u001B[A\r', true],
    ['as stars', 'PIN: ', '', false],
  ])('leaves word of itself, and nothing else: %s', async (_how, prompt, keys, isUnread) => {
    const watched = new Watched().show('$ ').echo('stty -echo\r').show(prompt);
    if (keys === '') {
      ['4', '7', '1', '1'].forEach((digit) => watched.type(digit).show('*'));
    }
    await watched
      .type(keys || '\r')
      .show('\r\nout\r\n$ ')
      .end();
    expect(watched.commands.slice(1)).toEqual([{ text: '', isHidden: true, isUnread, by: 'lin', at: 0 }]);
  });

  it('leaves none when there was nothing on it', async () => {
    const watched = new Watched().show('$ ').echo('ls\r').show('Password: ').type('\r').show('\r\n$ ');
    await watched.type('ab\u007F\u007F\r').show('ab\b \b\b \b\r\n$ ').end();
    expect(watched.hidden).toEqual([]);
  });

  it('is read in a full screen behind what looks like a prompt', async () => {
    const watched = new Watched().show('$ ').echo("PS1='new> '\r").show('\u001B[?1049hnew> ');
    await watched.echo('id\r').show('new> ').echo('ls\r').end();
    expect(watched.commands.map(({ text }) => text)).toEqual(["PS1='new> '", 'id', 'ls']);
  });

  it('is seen afterwards when another key handed it over', async () => {
    const watched = new Watched().show('$ ').echo('true\r').show('$ ').echo('rm x');
    await watched.type('~').show('\r\n$ ').echo('id\r').show('$ ').end();
    expect(watched.commands.map(({ text, isUnread }) => [text, isUnread])).toEqual([
      ['true', false],
      ['rm x', true],
      ['id', false],
    ]);
  });

  it.each([
    ['the next key is one that hands over', '\r'],
    ['nothing more is typed', ''],
  ])('is seen when %s', async (_how, keys) => {
    const watched = new Watched().show('$ ').echo('true\r').show('$ ').echo('rm x').type('~').show('\r\n$ ');
    await watched.type(keys).show('\r\n$ ').end();
    expect(watched.texts).toEqual(['true', 'rm x']);
  });

  it('is read through a change of the window', async () => {
    const size = { cols: 80, rows: 24 };
    const watched = new Watched(size).show('lin@host:~$ ').echo('rm');
    size.cols = 20;
    watched.type(' -rf').show('\r\u001B[Klin@host:~$ rm -rf');
    const looks: Look[] = [];
    watched.type(' /tmp/some-where').show(' /tmp/some-whe').show('re');
    await watched
      .type('\r', (look) => looks.push(look))
      .show('\r\nlin@host:~$ ')
      .end();
    expect(looks).toMatchObject([{ typed: 'rm -rf /tmp/some-where', isCertain: true, isEchoed: true }]);
    expect(watched.texts).toEqual(['rm -rf /tmp/some-where']);
  });

  it.each([
    ['a title that was broken off', '$ ', '\u001B]0;title\u0018rm -rf x'],
    ['a sequence that the first key cuts in two', '$ \u001B[', '0mrm -rf x'],
  ])('is read from the history as terminals show it: behind %s', async (_what, prompt, recalled) => {
    const watched = new Watched().show(prompt).type('\u001B[A').show(recalled).type('\r').show('\r\n$ ');
    expect((await watched.end()).texts).toEqual(['rm -rf x']);
  });

  it('keeps its keys for whoever judges it when a program writes over it', () => {
    const looks: Look[] = [];
    const watched = new Watched().show('$ ').echo('rm').show('\r\nsomething in the background\r\n');
    watched.echo(' x').type('\r', (look) => looks.push(look));
    expect(looks[0]?.carried).toBe('rm x');
  });
});
