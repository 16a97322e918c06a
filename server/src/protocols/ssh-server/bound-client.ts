import type { Connection } from 'ssh2';

import { SECOND_MS } from '../../kernel/clock.ts';
import { channelEntryOf, protocolOf, sendPayload, streamOf } from '../ssh2-internals.ts';
import { ReadingHolds, readInTurns } from './read-in-turns.ts';
import { uint32, wireString } from './wire.ts';

/**
 * ssh2 cuts what it sends into packets of the size that a client asks for. Of none it would make them for ever, and of a
 * byte nearly so. No client that is in use asks for less than 4 KiB.
 */
const LEAST_PACKET_BYTES = 1024;
/** Answers that wait for a client which asks and does not read. Bytes of channels wait long before. */
const MOST_UNREAD_BYTES = 1024 * 1024;
/** Whoever was told goodbye has this long to take what is on its way, and to hang up. */
const GRACE_MS = 3 * SECOND_MS;
/** Keys may be agreed on anew as often at once, and so often after that: each costs milliseconds of the processor. */
const FREE_REKEYS = 10;
const REKEY_EVERY_MS = 100;
/** Nobody needs new keys before they have said who they are. */
const UNPROVEN_REKEYS = 2;

/** RFC 4253, 11.1, and RFC 4254, 5.1. */
const DISCONNECT = 1;
const PROTOCOL_ERROR = 2;
const BY_APPLICATION = 11;
const RESOURCE_SHORTAGE = 4;

/** Bounds what a client can make of the protocol, where ssh2 believes it. To be called when the server tells of it. */
export function boundClient(client: Connection): void {
  const holds = new ReadingHolds(streamOf(client));
  endForGood(client);
  boundChannels(client);
  waitForReader(client, holds);
  boundRekeys(client, holds);
  readInTurns(streamOf(client), holds);
}

/** Ends a connection with a reason, which most clients show. What still comes is nobody's. */
export function hangUp(client: Connection, text = ''): void {
  if (text !== '' && streamOf(client).writable) {
    const message = [Buffer.from([DISCONNECT]), uint32(BY_APPLICATION), wireString(text), wireString('')];
    sendPayload(protocolOf(client), Buffer.concat(message));
    streamOf(client).end();
  }
  client.end();
}

/** A client that does not hang up in its turn would be heard on, and keep its socket and its place for ever. */
function endForGood(client: Connection): void {
  const protocol = protocolOf(client);
  const stream = streamOf(client);
  const end = stream.end.bind(stream);
  let isEnding = false;
  const endOnce = (...rest: Parameters<typeof end>) => {
    if (!isEnding) {
      isEnding = true;
      stream.removeAllListeners('data');
      // Otherwise nobody would find out that it has hung up.
      stream.resume();
      const timer = setTimeout(() => stream.destroy(), GRACE_MS);
      stream.once('close', () => clearTimeout(timer));
    }
    return end(...rest);
  };
  stream.end = endOnce as typeof stream.end;
  // What came in the same piece as the last that was heard: ssh2 goes on where this says.
  const onPayload = protocol._onPayload;
  protocol._onPayload = (payload) => {
    const next = isEnding ? undefined : onPayload(payload);
    return isEnding ? Infinity : next;
  };
}

function boundChannels(client: Connection): void {
  const protocol = protocolOf(client);
  const handlers = protocol._handlers;
  const { CHANNEL_OPEN: open, CHANNEL_OPEN_CONFIRMATION: confirm, CHANNEL_DATA: take } = handlers;
  const { GLOBAL_REQUEST: request } = handlers;
  const refuse = () => {
    protocol.disconnect(PROTOCOL_ERROR);
    streamOf(client).end();
  };
  protocol._handlers.CHANNEL_OPEN = (self, wish) => {
    const { sender, window, packetSize } = wish;
    if (!isSignedIn(client) || sender === undefined || window === undefined || packetSize === undefined) {
      refuse();
    } else if (packetSize < LEAST_PACKET_BYTES) {
      protocol.channelOpenFail(sender, RESOURCE_SHORTAGE, `packets of ${packetSize} bytes are too small`);
    } else {
      open(self, wish);
    }
  };
  // Of a channel that we wanted.
  protocol._handlers.CHANNEL_OPEN_CONFIRMATION = (self, wish) => {
    if (isSignedIn(client) && (wish.packetSize ?? 0) >= LEAST_PACKET_BYTES) {
      confirm(self, wish);
    } else {
      refuse();
    }
  };
  protocol._handlers.GLOBAL_REQUEST = (self, ...what) => {
    if (isSignedIn(client)) {
      request(self, ...what);
    } else {
      refuse();
    }
  };
  // ssh2 looks only whether the window is shut to the byte; one that was passed it never shuts again.
  protocol._handlers.CHANNEL_DATA = (self, number, data) => {
    const entry = channelEntryOf(client, number);
    const { incoming } = entry?._channel ?? entry ?? {};
    if (incoming && data.length > incoming.window) {
      refuse();
    } else if (incoming?.state === 'open') {
      take(self, number, data);
    }
  };
}

/** What it asks for next is looked at once it has taken the answers to what it asked before. */
function waitForReader(client: Connection, holds: ReadingHolds): void {
  const protocol = protocolOf(client);
  const stream = streamOf(client);
  const onPacket = protocol._onPacket;
  let isWaiting = false;
  protocol._onPacket = () => {
    onPacket();
    if (stream.writableNeedDrain && stream.writableLength > MOST_UNREAD_BYTES && !isWaiting) {
      isWaiting = true;
      const letGo = holds.hold();
      stream.once('drain', () => {
        isWaiting = false;
        letGo();
      });
    }
  };
}

function boundRekeys(client: Connection, holds: ReadingHolds): void {
  const stream = streamOf(client);
  let count = 0;
  let spent = 0;
  let before = performance.now();
  client.on('rekey', () => {
    count += 1;
    const now = performance.now();
    spent = Math.max(0, spent - (now - before) / REKEY_EVERY_MS) + 1;
    before = now;
    if (!isSignedIn(client) && count > UNPROVEN_REKEYS) {
      hangUp(client);
    } else if (spent > FREE_REKEYS) {
      const timer = setTimeout(holds.hold(), REKEY_EVERY_MS);
      stream.once('close', () => clearTimeout(timer));
    }
  });
}

function isSignedIn(client: Connection): boolean {
  return (client as unknown as { authenticated: boolean }).authenticated;
}
