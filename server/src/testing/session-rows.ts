import type { Selectable } from 'kysely';

import type { SessionTable } from '../db/schema.ts';
import { newId } from '../kernel/id.ts';
import type { TestServer } from './test-server.ts';

/** A session as it stands in the database: one that is over when it has an end, else one that lives. */
export async function aSession(
  { db, services }: TestServer,
  change: Partial<Selectable<SessionTable>>,
): Promise<string> {
  const id = newId();
  const isOver = (change.disconnected_at ?? null) !== null;
  await db
    .insertInto('session')
    .values({
      id,
      protocol: 'ssh',
      mode: 'native',
      asset_id: 'a',
      asset_name: 'a',
      ip: '127.0.0.1',
      port: 22,
      username: '',
      access_gateway_id: '',
      user_id: 'u',
      user_name: 'u',
      login_id: null,
      client_ip: '',
      width: 0,
      height: 0,
      status: isOver ? 'disconnected' : 'connected',
      end_reason: '',
      flags: '{}',
      storage_id: '',
      recording: 'kept',
      recording_bytes: 0,
      reviewed: 0,
      command_count: 0,
      // One that nobody held would be closed by the patrol.
      process_id: services.processes.id,
      created_at: 1,
      connected_at: 1,
      disconnected_at: null,
      end_request: '',
      live_facts: '',
      imported_from: '',
      ...change,
    })
    .execute();
  return id;
}
