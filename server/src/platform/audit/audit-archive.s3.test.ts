import { existsSync } from 'node:fs';
import path from 'node:path';

import type { Page } from '@jadegate/contract/paging';
import type { AuditArchive, AuditLogRow } from '@jadegate/contract/platform/audit-log';
import { expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { s3TestServer } from '../../testing/s3-server.ts';

const someone: Caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: 'r' };

const server = s3TestServer();

it('an archive on S3 is whole, read by the product and followed by the chain', async () => {
  const { audit, auditArchives } = server.current.services;
  for (let index = 0; index < 5; index++) {
    const object = { type: 'credential', id: `c${index}`, name: `thing ${index} 玉` };
    await audit.writeAlone(someone, { action: 'credential.created', object });
  }
  server.current.passTime(100 * DAY_MS);
  const archived = await auditArchives.archivePart(someone, server.current.now() - 40 * DAY_MS);
  expect(archived).toBeGreaterThanOrEqual(5);
  expect(existsSync(path.join(server.current.dataDir, 'archive'))).toBe(false);
  const report = await auditArchives.verify();
  expect(report).toMatchObject({ archived, unread: 0 });
  expect(report).not.toHaveProperty('brokenAt');
  const token = await server.current.login();
  const list = (await server.current.call<AuditArchive[]>('GET', '/audit-logs/archives', { token })).data;
  expect(list).toMatchObject([{ lastSeq: archived, server: '', isHere: true }]);
  const query = { archive: list[0]?.id ?? '', object: 'thing 3' };
  const { data } = await server.current.call<Page<AuditLogRow>>('GET', '/audit-logs/paging', {
    token,
    query,
  });
  expect(data.items.map(({ objectName }) => objectName)).toEqual(['thing 3 玉']);
});
