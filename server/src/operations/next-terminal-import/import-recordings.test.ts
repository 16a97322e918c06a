// On both engines: whose recordings they are is asked of what an import has written.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { type OldContent, writeOldSqlite } from '../../testing/next-terminal-database.ts';
import { OLD } from '../../testing/next-terminal-fixture.ts';
import { NextTerminalKit, sectionOf } from '../../testing/next-terminal-kit.ts';
import { useTestServer } from '../../testing/test-server.ts';

const server = useTestServer();
const kit = new NextTerminalKit(server);
afterAll(() => kit.remove());

it('recordings are played as those that were made here, and say up to where they go', async () => {
  const report = await kit.bring({ recordings: kit.writeRecordings('recording') });
  expect(sectionOf(report, 'recordings')).toMatchObject({
    found: 2,
    brought: 2,
    changed: 1,
    changedOnes: [{ name: OLD.terminal, reason: 'recording_cut', about: '3' }],
  });
  const token = await server.current.login();
  const cast = await server.current.inject('GET', `/sessions/${OLD.terminal}/recording`, { token });
  expect(cast.body).toContain('早安');
  expect(cast.body).toContain('[3.250, "o", "$ whoami');
  const desktop = await server.current.inject('GET', `/sessions/${OLD.desktop}/recording`, { token });
  expect(desktop.body).toContain('4.size,1.0,3.640,3.480;');
  expect(desktop.body).toContain('4.name,12.4.sync,1.9;x;');
  expect(
    sectionOf(await kit.bring({ recordings: join(kit.folder, 'recording') }), 'recordings'),
  ).toMatchObject({
    found: 2,
    known: 2,
    brought: 0,
  });
});

it('a recording that leads elsewhere is not read', async () => {
  const root = join(kit.folder, 'hostile');
  const ids = [
    '21212121-2121-4212-8212-212121212121',
    '23232323-2323-4232-8232-232323232323',
    '../recording',
  ];
  const more: OldContent = structuredClone(kit.content);
  const [like] = kit.content.sessions;
  more.sessions = ids.map((id) => ({ ...like, id, recording: '/etc/passwd' }));
  const path = join(kit.folder, 'hostile.db');
  writeOldSqlite(path, more);
  mkdirSync(join(root, ids[0] ?? ''), { recursive: true });
  symlinkSync(
    join(kit.folder, 'recording', OLD.terminal, 'recording.cast'),
    join(root, ids[0] ?? '', 'recording.cast'),
  );
  symlinkSync(join(kit.folder, 'recording', OLD.terminal), join(root, ids[1] ?? ''));
  const report = await kit.bring({ path, recordings: root });
  expect(sectionOf(report, 'recordings')).toMatchObject({ found: 3, brought: 0, left: 3 });
  expect(sectionOf(report, 'recordings').leftOnes.map(({ reason }) => reason)).toEqual(
    Array.from(ids, () => 'recording_outside'),
  );
});
