import { LIMITS } from '@jadegate/contract/limits';
import type { Page } from '@jadegate/contract/paging';
import type { AuditArchive, AuditLogQuery } from '@jadegate/contract/platform/audit-log';

import type { Database } from '../../db/database.ts';
import type { PeopleSearch } from '../../db/match-person.ts';
import type { Actor, Caller } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS, type Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { DistributedLockService } from '../server-process/distributed-lock.service.ts';
import type { ServerProcessService } from '../server-process/server-process.service.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { packed, unpacked } from './archive-lines.ts';
import { archiveMatcher } from './archive-matcher.ts';
import { AuditArchiveRepository } from './audit-archive.repository.ts';
import { CHAIN_START, type ArchiveRow, type Link } from './audit-chain.ts';
import type { AuditFilters } from './audit-log.repository.ts';
import type { AuditRow } from './audit.repository.ts';
import type { AuditService } from './audit.service.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  processes: ServerProcessService;
  distributedLock: DistributedLockService;
  clock: Clock;
  logger: Logger;
  /** On the disk of this server; and where every server finds them, if there is such a place. */
  ownFiles: ArchiveFiles;
  /** What was signed of the log meanwhile. */
  checkpoints: { comparison(): Promise<ChainComparison> };
  storedFiles: ArchiveFiles | undefined;
  /** For tests. */
  partEntries?: number | undefined;
}

/** Sees each link of the chain in order, and knows what it should be. */
interface ChainComparison {
  see: (link: Link) => void;
  count(): number;
  brokenAt(): number | undefined;
}

interface WholeReport {
  /** How many entries were found whole, in files and in the database. */
  entries: number;
  brokenAt?: number;
  /** Of them, in files. */
  archived: number;
  /** In files that lie at other servers and were not read. */
  unread: number;
  /** How often it was signed how far the log had come, and where that is something else first. */
  checkpoints: number;
  contradictedAt?: number;
}

/** What is younger drives other parts of the product, and is looked at every day. */
const MIN_AGE_MS = LIMITS.auditLogDays.min * DAY_MS;
/** Entries of one file: few enough that reading one through is quick. */
const PART_ENTRIES = 20_000;
const BATCH = 1000;
const LOCK = 'audit-archive';
/** While it is verified, entries may move to a file. */
const VERIFY_TRIES = 3;

/**
 * The oldest part of the audit log in files. Each step leaves the log whole: the file is written, made durable and read back
 * before a sealed row says that the entries are there, and only then do they go from the database.
 */
export class AuditArchiveService {
  readonly #deps: Dependencies;
  readonly #archives: AuditArchiveRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#archives = new AuditArchiveRepository(dependencies.database);
  }

  /** Moves one part of what is older into a file, if that is at least so many entries. Answers how many. */
  async archivePart(who: Actor | Caller, before: number, { atLeast = 1 } = {}): Promise<number> {
    if (before > this.#deps.clock.now() - MIN_AGE_MS) {
      throw new AppError('audit.archive_too_young', { params: { days: LIMITS.auditLogDays.min } });
    }
    const busy = () => new AppError('audit.archive_busy');
    return this.#deps.distributedLock.withLock(LOCK, { patienceMs: 0, busy }, async () => {
      const anchor = await this.#finishBefore();
      const { partEntries = PART_ENTRIES } = this.#deps;
      const { last, entries } = await this.#archives.reachOf(anchor, before, partEntries);
      if (entries < Math.max(1, atLeast)) {
        return 0;
      }
      const archive = await this.#write(anchor, last);
      await this.#deps.database.transact(async (tx) => {
        // Two that did the same would both begin with the same entry, which is the key.
        await this.#archives.insert(archive, tx);
        const { first_seq, last_seq, name, bytes, checksum } = archive;
        const detail = { first: first_seq, last: last_seq, bytes, checksum };
        const object = { type: 'audit-log', id: String(first_seq), name };
        await this.#deps.audit.write(who, { action: 'audit-log.archived', object, detail }, tx);
      });
      await this.#removeRows(last);
      return entries;
    });
  }

  /** Newest first. */
  async list(): Promise<AuditArchive[]> {
    const own = await this.#deps.processes.diskId();
    const rows = await this.#archives.listNewest(LIMITS.pageSize.max);
    const names = new Map<string, string>();
    for (const disk of new Set(rows.map((row) => row.disk))) {
      names.set(disk, disk === '' ? '' : await this.#deps.processes.diskName(disk));
    }
    return rows.map((row) => ({
      id: String(row.first_seq),
      firstSeq: row.first_seq,
      lastSeq: row.last_seq,
      from: new Date(row.first_at).toISOString(),
      to: new Date(row.last_at).toISOString(),
      bytes: row.bytes,
      server: names.get(row.disk) ?? '',
      isHere: row.disk === '' || row.disk === own,
    }));
  }

  /** A page of one archive, read through from its beginning: it is of bounded length. */
  async page(id: string, query: AuditLogQuery & PeopleSearch): Promise<Page<AuditRow>> {
    const { pageIndex, pageSize, order = 'descend' } = query;
    let total = 0;
    for await (const _row of this.#matching(id, query)) {
      total += 1;
    }
    const start = (pageIndex - 1) * pageSize;
    const [first, end] =
      order === 'ascend' ? [start, start + pageSize] : [total - start - pageSize, total - start];
    const items: AuditRow[] = [];
    if (first < total && end > 0) {
      let index = 0;
      for await (const row of this.#matching(id, query)) {
        if (index >= first && index < end) {
          items.push(row);
        }
        index += 1;
        if (index >= end) {
          break;
        }
      }
    }
    return { total, items: order === 'ascend' ? items : items.toReversed() };
  }

  async read(id: string, filters: AuditFilters): Promise<AuditRow[]> {
    const rows: AuditRow[] = [];
    for await (const row of this.#matching(id, filters)) {
      rows.push(row);
    }
    return rows;
  }

  /** What archives have about one thing since a time, and how many entries lie in those that cannot be read here. */
  async readAbout(type: string, id: string, since: number): Promise<{ rows: AuditRow[]; unread: number }> {
    const rows: AuditRow[] = [];
    let unread = 0;
    for (const { first_seq, last_seq } of await this.#archives.listSince(since)) {
      try {
        const found = await this.read(String(first_seq), {});
        rows.push(...found.filter((row) => row.object_type === type && row.object_id === id));
      } catch (error) {
        // At another server, or broken, which verifying tells: what others have is handed out all the same.
        if (!(error instanceof AppError)) {
          throw error;
        }
        unread += last_seq - first_seq + 1;
      }
    }
    return { rows, unread };
  }

  /** Goes through files and database in one line, and names the first entry that is not as it was written. */
  async verify(): Promise<WholeReport> {
    for (let tries = 1; ; tries++) {
      const archives = await this.#archives.list();
      const comparison = await this.#deps.checkpoints.comparison();
      const whole = await this.#verifyOnce(archives, comparison.see);
      const contradictedAt = comparison.brokenAt();
      const report = {
        ...whole,
        checkpoints: comparison.count(),
        ...(contradictedAt !== undefined && { contradictedAt }),
      };
      const newest = (await this.#archives.list()).at(-1)?.last_seq;
      if (report.brokenAt === undefined || newest === archives.at(-1)?.last_seq || tries === VERIFY_TRIES) {
        return report;
      }
    }
  }

  async #verifyOnce(
    archives: readonly ArchiveRow[],
    see: (link: Link) => void,
  ): Promise<Omit<WholeReport, 'checkpoints'>> {
    let link = CHAIN_START;
    let archived = 0;
    let unread = 0;
    const brokenAt = (seq: number) => ({ entries: seq - 1, brokenAt: seq, archived, unread });
    for (const archive of archives) {
      if (
        !this.#isSealed(archive) ||
        archive.first_seq !== link.seq + 1 ||
        archive.hash_before !== link.hash
      ) {
        return brokenAt(link.seq + 1);
      }
      const files = await this.#filesOf(archive);
      if (files) {
        const reached = await this.#follow(archive, files, link, see);
        archived += reached.seq - link.seq;
        if (reached.seq !== archive.last_seq || reached.hash !== archive.last_hash) {
          return brokenAt(reached.seq + 1);
        }
      } else {
        unread += archive.last_seq - link.seq;
      }
      link = { seq: archive.last_seq, hash: archive.last_hash };
    }
    return { ...(await this.#deps.audit.verify(link, see)), archived, unread };
  }

  /** How far the file is what was written. What is still in the database of it must be the same. */
  async #follow(
    archive: ArchiveRow,
    files: ArchiveFiles,
    from: Link,
    see: (link: Link) => void = () => undefined,
  ): Promise<Link> {
    const { chain } = this.#deps.audit;
    let link = from;
    let left: AuditRow[] = [];
    let lookedTo = from.seq;
    try {
      for await (const row of unpacked(await files.read(archive.name))) {
        const next = chain.follow(row, link);
        if (!next || next.seq > archive.last_seq) {
          break;
        }
        if (next.seq > lookedTo) {
          lookedTo = Math.min(link.seq + BATCH, archive.last_seq);
          left = await this.#archives.listBetween(link.seq, lookedTo, BATCH);
        }
        const kept = left[0]?.seq === next.seq ? left.shift() : undefined;
        if (kept && chain.hash(kept, link.hash) !== next.hash) {
          break;
        }
        link = next;
        see(next);
      }
    } catch (error) {
      this.#deps.logger.warn(
        { err: error, file: archive.name },
        'an archive of the audit log cannot be read',
      );
    }
    return link;
  }

  /** Removes what an archive that was not finished left, and answers where the next one begins. */
  async #finishBefore(): Promise<Link> {
    const [newest] = await this.#archives.listNewest(1);
    const anchor = newest ? { seq: newest.last_seq, hash: newest.last_hash } : CHAIN_START;
    if (newest && !this.#isSealed(newest)) {
      throw new AppError('audit.chain_broken', { params: { seq: newest.first_seq } });
    }
    const files = newest && (await this.#filesOf(newest));
    if (newest && files) {
      if ((await files.size(newest.name)) !== newest.bytes) {
        throw new AppError('audit.archive_unreadable', { params: { name: newest.name } });
      }
      await this.#removeRows(newest.last_seq);
    }
    // A process that died had not said of these that they are there.
    for (const name of await this.#newFiles().list()) {
      const first = Number(/^audit-(\d+)-/.exec(name)?.[1] ?? 0);
      if (first > anchor.seq) {
        await this.#newFiles().remove(name);
      }
    }
    return anchor;
  }

  async #write(anchor: Link, last: number): Promise<ArchiveRow> {
    const { processes, clock, storedFiles, audit } = this.#deps;
    const files = this.#newFiles();
    const first_seq = anchor.seq + 1;
    const digits = (seq: number) => String(seq).padStart(12, '0');
    const name = `audit-${digits(first_seq)}-${digits(last)}.jsonl.gz`;
    const seen = { first_at: 0, last_at: 0, link: anchor };
    const { bytes, checksum } = await files.put(name, packed(this.#rows(anchor, last, seen)));
    const row = {
      first_seq,
      last_seq: last,
      first_at: seen.first_at,
      last_at: seen.last_at,
      hash_before: anchor.hash,
      last_hash: seen.link.hash,
      name,
      bytes,
      checksum,
      disk: storedFiles ? '' : await processes.diskId(),
      created_at: clock.now(),
    };
    const archive = { ...row, seal: audit.chain.seal(row) };
    // As it lies there, read by nothing that knows what was written.
    const reached = await this.#follow(archive, files, anchor);
    if (reached.seq !== last || reached.hash !== archive.last_hash) {
      throw new AppError('audit.archive_unreadable', { params: { name } });
    }
    return archive;
  }

  /** A chain that is broken stays where it is, and is told of. */
  async *#rows(
    anchor: Link,
    last: number,
    seen: { first_at: number; last_at: number; link: Link },
  ): AsyncGenerator<AuditRow> {
    for (let link = anchor; link.seq < last;) {
      const rows = await this.#archives.listBetween(link.seq, last, BATCH);
      for (const row of rows) {
        const next = this.#deps.audit.chain.follow(row, link);
        if (!next) {
          break;
        }
        seen.first_at ||= row.at;
        seen.last_at = row.at;
        seen.link = link = next;
        yield row;
      }
      if (rows.length === 0 || link.seq < (rows.at(-1)?.seq ?? 0)) {
        throw new AppError('audit.chain_broken', { params: { seq: link.seq + 1 } });
      }
    }
  }

  /** A few at a time, so that others get their turn; the oldest first. */
  async #removeRows(last: number): Promise<void> {
    let count = BATCH;
    while (count === BATCH) {
      count = await this.#archives.removeUpTo(last, BATCH);
    }
  }

  async *#matching(id: string, filters: AuditFilters): AsyncGenerator<AuditRow> {
    const firstSeq = Number(id);
    // PostgreSQL refuses to compare its numbers with what is none
    const archive = Number.isSafeInteger(firstSeq) ? await this.#archives.find(firstSeq) : undefined;
    if (!archive) {
      throw new AppError('audit.archive_not_found');
    }
    const files = await this.#filesOf(archive);
    if (!files) {
      const server = await this.#deps.processes.diskName(archive.disk);
      throw new AppError('audit.archive_elsewhere', { params: { server } });
    }
    const { actor } = filters;
    const actors = actor === undefined ? new Set<string>() : await this.#archives.listPeople(actor, filters);
    const isWanted = archiveMatcher(filters, actors);
    try {
      if (!this.#isSealed(archive)) {
        throw new Error('the seal is broken');
      }
      for await (const row of unpacked(await files.read(archive.name))) {
        if (isWanted(row)) {
          yield row;
        }
      }
    } catch (error) {
      const { name } = archive;
      throw new AppError('audit.archive_unreadable', { params: { name }, cause: error });
    }
  }

  #isSealed({ seal, ...archive }: ArchiveRow): boolean {
    return seal === this.#deps.audit.chain.seal(archive);
  }

  #newFiles(): ArchiveFiles {
    return this.#deps.storedFiles ?? this.#deps.ownFiles;
  }

  /** Undefined where this server cannot read it. */
  async #filesOf({ disk }: ArchiveRow): Promise<ArchiveFiles | undefined> {
    if (disk === '') {
      return this.#deps.storedFiles;
    }
    return disk === (await this.#deps.processes.diskId()) ? this.#deps.ownFiles : undefined;
  }
}
