import { rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import type { DesktopAct } from '@jadegate/contract/session/desktop-act';
import { firstSegmentOf, keyframeOfLabel } from '@jadegate/contract/session/desktop-recording';
import { encodeInstruction } from '@jadegate/contract/session/guac-instruction';
import type { SessionRow } from '@jadegate/contract/session/session';
import type { RecordingOutline } from '@jadegate/contract/session/session-recording';
import { decodeEvents } from '@jadegate/contract/session/terminal-recording';
import { beforeAll, describe, expect, it } from 'vitest';

import { seedDesktop } from '../../testing/recordings.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
let token = '';
beforeAll(async () => (token = await server.current.login()));

const SECOND = 1000;
const frame = (second: number, bytes = 100) =>
  encodeInstruction('blob', '1', 'A'.repeat(bytes)) + encodeInstruction('sync', second);

/** A desktop that changes each second, with a picture of the whole every ten. */
const aDesktop = (seconds: number, bytes?: number) =>
  seedDesktop(server.current, async (writer, at) => {
    for (let second = 0; second < seconds; second++) {
      at(second * SECOND);
      writer.output(Buffer.from(frame(second, bytes)));
      if (second % 10 === 9) {
        await writer.keyframe(Buffer.from(`picture after ${second}`));
      }
    }
  });

const call = <Data = unknown>(path: string, as = token) =>
  server.current.call<Data>('GET', path, { token: as });
const outlineOf = async (id: string) =>
  (await call<RecordingOutline>(`/sessions/${id}/recording/segments`)).data;
const part = async (id: string, path: string) =>
  (await server.current.inject('GET', `/sessions/${id}/recording/${path}`, { token })).rawPayload;

async function eventsOf(id: string, { segments }: RecordingOutline, number: number) {
  return [...decodeEvents(await part(id, `segments/${number}`), segments[number - 1]?.offset ?? 0)];
}

async function entries(id: string): Promise<string[]> {
  const rows = await server.current.db
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'session.recording-read')
    .where('object_id', '=', id)
    .execute();
  return rows.map(({ detail }) => detail);
}

describe('the recording of a desktop', () => {
  it('is played in parts, and looking at it is on record and marks the session', async () => {
    const { id } = await aDesktop(25);
    const outline = await outlineOf(id);
    expect(outline).toMatchObject({
      durationMs: 600 * SECOND,
      segments: [{ index: 1, offset: 0, cols: 1024, rows: 768 }],
      keyframes: [
        { index: 1, offset: 9 * SECOND },
        { index: 2, offset: 19 * SECOND },
      ],
    });
    expect((await part(id, 'keyframes/2')).toString()).toBe('picture after 19');
    const events = await eventsOf(id, outline, 1);
    const mark = events.findIndex((event) => event.kind === 'mark' && keyframeOfLabel(event.label) === 2);
    const [next] = events.slice(mark + 1);
    expect(next).toMatchObject({ kind: 'output', at: 20 * SECOND });
    expect(next?.kind === 'output' && Buffer.from(next.bytes).toString()).toBe(frame(20));
    expect(await entries(id)).toEqual([JSON.stringify({ as: 'viewing' })]);
    expect((await call<SessionRow>(`/sessions/${id}`)).data.reviewed).toBe(true);
  });

  it('is refused to those who may not play it, and what is not there is told as such', async () => {
    const { id } = await aDesktop(12);
    const lesser = await server.current.loginAs({ type: 'admin', menus: ['offline-session'] });
    for (const path of ['segments', 'segments/1', 'keyframes/1', 'acts']) {
      expect(await call(`/sessions/${id}/recording/${path}`, lesser.token)).toMatchObject({ code: 403 });
    }
    expect(await entries(id)).toEqual([]);
    const { token: auditor } = await server.current.loginAs({
      type: 'admin',
      menus: ['offline-session-playback'],
    });
    expect(await call(`/sessions/${id}/recording/segments`, auditor)).toMatchObject({ code: 1 });
    for (const path of ['segments/2', 'keyframes/2']) {
      expect(await call(`/sessions/${id}/recording/${path}`)).toMatchObject({
        error: 'session.no_recording',
      });
    }
  });

  it('tells what was done there, as much as a list can show', async () => {
    const pasted = { kind: 'paste', bytes: 9, checksum: 'c0ffee', name: '', isFailed: false } as const;
    const { id } = await seedDesktop(server.current, async (writer, at) => {
      at(3 * SECOND);
      writer.act({ ...pasted, text: '玉'.repeat(1000) });
      at(5 * SECOND);
      writer.act({ ...pasted, kind: 'upload', name: '報表.xlsx', text: '', isFailed: true });
    });
    const { data } = await call<{ acts: DesktopAct[] }>(`/sessions/${id}/recording/acts`);
    expect(data).toEqual({
      acts: [
        { ...pasted, at: 3 * SECOND, text: '玉'.repeat(300) },
        { ...pasted, at: 5 * SECOND, kind: 'upload', name: '報表.xlsx', text: '', isFailed: true },
      ],
      isCut: false,
    });
    const { id: busy } = await seedDesktop(server.current, async (writer) => {
      for (let index = 0; index < 2001; index++) {
        writer.act({ ...pasted, text: '' });
      }
    });
    expect((await call<{ isCut: boolean }>(`/sessions/${busy}/recording/acts`)).data.isCut).toBe(true);
    expect(await call('/sessions/nothing/recording/acts')).toMatchObject({ error: 'session.not_found' });
  });

  it('reaches to its last second when the process died, and does without keyframes that are lost or broken', async () => {
    const { id, folder } = await aDesktop(35);
    await server.current.db
      .updateTable('session')
      .set({ end_reason: JSON.stringify({ kind: 'process_died' }) })
      .where('id', '=', id)
      .execute();
    await rm(join(folder, '000001.key'));
    await truncate(join(folder, '000002.key'), 36);
    const outline = await outlineOf(id);
    expect(outline.durationMs).toBe(34 * SECOND);
    expect(outline.keyframes.map(({ index }) => index)).toEqual([2, 3]);
    expect(await call(`/sessions/${id}/recording/keyframes/2`)).toMatchObject({
      error: 'session.no_recording',
    });
    expect((await part(id, 'keyframes/3')).toString()).toBe('picture after 29');
  });

  it('of an hour is entered anywhere with one keyframe and few segments', async () => {
    const { id } = await aDesktop(3600, 4000);
    const outline = await outlineOf(id);
    expect(outline.segments.length).toBeGreaterThan(5);
    for (const moment of [1800 * SECOND, 3599 * SECOND]) {
      const keyframe = outline.keyframes.findLast(({ offset }) => offset <= moment);
      expect(moment - (keyframe?.offset ?? 0)).toBeLessThan(10 * SECOND);
      const from = firstSegmentOf(outline.segments, keyframe?.offset ?? 0);
      const to = outline.segments.findLastIndex(({ offset }) => offset <= moment);
      expect(to - from).toBeLessThan(2);
      const held = await eventsOf(id, outline, from + 1);
      const next = await eventsOf(id, outline, to + 1);
      const marks = [...held, ...next].map((event) =>
        event.kind === 'mark' ? keyframeOfLabel(event.label) : undefined,
      );
      expect(marks).toContain(keyframe?.index);
    }
  });
});
