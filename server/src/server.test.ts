import { once } from 'node:events';

import { expect, it } from 'vitest';

import { letIn } from './server.ts';
import { useTestServer } from './testing/test-server.ts';

const server = useTestServer();

it('whoever is the first to call finds the jobs that every installation needs', async () => {
  const { app, services, db } = server.current;
  const found = once(app.server, 'listening').then(() =>
    db.selectFrom('job').select('func').orderBy('func').execute(),
  );
  await letIn(app, services, { host: '127.0.0.1', port: 0 });
  expect(await found).toEqual([{ func: 'check-asset-status-job' }, { func: 'retention-job' }]);
});
