import { existsSync } from 'node:fs';
import path from 'node:path';

import type { AuditArchive, AuditLogRow } from '@jadegate/contract/audit-log';
import type { Page } from '@jadegate/contract/paging';
import { expect, it } from 'vitest';

import type { Caller } from '../../kernel/actor.ts';
import { DAY_MS } from '../../kernel/clock.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { TestServer } from '../../testing/test-server.ts';

const someone: Caller = { address: '127.0.0.1', userAgent: '', language: 'zh-TW', requestId: 'r' };

it('an archive on S3 is whole, read by the product and followed by the chain', async () => {
  const { options, remove } = await openTestBucket();
  const server = await TestServer.start({ s3: options });
  try {
    const { audit, auditArchives } = server.services;
    for (let index = 0; index < 5; index++) {
      const object = { type: 'credential', id: `c${index}`, name: `thing ${index} 玉` };
      await audit.writeAlone(someone, { action: 'credential.created', object });
    }
    server.passTime(100 * DAY_MS);
    const archived = await auditArchives.archivePart(someone, server.now() - 40 * DAY_MS);
    expect(archived).toBeGreaterThanOrEqual(5);
    expect(existsSync(path.join(server.dataDir, 'archive'))).toBe(false);
    expect(await auditArchives.verify()).toMatchObject({ archived, unread: 0 });
    expect(await auditArchives.verify()).not.toHaveProperty('brokenAt');
    const token = await server.login();
    const list = (await server.call<AuditArchive[]>('GET', '/audit-logs/archives', { token })).data;
    expect(list).toMatchObject([{ lastSeq: archived, server: '', isHere: true }]);
    const query = { archive: list[0]?.id ?? '', object: 'thing 3' };
    const { data } = await server.call<Page<AuditLogRow>>('GET', '/audit-logs/paging', { token, query });
    expect(data.items.map(({ objectName }) => objectName)).toEqual(['thing 3 玉']);
  } finally {
    await server.stop();
    await remove();
  }
});
