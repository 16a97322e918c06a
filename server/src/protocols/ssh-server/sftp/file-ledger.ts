import type { AccessFlags } from '@jadegate/contract/access/access-decision';
import { decodeName, joinPath } from '@jadegate/contract/files/file-path';
import { LIMITS } from '@jadegate/contract/limits';

import type { Summing } from '../../../kernel/file-sum.ts';
import { STATUS } from '../../ssh/sftp-packet.ts';
import {
  linesOf,
  openedFile,
  openedFolder,
  OpenFiles,
  type OpenFile,
  type SftpLine,
  type SftpLineToBe,
} from './open-files.ts';
import { expectedReply, type Pending, type Reply } from './replies.ts';
import { linesOfRequest } from './request-lines.ts';
import type { Request } from './request.ts';
import type { TransferAccount } from './transfer-account.ts';
import { UploadedFiles } from './uploaded-files.ts';

interface Options {
  /** Never rejects. */
  onLine: (line: SftpLine) => Promise<void>;
  /** A line was written, which somebody may have waited for. */
  onWritten: () => void;
  /** How large the file of a handle is. Nobody waits for it; not told where the target does not say. */
  askSize: (handle: Buffer, tell: (size: number) => void) => void;
  summing: Summing;
}

/** What a request is about, as it stands. */
export interface Subject {
  /** The file of its handle. */
  file?: OpenFile | undefined;
  /** Of two handles the one that is written, otherwise the same. */
  into?: OpenFile | undefined;
  isOwn: boolean;
}

/** Keeps account of what one client does with files, and writes it down when it is known how it went. */
export class FileLedger {
  /** Where names begin that do not begin at the root. */
  home = '/';
  readonly #options: Options;
  readonly #files = new OpenFiles();
  readonly #uploaded = new UploadedFiles();
  readonly #lines = new Set<Promise<void>>();
  /** The sum that the next line waits for, so that lines stand in the order of what was done. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Lines that wait to be written. */
  get waiting(): number {
    return this.#lines.size;
  }

  /** The sums of files are: nothing more should come for now. */
  get isBehind(): boolean {
    return this.#options.summing.isBehind;
  }

  get isFull(): boolean {
    return this.#files.isFull;
  }

  /** Undefined when it names a handle that is not open. */
  subjectOf(request: Request): Subject | undefined {
    const handles = handlesOf(request);
    const [file, into = file] = handles.map((handle) => this.#files.find(handle));
    if (handles.length > 0 && (!file || !into)) {
      return undefined;
    }
    const isOwn = 'path' in request && this.#uploaded.has(this.#named(request.path));
    return { file, into, isOwn };
  }

  refused(request: Request, { file }: Pick<Subject, 'file'>): void {
    this.#note(linesOfRequest(request, file, (path) => this.#named(path), false));
  }

  /** What is to be done with the answer to a request that was allowed. */
  expect(request: Request, { file, into, isOwn }: Subject, held: AccessFlags): Pending {
    const expected: Pending = expectedReply(request);
    const writing = into?.writing;
    switch (request.kind) {
      case 'open': {
        const opened = openedFile(
          this.#named(request.path),
          request,
          held.upload ? 'upload' : 'edit',
          this.#options.summing,
        );
        return { ...expected, onReply: this.#opening(opened) };
      }
      case 'look':
        return request.type === 'opendir'
          ? { ...expected, onReply: this.#opening(openedFolder(this.#named(request.path))) }
          : expected;
      case 'ask_handle':
      case 'limits':
        return expected;
      case 'close': {
        this.#askWhereItEnds(request.handle);
        const closed = this.#files.take(request.handle);
        return { onReply: (reply) => closed && this.#note(linesOf(closed, isOk(reply))) };
      }
      case 'read': {
        const { offset, length } = request;
        const account = file?.reading;
        return {
          ...expected,
          ...(account && { reading: { account, offset, length } }),
          onReply: (reply) => onReadEnd(reply, account, offset),
        };
      }
      case 'write':
        writing?.begin(request.offset);
        return { onReply: (reply) => markFailure(reply, writing) };
      case 'copy_data':
        writing?.addUnseen(request.length);
        return { onReply: (reply) => markFailure(reply, writing) };
      case 'fsetstat':
        if (writing) {
          if (request.attributes.size !== undefined) {
            writing.resized();
          }
          return expected;
        }
        return { onReply: (reply) => this.#done(request, { file, isOwn }, isOk(reply)) };
      default:
        return { onReply: (reply) => this.#done(request, { file, isOwn }, isOk(reply)) };
    }
  }

  /** Nothing more will be done. Resolves when everything stands in the log. */
  async close(): Promise<void> {
    for (const file of this.#files.takeAll()) {
      this.#note(linesOf(file, false));
    }
    await Promise.all(this.#lines);
  }

  /** Before it is closed, where that decides whether all of it went over. */
  #askWhereItEnds(handle: Buffer): void {
    const { reading, writing } = this.#files.find(handle) ?? {};
    const unsure = [reading, writing].filter((account) => account?.needsSize);
    if (unsure.length > 0) {
      this.#options.askSize(handle, (size) => unsure.forEach((account) => account?.endsAt(size)));
    }
  }

  #opening(file: OpenFile): (reply: Reply) => void {
    this.#files.begin();
    return (reply) => {
      if (reply.kind === 'status') {
        this.#files.failed();
        this.#note(linesOf(file, false));
        return;
      }
      const handle = reply.reader.bytes();
      this.#files.opened(handle, file);
      const { reading } = file;
      if (reading && !file.writing) {
        this.#options.askSize(handle, (size) => reading.beginsWith(size));
      }
      if (file.writing) {
        this.#uploaded.add(file.name);
      }
    };
  }

  #done(request: Request, { file, isOwn }: Subject, isDone: boolean): void {
    if (request.kind === 'rename' && isDone) {
      this.#uploaded.renamed(this.#named(request.from), this.#named(request.to));
    } else if (request.kind === 'mkdir' && isDone) {
      this.#uploaded.add(this.#named(request.path));
    } else if (request.kind === 'remove' || request.kind === 'rmdir' || request.kind === 'link') {
      this.#uploaded.forget();
    }
    const isLastPart = isOwn && request.kind === 'setstat' && onlySetsTimes(request);
    if (!isLastPart) {
      this.#note(linesOfRequest(request, file, (path) => this.#named(path), isDone));
    }
  }

  #named(path: Buffer): string {
    const name = decodeName(path);
    return name.startsWith('/') ? name : joinPath(this.home, name);
  }

  #note(lines: readonly SftpLineToBe[]): void {
    for (const line of lines) {
      const writing = this.#written(line).finally(() => {
        this.#lines.delete(writing);
        this.#options.onWritten();
      });
      this.#lines.add(writing);
    }
  }

  async #written({ checksum, ...line }: SftpLineToBe): Promise<void> {
    const before = this.#turn;
    this.#turn = Promise.all([before, checksum]);
    await before;
    const sum = await checksum;
    await this.#options.onLine({ ...line, ...(sum !== undefined && { checksum: sum }) });
  }
}

function handlesOf(request: Request): Buffer[] {
  if (request.kind === 'copy_data') {
    return [request.from, request.to];
  }
  return 'handle' in request ? [request.handle] : [];
}

const isOk = (reply: Reply) => reply.kind === 'value' || reply.code === STATUS.ok;

function onlySetsTimes({ attributes }: Request & { kind: 'setstat' }): boolean {
  return attributes.times === true && Object.keys(attributes).length === 1;
}

function onReadEnd(reply: Reply, account: TransferAccount | undefined, offset: number): void {
  if (reply.kind === 'status' && reply.code === STATUS.eof) {
    account?.endsBehind(offset);
  } else {
    markFailure(reply, account);
  }
}

function markFailure(reply: Reply, account: TransferAccount | undefined): void {
  if (account && !isOk(reply)) {
    account.hasFailed = true;
  }
}

/** Whoever may edit and not upload writes as much as the editor of the console takes. */
export function isTooMuchToEdit({ offset, length }: Request & { kind: 'write' }, { into }: Subject): boolean {
  return into?.writesBy === 'edit' && offset + length > LIMITS.editBytes;
}
