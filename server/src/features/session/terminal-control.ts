import type { SessionEnd } from '@jadegate/contract/session-end';
import type { Frame } from '@jadegate/contract/terminal-socket';

import type { Actor } from '../../kernel/actor.ts';
import { SECOND_MS, type Clock } from '../../kernel/clock.ts';
import type { Screens } from '../../recorders/terminal/screens.ts';
import { beginAt, beginWithScreen } from './first-screen.ts';
import { noteActivity } from './limit-warning.ts';
import { confirmInput, type AttachOptions, type Live, type SessionClient } from './live-session.ts';

interface Around {
  clock: Clock;
  screens: Screens;
  /** Where its recording is. */
  folder: string;
  /** Begins to end the session, and returns. */
  end: (end: SessionEnd) => void;
}

/** Gives the terminal to a client of its person, who was away or comes from elsewhere. */
export function giveTerminal(
  live: Live,
  { actor, client, options }: { actor: Actor; client: SessionClient; options: AttachOptions },
  around: Around,
): void {
  clearTimeout(live.away);
  live.away = undefined;
  // Whoever comes new has not been told.
  live.warned = undefined;
  live.actor = actor;
  // Continued at another login, it no longer hangs on the first.
  live.record = { ...live.record, login_id: actor.loginId ?? live.record.login_id };
  live.terminal.resize(options.size);
  const isCut = live.terminal.lacks(options.from);
  const output = live.terminal.control(client, options.from);
  client.onFrame((frame) => obeyFrame(live, client, frame, around));
  client.onClose(() => letGo(live, client, around));
  client.send({ type: 'connected' });
  if (isCut) {
    void beginWithScreen(live, client, { ...around, output });
  } else {
    beginAt(live, client, output);
  }
}

function obeyFrame(live: Live, client: SessionClient, frame: Frame, { clock, end }: Around): void {
  // What somebody sends who was taken over from comes too late.
  if (!live.terminal.isControlledBy(client)) {
    return;
  }
  switch (frame.type) {
    case 'data':
      live.lastInputAt = clock.now();
      noteActivity(live);
      live.inputBytes += frame.bytes.length;
      live.keyboard.type(frame.bytes, live.actor.username);
      confirmInput(live, client);
      return;
    case 'resize':
      live.terminal.resize(frame.size);
      return;
    case 'ack':
      live.terminal.confirm(client, frame.offset);
      return;
    case 'notice':
      // The person says that they are there, without typing into what they run.
      live.lastInputAt = clock.now();
      noteActivity(live);
      return;
    case 'ping':
      client.send({ type: 'ping' });
      return;
    case 'closed':
      end({ kind: 'left' });
      return;
    default:
    // The rest is the server's to send.
  }
}

/** The network may come back: the session waits for its person, older clients excepted, which cannot return. */
function letGo(live: Live, client: SessionClient, { end }: Around): void {
  if (!live.terminal.release(client) || live.terminal.hasClient || live.ending) {
    return;
  }
  if (client.confirms === 'send') {
    end({ kind: 'left' });
    return;
  }
  live.away = setTimeout(() => end({ kind: 'not_returned' }), live.limits.reattachSeconds * SECOND_MS);
}
