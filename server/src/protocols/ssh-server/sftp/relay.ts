import type { Duplex } from 'node:stream';

import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import type { StrategyFlag } from '@jadegate/contract/access/strategy';
import { decodeName } from '@jadegate/contract/files/file-path';

import { SUMMING_HERE, type Summing } from '../../../kernel/file-sum.ts';
import { packet, STATUS, TYPE, type Field } from '../../ssh/sftp-packet.ts';
import { FileLedger, isTooMuchToEdit, type Subject } from './file-ledger.ts';
import type { SftpLine } from './open-files.ts';
import { PacketStream, type Step } from './packet-stream.ts';
import { readReply, statusPacket, versionPacket, type Pending, type Reply } from './replies.ts';
import { flagsFor, missingFlag } from './request-rights.ts';
import { MalformedRequest, opensSomething, readRequest, type Request } from './request.ts';
import type { TransferAccount } from './transfer-account.ts';
import { WriteCoalescer } from './write-coalescer.ts';

interface SftpRelayOptions {
  /** The channel of the client, which is not ended here, and that of the target to its `sftp` subsystem. */
  client: Duplex;
  target: Duplex;
  /** What the person may do at this moment: asked for every request. */
  rights: () => AccessFlags | Promise<AccessFlags>;
  /** What to tell a person who lacks it. */
  refusal: (missing: StrategyFlag) => string;
  /** Something was done, or refused. Never rejects. */
  onLine: (line: SftpLine) => Promise<void>;
  onActivity: () => void;
  /** Where sums of files are made; without it here. */
  summing?: Summing;
}

/** Requests that may be on their way at once; whoever sends more waits. */
const MAX_IN_FLIGHT = 64;
/** Lines that may wait to be written; whoever does more waits. */
const MAX_LINES = 32;
/** Of requests that carry no bytes of files: two paths at most. */
const MAX_REQUEST_BYTES = 32 * 1024;
const MAX_REPLY_BYTES = 256 * 1024 + 1024;
/** Ours are at the far end of the numbers, where no client begins to count. */
const LAST_ID = 0xffff_ffff;

/**
 * Stands between the SFTP of a client and that of a target: every request is read, judged, and passed on as it came or
 * answered here. What cannot be read is never passed on.
 */
export class SftpRelay {
  /** Bytes of files: `input` towards the target, `output` from it. */
  readonly traffic = { input: 0, output: 0 };
  /** Resolves when the target is gone or was left, and everything that was done stands in the log. */
  readonly done: Promise<void>;
  readonly #options: SftpRelayOptions;
  readonly #requests = new PacketStream({
    bulkType: TYPE.write,
    hasHandle: true,
    maxBytes: MAX_REQUEST_BYTES,
  });
  readonly #replies = new PacketStream({ bulkType: TYPE.data, hasHandle: false, maxBytes: MAX_REPLY_BYTES });
  readonly #toTarget: WriteCoalescer;
  readonly #toClient: WriteCoalescer;
  readonly #ledger: FileLedger;
  readonly #inFlight = new Map<number, Pending>();
  /** Answers of ours that wait for the end of one of the target's. */
  readonly #answers: Buffer[] = [];
  /** Whose the bytes are that are on their way in and out; undefined while those of a write are refused. */
  #writing: TransferAccount | undefined;
  #reading: TransferAccount | undefined;
  #onVersion: ((said: Buffer) => void) | undefined;
  #isGreeted = false;
  /** A request is being judged, and those behind it wait. */
  #isBusy = false;
  #hasClientEnded = false;
  #isOver = false;
  #finish: () => void = () => undefined;

  constructor(options: SftpRelayOptions) {
    this.#options = options;
    const { client, target, onLine, summing = SUMMING_HERE } = options;
    summing.onCaughtUp(() => this.#pump());
    this.#toTarget = new WriteCoalescer(target);
    this.#toClient = new WriteCoalescer(client);
    this.#ledger = new FileLedger({
      onLine,
      onWritten: () => this.#pump(),
      askSize: (handle, tell) => this.#askSize(handle, tell),
      summing,
    });
    this.done = new Promise((resolve) => (this.#finish = resolve));
    const close = () => this.close();
    client.on('data', (bytes: Buffer) => {
      this.#requests.push(bytes);
      this.#pump();
    });
    client.on('drain', () => this.#pump());
    client.once('end', () => {
      this.#hasClientEnded = true;
      this.#pump();
    });
    target.on('data', (bytes: Buffer) => this.#receive(bytes));
    target.on('drain', () => this.#pump());
    target.once('end', close);
    for (const side of [client, target]) {
      side.once('close', close);
      side.on('error', close);
    }
  }

  close(): void {
    if (this.#isOver) {
      return;
    }
    this.#isOver = true;
    const unanswered = [...this.#inFlight.values()];
    this.#inFlight.clear();
    for (const { onReply } of unanswered) {
      onReply?.({ kind: 'status', code: STATUS.lost });
    }
    this.#options.target.destroy();
    this.#ledger.close().then(this.#finish, this.#finish);
  }

  #pump(): void {
    let isEmpty = false;
    try {
      while (!isEmpty && this.#mayGoOn) {
        const step = this.#requests.next();
        if (step) {
          this.#onRequest(step);
        }
        isEmpty = step === undefined;
      }
    } catch {
      // Not the language of files: nobody can tell where the next request would begin.
      this.close();
      return;
    }
    this.#toTarget.flush();
    if (this.#hasClientEnded && isEmpty) {
      this.#options.target.end();
    }
    this.#steer();
  }

  get #mayGoOn(): boolean {
    if (this.#isBusy || this.#isOver || this.#toTarget.isFull) {
      return false;
    }
    // Whoever does not take the answers is not asked what else they want.
    const isRead = !this.#toClient.isFull && this.#answers.length < MAX_IN_FLIGHT;
    const hasRoom =
      isRead &&
      !this.#ledger.isBehind &&
      this.#inFlight.size < MAX_IN_FLIGHT &&
      this.#ledger.waiting < MAX_LINES;
    return hasRoom || !this.#requests.isBetweenPackets;
  }

  /** Reads from each side only what the other takes. */
  #steer(): void {
    const { client, target } = this.#options;
    if (this.#isOver) {
      return;
    }
    if (this.#mayGoOn) {
      client.resume();
    } else {
      client.pause();
    }
    if (this.#toClient.isFull || this.#ledger.isBehind) {
      target.pause();
    } else {
      target.resume();
    }
  }

  /** Those behind it wait. */
  #hold(work: Promise<void>): void {
    this.#isBusy = true;
    const goOn = () => {
      this.#isBusy = false;
      this.#pump();
    };
    work.then(goOn, () => this.close());
  }

  #onRequest(step: Step): void {
    if (step.kind === 'more') {
      this.#passWritten(step.bytes);
      return;
    }
    const bytes = step.kind === 'bulk' ? step.head : step.bytes;
    if (!this.#isGreeted) {
      this.#hold(this.#greet(bytes));
      return;
    }
    // Whatever is said of it, the bytes that follow go nowhere until it is allowed.
    this.#writing = undefined;
    let request: Request;
    try {
      request = readRequest(bytes);
    } catch (error) {
      if (!(error instanceof MalformedRequest)) {
        throw error;
      }
      this.#answer(bytes.readUInt32BE(5), STATUS.badMessage, 'Bad message');
      return;
    }
    this.#options.onActivity();
    const held = this.#options.rights();
    if (held instanceof Promise) {
      this.#hold(held.then((flags) => this.#judge(request, bytes, flags)));
      return;
    }
    const judging = this.#judge(request, bytes, held);
    if (judging) {
      this.#hold(judging);
    }
  }

  /** Both sides speak version 3, and nothing else is said before. */
  async #greet(bytes: Buffer): Promise<void> {
    if (bytes[4] !== TYPE.init) {
      throw new MalformedRequest('no greeting');
    }
    const said = new Promise<Buffer>((resolve) => (this.#onVersion = resolve));
    this.#toTarget.push(packet(TYPE.init, [3]));
    this.#toTarget.flush();
    const version = versionPacket(await said);
    if (!version) {
      throw new MalformedRequest('another version');
    }
    // Names in the log are whole ones, whatever clients write.
    const home = await this.#ask(TYPE.realpath, TYPE.name, [Buffer.from('.')]);
    if (home.kind === 'value') {
      home.reader.uint32();
      this.#ledger.home = decodeName(home.reader.bytes());
    }
    this.#isGreeted = true;
    this.#toClient.push(version);
    this.#toClient.flush();
  }

  #judge(request: Request, bytes: Buffer, held: AccessFlags): Promise<void> | undefined {
    const { id } = request;
    const subject = this.#ledger.subjectOf(request);
    if (this.#inFlight.has(id)) {
      this.#answer(id, STATUS.badMessage, 'This request number is in use');
    } else if (request.kind === 'unknown') {
      this.#answer(id, STATUS.unsupported, 'Operation unsupported');
    } else if (!subject) {
      this.#answer(id, STATUS.failure, 'Invalid handle');
    } else if (opensSomething(request) && this.#ledger.isFull) {
      this.#answer(id, STATUS.failure, 'Too many open files');
    } else {
      const { into, isOwn } = subject;
      const missing = missingFlag(flagsFor(request, { writesBy: into?.writesBy, isOwn }), held);
      if (missing && request.kind === 'rename' && held.rename) {
        return this.#renameOntoNothing(request, bytes, { subject, held, missing });
      }
      if (missing) {
        this.#refuse(request, subject, missing);
      } else if (request.kind === 'write' && isTooMuchToEdit(request, subject)) {
        this.#refuse(request, subject, 'upload');
      } else {
        this.#forward(request, bytes, subject, held);
      }
    }
    return undefined;
  }

  /** Whoever may rename and no more puts nothing in the place of something else. */
  async #renameOntoNothing(
    request: Request & { kind: 'rename' },
    bytes: Buffer,
    { subject, held, missing }: { subject: Subject; held: AccessFlags; missing: StrategyFlag },
  ): Promise<void> {
    const found = await this.#ask(TYPE.lstat, TYPE.attrs, [request.to]);
    if (found.kind === 'status' && found.code === STATUS.notFound) {
      this.#forward(request, bytes, subject, held);
    } else {
      this.#refuse(request, subject, missing);
    }
  }

  #refuse(request: Request, subject: Subject, missing: StrategyFlag): void {
    this.#answer(request.id, STATUS.permission, this.#options.refusal(missing));
    this.#ledger.refused(request, subject);
  }

  #forward(request: Request, bytes: Buffer, subject: Subject, held: AccessFlags): void {
    const pending = this.#ledger.expect(request, subject, held);
    if (request.kind === 'write') {
      this.#writing = subject.into?.writing;
    }
    this.#inFlight.set(request.id, pending);
    this.#toTarget.push(bytes);
  }

  #askSize(handle: Buffer, tell: (size: number) => void): void {
    this.#send(TYPE.fstat, TYPE.attrs, [handle], (reply) => {
      if (reply.kind === 'value') {
        tell(reply.reader.stat().size);
      }
    });
  }

  #passWritten(bytes: Buffer): void {
    if (this.#writing) {
      this.#writing.add(bytes);
      this.traffic.input += bytes.length;
      this.#toTarget.push(bytes);
    }
  }

  #receive(bytes: Buffer): void {
    this.#replies.push(bytes);
    try {
      for (let step = this.#replies.next(); step && !this.#isOver; step = this.#replies.next()) {
        this.#onReply(step);
      }
    } catch {
      // A target that does not speak the language: its bytes are nobody's answer.
      this.close();
      return;
    }
    this.#flushAnswers();
    // An answer may be what a request waited for.
    this.#pump();
  }

  #onReply(step: Step): void {
    if (step.kind === 'more') {
      this.#reading?.add(step.bytes);
      this.traffic.output += step.bytes.length;
      this.#toClient.push(step.bytes);
      return;
    }
    const bytes = step.kind === 'bulk' ? step.head : step.bytes;
    if (bytes[4] === TYPE.version) {
      this.#onVersion?.(bytes);
      this.#onVersion = undefined;
      return;
    }
    const id = bytes.readUInt32BE(5);
    const pending = this.#inFlight.get(id);
    this.#inFlight.delete(id);
    if (step.kind === 'bulk') {
      this.#onData(step, pending);
    } else if (pending) {
      const reply = readReply(bytes, pending);
      pending.onReply?.(reply);
      if (!pending.isOurs) {
        const isMeant = bytes[4] === TYPE.status || reply.kind === 'value';
        this.#toClient.push(isMeant ? bytes : statusPacket(id, STATUS.failure, 'Failure'));
      }
    }
  }

  #onData({ head, rest }: Step & { kind: 'bulk' }, pending: Pending | undefined): void {
    if (!pending?.reading || rest > pending.reading.length) {
      throw new Error('bytes that nobody asked for');
    }
    const { account, offset } = pending.reading;
    account.begin(offset);
    this.#reading = account;
    this.#toClient.push(head);
  }

  #answer(id: number, code: number, sentence: string): void {
    this.#answers.push(statusPacket(id, code, sentence));
    this.#flushAnswers();
  }

  /** Not into the middle of an answer of the target. */
  #flushAnswers(): void {
    if (this.#replies.isBetweenPackets) {
      this.#answers.splice(0).forEach((answer) => this.#toClient.push(answer));
    }
    this.#toClient.flush();
  }

  #ask(type: number, expects: number, fields: readonly Field[]): Promise<Reply> {
    return new Promise((resolve) => {
      this.#send(type, expects, fields, resolve);
      this.#toTarget.flush();
    });
  }

  #send(type: number, expects: number, fields: readonly Field[], onReply: (reply: Reply) => void): void {
    let id = LAST_ID;
    while (this.#inFlight.has(id)) {
      id -= 1;
    }
    this.#inFlight.set(id, { expects, onReply, isOurs: true });
    this.#toTarget.push(packet(type, [id, ...fields]));
  }
}
