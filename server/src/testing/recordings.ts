import { join } from 'node:path';

import { newId } from '../kernel/id.ts';
import { TerminalWriter } from '../recorders/terminal/writer.ts';
import type { TestServer } from './test-server.ts';

interface Printed {
  at: number;
  text: string;
}

interface Past {
  printed?: readonly Printed[];
  commands?: readonly { at: number; text: string; by?: string }[];
  files?: readonly { at: number; name: string }[];
  assetName?: string;
  userName?: string;
  clientIp?: string;
  /** Milliseconds before now at which it began. */
  ago?: number;
  status?: 'connected' | 'disconnected';
}

/** A session as it is in the database and on disk, without having happened. */
export async function seedRecording(
  server: TestServer,
  past: Past,
): Promise<{ id: string; startedAt: number }> {
  const startedAt = server.now() - (past.ago ?? 3_600_000);
  const id = newId(startedAt);
  const names = { asset_name: past.assetName ?? 'web-01', user_name: past.userName ?? '王小明' };
  const ids = { asset_id: newId(), user_id: newId() };
  await server.db
    .insertInto('session')
    .values({
      id,
      protocol: 'ssh',
      mode: 'native',
      ...ids,
      ...names,
      ip: '10.0.0.9',
      port: 22,
      username: 'root',
      access_gateway_id: '',
      login_id: null,
      client_ip: past.clientIp ?? '192.0.2.7',
      width: 80,
      height: 24,
      status: past.status ?? 'disconnected',
      end_reason: '',
      flags: '{}',
      storage_id: '',
      recording: 'kept',
      recording_bytes: 0,
      reviewed: 0,
      command_count: 0,
      // The patrol ends what a dead process left alive.
      process_id: past.status === 'connected' ? server.services.processes.id : 'gone',
      created_at: startedAt,
      connected_at: startedAt,
      disconnected_at: past.status === 'connected' ? null : startedAt + 600_000,
    })
    .execute();
  let now = startedAt;
  const writer = await TerminalWriter.open({
    folder: join(server.dataDir, 'recordings', id),
    size: { cols: 80, rows: 24 },
    clock: { now: () => now },
    onFailure: (error) => {
      throw error;
    },
  });
  for (const { at, text } of past.printed ?? []) {
    now = startedAt + at;
    writer.output(Buffer.from(text));
  }
  await writer.close();
  for (const { at, text, by = '' } of past.commands ?? []) {
    const row = { command: text, risk_level: 0, action: 'allow', offset_ms: at } as const;
    await server.db
      .insertInto('session_command')
      .values({
        id: newId(startedAt + at),
        session_id: id,
        user_id: ids.user_id,
        ...row,
        created_at: startedAt + at,
        typed_by: by,
      })
      .execute();
  }
  for (const { at, name } of past.files ?? []) {
    const row = { action: 'upload', file_name: name, result: 'success', bytes: 1, checksum: '' } as const;
    await server.db
      .insertInto('storage_log')
      .values({
        id: newId(startedAt + at),
        session_id: id,
        ...ids,
        ...names,
        ...row,
        created_at: startedAt + at,
      })
      .execute();
  }
  return { id, startedAt };
}
