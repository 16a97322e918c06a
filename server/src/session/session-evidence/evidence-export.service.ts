import { createHash } from 'node:crypto';

import { BUNDLE, type BundleFile, type BundleManifest } from '@jadegate/contract/session/evidence/bundle';
import { CHAIN_FILE } from '@jadegate/contract/session/evidence/chain-format';
import { BrokenFile } from '@jadegate/contract/session/evidence/verify-recording';

import type { Database } from '../../db/database.ts';
import type { StorageLogService } from '../../files/storage-log/storage-log.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { zipStream, type ZipEntry } from '../../kernel/zip-stream.ts';
import type { AuditArchiveService } from '../../platform/audit/audit-archive.service.ts';
import type { AuditService } from '../../platform/audit/audit.service.ts';
import type { BrandingService } from '../../platform/branding/branding.service.ts';
import type { SigningService } from '../../platform/signing/signing.service.ts';
import { readEvidenceTools, type EvidenceTools } from '../../recorders/evidence/evidence-tools.ts';
import { KeptRecording } from '../../recorders/evidence/recorded-files.ts';
import type { RecordingFiles } from '../../recorders/recording-files.ts';
import { listSegments, type SegmentFormat } from '../../recorders/segment.ts';
import { jsonLines, readmeText } from './evidence-text.ts';
import { SessionEvidenceRepository, type SessionRecord } from './session-evidence.repository.ts';

interface Dependencies {
  database: Database;
  audit: AuditService;
  archives: Pick<AuditArchiveService, 'readAbout'>;
  signing: SigningService;
  storageLogs: Pick<StorageLogService, 'listOfSession'>;
  branding: Pick<BrandingService, 'name'>;
  clock: Clock;
  version: string;
  filesOf: (sessionId: string) => Promise<RecordingFiles>;
  /** Throws where the recording lies on the disk of another server. */
  refuseElsewhere: (session: SessionRecord) => Promise<void>;
}

interface Bundled {
  record: SessionRecord;
  kind: SegmentFormat | undefined;
  isSigned: boolean;
  files: RecordingFiles;
  tools: EvidenceTools;
  actor: Actor;
}

type Content = Buffer | Uint8Array;

/** A session as one file for outsiders, who have nothing of the product. docs/evidence.md describes it. */
export class EvidenceExportService {
  readonly #deps: Dependencies;
  readonly #rows: SessionEvidenceRepository;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
    this.#rows = new SessionEvidenceRepository(dependencies.database);
  }

  async tools(): Promise<EvidenceTools> {
    const tools = await readEvidenceTools();
    if (!tools) {
      throw new AppError('evidence.tools_missing');
    }
    return tools;
  }

  async export(actor: Actor, id: string) {
    const record = await this.#rows.findSession(id);
    if (!record) {
      throw new AppError('session.not_found');
    }
    if (record.status !== 'disconnected') {
      throw new AppError('evidence.session_live');
    }
    await this.#deps.refuseElsewhere(record);
    const tools = await this.tools();
    const files = await this.#deps.filesOf(id);
    const kind = await kindOfRecording(files);
    const isSigned = (await files.names(new RegExp(`^${CHAIN_FILE}$`))).length > 0;
    const object = { type: 'session', id, name: record.asset_name };
    // Before the first byte: whoever breaks it off has had a part of it.
    await this.#deps.audit.writeAlone(actor, {
      action: 'session.evidence-exported',
      object,
      detail: { isSigned, recorded: kind !== undefined },
    });
    return {
      filename: `${record.asset_name}-${id}.${BUNDLE.extension}`,
      contentType: 'application/zip',
      body: zipStream(this.#entries({ record, kind, isSigned, files, tools, actor })),
    };
  }

  async *#entries(bundled: Bundled): AsyncGenerator<ZipEntry, void> {
    const listed: BundleFile[] = [];
    const modifiedAt = new Date(bundled.record.disconnected_at ?? this.#deps.clock.now());
    const entryOf = (path: string, content: Content): ZipEntry => ({
      path,
      modifiedAt,
      size: content.length,
      open: async () => onePiece(content),
    });
    for await (const [path, content] of this.#contents(bundled)) {
      // What was signed while it was recorded is known by that, and by nothing that was made afterwards.
      if (!bundled.isSigned || !path.startsWith(BUNDLE.recording)) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        listed.push({ path, bytes: content.length, sha256 });
      }
      yield entryOf(path, content);
    }
    const { manifest, signature } = await this.#sign(bundled, listed);
    yield entryOf(BUNDLE.manifest, manifest);
    yield entryOf(BUNDLE.manifestSignature, signature);
  }

  async *#contents(bundled: Bundled): AsyncGenerator<[string, Content]> {
    const { record, files, kind, isSigned, tools } = bundled;
    const { signing, branding, clock } = this.#deps;
    const { id: key } = await signing.pair();
    const installation = await branding.name('zh-TW');
    const exportedAt = new Date(clock.now()).toISOString();
    const { entries, unread } = await this.#auditEntries(record);
    yield [BUNDLE.readme, readmeText({ installation, key, exportedAt, unread })];
    yield [BUNDLE.player, tools.player];
    yield [BUNDLE.verifier, tools.verifier];
    yield [BUNDLE.session, Buffer.from(`${JSON.stringify(describe(record), null, 2)}\n`)];
    yield [BUNDLE.keys, Buffer.from(`${JSON.stringify(await signing.bundle(), null, 2)}\n`)];
    yield [BUNDLE.commands, jsonLines(await this.#commands(record.id))];
    yield [BUNDLE.files, jsonLines(await this.#fileLog(record.id))];
    yield [BUNDLE.audit, jsonLines(entries)];
    if (isSigned) {
      yield [BUNDLE.recording + CHAIN_FILE, await files.read(CHAIN_FILE)];
    }
    if (kind) {
      const kept = new KeptRecording(files, kind);
      for (const name of await kept.names()) {
        const bytes = await kept.image(name).catch(rawIfBroken(files, name));
        if (bytes) {
          yield [BUNDLE.recording + name, bytes];
        }
      }
    }
  }

  async #sign({ record, kind, isSigned, actor }: Bundled, files: BundleFile[]) {
    const { signing, branding, clock, version: product } = this.#deps;
    const { id: key } = await signing.pair();
    const manifest: BundleManifest = {
      format: BUNDLE.format,
      session: record.id,
      exportedAt: new Date(clock.now()).toISOString(),
      exportedBy: actor.username,
      installation: await branding.name('zh-TW'),
      product,
      key,
      recording: { kind: kind ?? 'none', isSigned },
      files,
    };
    const signed = await signing.sign('export', `${JSON.stringify(manifest, null, 2)}\n`);
    const signature = `${JSON.stringify({ key: signed.key, signature: signed.signature })}\n`;
    return { manifest: Buffer.from(signed.text), signature: Buffer.from(signature) };
  }

  async #commands(id: string): Promise<object[]> {
    return (await this.#rows.listCommands(id)).map((row) => ({
      at: new Date(row.created_at).toISOString(),
      offsetMs: row.offset_ms,
      command: row.command,
      action: row.action,
      typedBy: row.typed_by,
      isSent: row.sent === 1,
      isHidden: row.hidden === 1,
    }));
  }

  async #fileLog(id: string): Promise<object[]> {
    return (await this.#deps.storageLogs.listOfSession(id)).map((row) => ({
      at: new Date(row.created_at).toISOString(),
      action: row.action,
      fileName: row.file_name,
      result: row.result,
      bytes: row.bytes,
      sha256: row.checksum,
    }));
  }

  /** Those that have moved to archives as well: an old session has most of them there. */
  async #auditEntries({ id, created_at }: SessionRecord): Promise<{ entries: object[]; unread: number }> {
    const { audit, archives } = this.#deps;
    const kept = await audit.listAbout('session', id);
    const { rows, unread } = await archives.readAbout('session', id, created_at);
    // While one is written, its entries are in both.
    const known = new Set(rows.map(({ seq }) => seq));
    const entries = [...rows, ...kept.filter(({ seq }) => !known.has(seq))].map((row) => ({
      seq: row.seq,
      at: new Date(row.at).toISOString(),
      actorName: row.actor_name,
      address: row.address,
      action: row.action,
      result: row.result,
      detail: row.detail,
      hash: row.hash,
    }));
    return { entries, unread };
  }
}

async function kindOfRecording(files: RecordingFiles): Promise<SegmentFormat | undefined> {
  for (const kind of ['terminal', 'desktop'] as const) {
    if ((await listSegments(files, kind)).length > 0) {
      return kind;
    }
  }
  return undefined;
}

/** What is broken is handed out as it lies: whoever verifies it sees that it is. */
function rawIfBroken(files: RecordingFiles, name: string): (error: unknown) => Promise<Buffer> {
  return (error) => {
    if (error instanceof BrokenFile) {
      return files.read(name);
    }
    throw error;
  };
}

function describe(record: SessionRecord): object {
  const timeOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id: record.id,
    protocol: record.protocol,
    door: record.door,
    user: { id: record.user_id, name: record.user_name },
    asset: { id: record.asset_id, name: record.asset_name, address: `${record.ip}:${record.port}` },
    vm: record.vm_id,
    account: record.username,
    client: record.client_ip,
    sshClient: record.ssh_client,
    createdAt: timeOf(record.created_at),
    connectedAt: timeOf(record.connected_at),
    disconnectedAt: timeOf(record.disconnected_at),
    endReason: record.end_reason,
    recordingBytes: record.recording_bytes,
  };
}

async function* onePiece(content: Content): AsyncGenerator<Content> {
  yield content;
}
