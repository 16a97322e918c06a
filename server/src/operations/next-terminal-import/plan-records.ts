import { createHash } from 'node:crypto';

import { PROTOCOLS, type Protocol } from '@jadegate/contract/access/asset-attributes';
import { STRATEGY_FLAGS } from '@jadegate/contract/access/strategy';
import { Id } from '@jadegate/contract/scalars';
import { storeEnd } from '@jadegate/contract/session/session-end';

import { AppError } from '../../kernel/app-error.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/id.ts';
import type { OldOrigin } from './old-origin.ts';
import { mostRows, parseOld, type OldRow, type OldTable } from './old-tables.ts';
import { unlessNone, type PlanContext, type PlannedThing, type SectionPlanner, type Tally } from './plan.ts';

/** What marks a session that was not held here: its recording was made, and could be changed, elsewhere. */
const IMPORTED_FROM = 'next-terminal';

/**
 * Records of what happened, page by page: there may be hundreds of thousands. Rows that cannot be read are counted and left.
 */
async function* pagesOf<Table extends OldTable>(
  origin: OldOrigin,
  table: Table,
  tally: Tally,
): AsyncIterable<OldRow<Table>[]> {
  if (!(await origin.hasTable(table))) {
    return;
  }
  let count = 0;
  for await (const { rows, tooLarge } of origin.pages(table)) {
    count += rows.length + tooLarge;
    if (count > mostRows(table)) {
      throw new AppError('next_terminal.too_many', { params: { table, most: mostRows(table) } });
    }
    tally.find(rows.length + tooLarge);
    for (let one = 0; one < Math.min(tooLarge, 1000); one++) {
      tally.leave(table, 'too_large');
    }
    yield rows.flatMap((row) => {
      const parsed = parseOld(table, row);
      if ('fault' in parsed) {
        tally.leave(typeof row.id === 'string' ? row.id.slice(0, 8) : table, 'malformed', parsed.fault);
        return [];
      }
      return [parsed.row];
    });
  }
}

/** It comes, and goes again with the next clean-up unless somebody lengthens the days before that. */
function tellOld({ now }: PlanContext, tally: Tally, name: string, at: number, days: number | null): void {
  if (days !== null && at < now - days * DAY_MS) {
    tally.change(name, 'soon_deleted', String(days));
  }
}

export const planSessions: SectionPlanner = async function* (context, tally) {
  const { ids, origin, pace } = context;
  for await (const rows of pagesOf(origin, 'sessions', tally)) {
    const things: PlannedThing[] = [];
    for (const session of rows) {
      await pace();
      if (unlessNone(session.recording) !== '') {
        context.recorded.set(session.id, { isDesktop: session.mode === 'guacd' });
      }
      if (ids.isKnown('session', session.id)) {
        tally.know();
      } else if (session.connected_time === 0) {
        tally.leave(session.ip, 'never_opened');
      } else if (!isProtocol(session.protocol)) {
        tally.leave(session.ip, 'not_accepted', 'protocol');
      } else {
        things.push(planSession(context, session, session.protocol));
        const name = context.assetNames.get(session.asset_id) ?? session.ip;
        tellOld(context, tally, name, session.connected_time, context.keptDays.sessions);
      }
    }
    yield things;
  }
};

/** The codes with which the old product closes a session. */
const BY_ADMINISTRATOR = 802;
const BY_PERSON = 0;

function planSession(context: PlanContext, session: OldRow<'sessions'>, protocol: Protocol): PlannedThing {
  const { ids, nicknames, assetNames } = context;
  const id = ids.take('session', session.id, session.connected_time);
  const started = session.connected_time;
  const kind =
    session.code === BY_ADMINISTRATOR ? 'administrator' : session.code === BY_PERSON ? 'left' : 'closed';
  const flags = Object.fromEntries(
    STRATEGY_FLAGS.map((flag) => [flag, flag === 'createDir' ? session.create_dir : session[flag]]),
  );
  const mode = session.mode === 'guacd' || session.mode === 'terminal' ? session.mode : 'native';
  const isRecorded = unlessNone(session.recording) !== '';
  const row = {
    id,
    protocol,
    mode,
    door: mode === 'terminal' ? 'ssh' : 'web',
    asset_id: ids.resolve('asset', session.asset_id) ?? (idOrNone(session.asset_id) || 'gone'),
    asset_name: (assetNames.get(session.asset_id) ?? session.ip).slice(0, 500),
    ip: session.ip,
    port: session.port,
    username: unlessNone(session.username),
    access_gateway_id: ids.resolve('gateway', session.access_gateway_id) ?? '',
    user_id: ids.resolve('user', session.creator) ?? '',
    user_name: nicknames.get(session.creator) ?? '',
    login_id: null,
    client_ip: session.client_ip,
    width: Math.max(0, Math.min(session.width, 65_535)),
    height: Math.max(0, Math.min(session.height, 65_535)),
    status: 'disconnected',
    end_reason: storeEnd({ kind }),
    flags: JSON.stringify(flags),
    storage_id: ids.resolve('storage', session.storage_id) ?? '',
    // Its recording is a section of its own.
    recording: 'none',
    recording_bytes: 0,
    reviewed: session.reviewed || !isRecorded ? 1 : 0,
    command_count: 0,
    process_id: '',
    created_at: started,
    connected_at: started,
    disconnected_at: Math.max(session.disconnected_time, started),
    imported_from: IMPORTED_FROM,
  };
  return { kind: 'session', oldId: session.id, newId: id, rows: [{ table: 'session', row }] };
}

export const planLoginLogs: SectionPlanner = async function* (context, tally) {
  const { ids, origin, pace } = context;
  for await (const rows of pagesOf(origin, 'login_logs', tally)) {
    const things: PlannedThing[] = [];
    for (const log of rows) {
      await pace();
      // There the id of a login that succeeded is its token, which must not be kept anywhere.
      const oldId = createHash('sha256').update(log.id).digest('base64url');
      if (ids.isKnown('login-log', oldId)) {
        tally.know();
        continue;
      }
      const id = ids.take('login-log', oldId, log.login_time);
      const row = {
        id,
        login_id: null,
        username: log.username.slice(0, 200),
        address: log.client_ip,
        user_agent: log.client_user_agent.slice(0, 500),
        remember: log.remember ? 1 : 0,
        state: log.state === '1' ? '1' : '0',
        reason: log.reason.slice(0, 500),
        login_at: log.login_time,
        logout_at: log.logout_time || log.login_time,
      };
      tellOld(context, tally, row.username, row.logout_at, context.keptDays.logins);
      things.push({ kind: 'login-log', oldId, newId: id, rows: [{ table: 'login_log', row }] });
    }
    yield things;
  }
};

/** What the two products both write down. */
const ACTIONS: readonly string[] = ['upload', 'download', 'mkdir', 'rm', 'rename', 'edit'];

export const planStorageLogs: SectionPlanner = async function* (context, tally) {
  const { ids, origin, nicknames, assetNames, pace } = context;
  for await (const rows of pagesOf(origin, 'storage_logs', tally)) {
    const things: PlannedThing[] = [];
    for (const log of rows) {
      await pace();
      if (ids.isKnown('storage-log', log.id)) {
        tally.know();
        continue;
      }
      if (!ACTIONS.includes(log.action)) {
        tally.leave(log.file_name, 'not_accepted', 'action');
        continue;
      }
      ids.take('storage-log', log.id, log.created);
      const id = newId(log.created);
      const row = {
        id,
        asset_id: ids.resolve('asset', log.asset_id) ?? idOrNone(log.asset_id),
        asset_name: assetNames.get(log.asset_id) ?? '',
        session_id: ids.resolve('session', log.session_id) ?? '',
        user_id: ids.resolve('user', log.user_id) ?? '',
        user_name: nicknames.get(log.user_id) ?? '',
        action: log.action,
        file_name: log.file_name,
        result: 'success',
        bytes: 0,
        checksum: '',
        created_at: log.created,
      };
      tellOld(context, tally, log.file_name, log.created, context.keptDays.sessions);
      things.push({ kind: 'storage-log', oldId: log.id, newId: id, rows: [{ table: 'storage_log', row }] });
    }
    yield things;
  }
};

/** An id of something that is not here, kept as a text. */
function idOrNone(text: string): string {
  return Id.safeParse(text).success ? text : '';
}

function isProtocol(text: string): text is Protocol {
  return (PROTOCOLS as readonly string[]).includes(text);
}
