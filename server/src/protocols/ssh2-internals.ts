// What ssh2 1.17 keeps to itself and we reach for. Its version is pinned; connections of every kind are tested with it.
import type { Duplex } from 'node:stream';

/** Of one key exchange. */
export interface KeyExchange {
  negotiated: { kex: string; serverHostKey: string };
  sessionID: Buffer;
  /** What the other side sent, for the hash that both sides sign. */
  _remoteKexinit: Buffer;
  generateKeys(): void;
  /** What we send; as the server after the secret is known. */
  getPublicKey(): Buffer;
  /** What the other side sent, as it goes into the hash. */
  convertPublicKey(sent: Buffer): Buffer;
  computeSecret(sent: Buffer): Buffer | Error;
}

type OnPayload = (payload: Buffer) => unknown;

interface NameList {
  array: string[];
}

interface DirectionLists<List> {
  cipher: List;
  mac: List;
  compress: List;
  lang: List;
}

interface OfferLists<List> {
  kex: List;
  serverHostKey: List;
  cs: DirectionLists<List>;
  sc: DirectionLists<List>;
}

interface Offer {
  lists: OfferLists<NameList>;
}

/** A channel that the other side wants to open. What its message is too short for is missing. */
export interface ChannelWish {
  type: string | undefined;
  sender: number | undefined;
  window: number | undefined;
  packetSize: number | undefined;
}

/** What is known of one direction of a channel. */
interface ChannelSide {
  /** How much may still be sent. */
  window: number;
  state: 'open' | 'eof' | 'closing' | 'closed';
}

/** A session, which has its channel once something runs in it, or another channel. */
interface ChannelEntry {
  incoming?: ChannelSide;
  _channel?: { incoming: ChannelSide };
}

export interface SshProtocol {
  _server: boolean;
  _kex: KeyExchange | undefined;
  /** Not undefined while keys are agreed on: then nothing else may be sent. */
  _kexinit: Buffer | undefined;
  _offer: Offer;
  _queue: Buffer[] | undefined;
  /** There from when the other side has said what it is. */
  _decipher: { _onPayload: OnPayload } | undefined;
  /** Where payloads go after the first key exchange. */
  _onPayload: OnPayload;
  _onHeader: (...header: unknown[]) => void;
  _cipher: { encrypt(packet: Buffer): void };
  _packetRW: {
    write: { allocStart: number; alloc(bytes: number): Buffer; finalize(packet: Buffer): Buffer };
  };
  _handlers: {
    GLOBAL_REQUEST: (protocol: SshProtocol, name: string, wantsReply: boolean, data: unknown) => void;
    CHANNEL_OPEN: (protocol: SshProtocol, wish: ChannelWish) => void;
    CHANNEL_OPEN_CONFIRMATION: (protocol: SshProtocol, wish: ChannelWish) => void;
    CHANNEL_DATA: (protocol: SshProtocol, channel: number, data: Buffer) => void;
  };
  /** Called for each message of the other side once keys are agreed on. */
  _onPacket: () => void;
  disconnect(reason: number): void;
  requestSuccess(data?: Buffer): void;
  requestFailure(): void;
  channelOpenFail(channel: number, reason: number, text: string): void;
  channelClose(channel: number): void;
  channelSuccess(channel: number): void;
  channelFailure(channel: number): void;
  openssh_authAgent(channel: number, window: number, packetSize: number): void;
}

/** Of a connection of either side, once it has begun. */
export function protocolOf(connection: object): SshProtocol {
  return (connection as { _protocol: SshProtocol })._protocol;
}

/** The channel of this number, as ssh2 has it. */
export function channelEntryOf(connection: object, channel: number): ChannelEntry | undefined {
  return (connection as { _chanMgr: { _channels: Record<number, ChannelEntry> } })._chanMgr._channels[
    channel
  ];
}

/** Closes a session in which nothing was begun. */
export function forgetSession(connection: object, session: object): void {
  const { incoming, outgoing } = (session as { _chanInfo: Record<'incoming' | 'outgoing', { id: number }> })
    ._chanInfo;
  protocolOf(connection).channelClose(outgoing.id);
  (connection as { _chanMgr: { remove(channel: number): void } })._chanMgr.remove(incoming.id);
}

/** What a connection goes over: a socket, or a channel of another connection. */
export function streamOf(connection: object): Duplex {
  return (connection as { _sock: Duplex })._sock;
}

/** The number by which a client knows its session. */
export function recipientOf(session: object): number {
  return (session as { _chanInfo: { outgoing: { id: number } } })._chanInfo.outgoing.id;
}

/** Who is asked when a host wants the agent. Given with the settings of a connection it would be used to log in, too. */
export function setAgent(
  client: object,
  getStream: (answer: (error: Error | null, stream?: Duplex) => void) => void,
): void {
  (client as { _agent: unknown })._agent = { getStream };
}

/** Changes what is offered, before it is sent. */
export function changeOffer(
  protocol: SshProtocol,
  change: Partial<Record<'kex' | 'serverHostKey', (names: readonly string[]) => string[]>>,
): void {
  const { lists } = protocol._offer;
  const KexInit = protocol._offer.constructor as new (lists: OfferLists<readonly string[]>) => Offer;
  const direction = ({ cipher, mac, compress, lang }: DirectionLists<NameList>) => ({
    cipher: cipher.array,
    mac: mac.array,
    compress: compress.array,
    lang: lang.array,
  });
  protocol._offer = new KexInit({
    kex: change.kex?.(lists.kex.array) ?? lists.kex.array,
    serverHostKey: change.serverHostKey?.(lists.serverHostKey.array) ?? lists.serverHostKey.array,
    cs: direction(lists.cs),
    sc: direction(lists.sc),
  });
}

/** Sends a message that ssh2 does not know, after those that wait for a key exchange to end. */
export function sendPayload(protocol: SshProtocol, payload: Buffer): void {
  const { write } = protocol._packetRW;
  const at = write.allocStart;
  const packet = write.alloc(payload.length);
  packet.set(payload, at);
  const finished = write.finalize(packet);
  if (protocol._kexinit === undefined) {
    protocol._cipher.encrypt(finished);
  } else {
    (protocol._queue ??= []).push(finished);
  }
}
