import { describe, expect, it } from 'vitest';

import type { DesktopClient } from './desktop-client.ts';
import { GuestInput } from './guest-input.ts';

function setup() {
  const acted: string[] = [];
  const sent: string[] = [];
  const answered: string[] = [];
  const rights = { mayAct: true };
  const client = { backlog: 0, send: (bytes: Uint8Array) => answered.push(Buffer.from(bytes).toString()) };
  const hands = new GuestInput({
    client: client as unknown as DesktopClient,
    guest: { username: 'guest', mayAct: () => rights.mayAct },
    act: (instructions) => acted.push(...instructions.map(({ bytes }) => Buffer.from(bytes).toString())),
    send: (bytes) => sent.push(bytes),
  });
  return {
    hands,
    acted,
    sent,
    answered,
    client,
    rights,
    say: (text: string) => hands.read(Buffer.from(text)),
  };
}

const A_DOWN = '3.key,2.97,1.1;';
const MOVED = '5.mouse,2.10,2.20,1.0;';
const PRESSED = '5.mouse,2.10,2.20,1.1;';

describe('the hands of a guest', () => {
  it('type and point, and do nothing else', () => {
    const { say, acted } = setup();
    say(`${A_DOWN}${MOVED}`);
    say('9.clipboard,1.1,10.text/plain;4.blob,1.1,4.YQ==;3.end,1.1;');
    say('4.size,3.800,3.600;10.disconnect;4.argv,1.1,10.text/plain,8.password;4.sync,1.1;3.ack,1.1,0.,1.0;');
    say('4.file,1.1,10.text/plain,1.f;5.audio,1.1,9.audio/L16;5.touch,1.1,1.1,1.1;');
    expect(acted).toEqual([A_DOWN, MOVED]);
  });

  it('do nothing that guacd would read otherwise than the recording does', () => {
    const { say, acted, sent, hands } = setup();
    say('3.key,2.97,1.2;3.key,2.97,2.1x;3.key,2.97,2.-1;3.key,3.97a,1.1;3.key,10.4294967393,1.1;3.key,2.97;');
    say('5.mouse,2.10,2.20,2.1x;5.mouse,2.10,2.20,2.-1;5.mouse,2.10,2.20,10.4294967297;5.mouse,2.10,2.20;');
    hands.letGo();
    expect(acted).toEqual([]);
    expect(sent).toEqual([]);
    say('5.mouse,2.-3,2.20,1.0;');
    expect(acted).toEqual(['5.mouse,2.-3,2.20,1.0;']);
  });

  it('do nothing while they may not, and nothing that was said then is done later', () => {
    const { say, acted, rights, sent, hands } = setup();
    rights.mayAct = false;
    say(A_DOWN);
    rights.mayAct = true;
    say(MOVED);
    hands.letGo();
    expect(acted).toEqual([MOVED]);
    expect(sent).toEqual([]);
  });

  it('hold nothing down when they are gone', () => {
    const { say, sent, hands } = setup();
    say(`${A_DOWN}3.key,5.65507,1.1;3.key,2.98,1.1;3.key,2.98,1.0;${PRESSED}`);
    hands.letGo();
    hands.letGo();
    expect(sent).toEqual(['3.key,2.97,1.0;', '3.key,5.65507,1.0;', '5.mouse,2.10,2.20,1.0;']);
  });

  it('are no longer listened to once they speak nonsense', () => {
    const { say, acted, sent } = setup();
    say(A_DOWN);
    say('nonsense;');
    say(MOVED);
    expect(acted).toEqual([A_DOWN]);
    expect(sent).toEqual(['3.key,2.97,1.0;']);
  });

  it('are told that the line is there, unless they take no answers', () => {
    const { say, answered, client } = setup();
    say('0.,4.ping,1.7;');
    client.backlog = 2 * 1024 * 1024;
    say('0.,4.ping,1.8;');
    expect(answered).toEqual(['0.,4.ping,1.7;']);
  });

  it('hold no more keys than a keyboard has', () => {
    const { say, acted, sent, hands } = setup();
    for (let keysym = 10_000; keysym < 11_000; keysym += 1) {
      say(`3.key,5.${keysym},1.1;`);
    }
    hands.letGo();
    expect(acted).toHaveLength(256);
    expect(sent).toHaveLength(256);
  });
});
