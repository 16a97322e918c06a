import { afterAll, beforeAll } from 'vitest';

import { describeDrives } from '../../testing/drive-contract.ts';
import { openTestBucket } from '../../testing/s3-bucket.ts';
import { TestServer } from '../../testing/test-server.ts';

let server: TestServer | undefined;
let removeBucket = async () => undefined as void;

beforeAll(async () => {
  const { options, remove } = await openTestBucket();
  removeBucket = remove;
  server = await TestServer.start({ s3: options });
});
afterAll(async () => {
  await server?.stop();
  await removeBucket();
});

describeDrives(
  'S3',
  {
    get current() {
      if (!server) {
        throw new Error('the test server is not running');
      }
      return server;
    },
  },
  { isOnDisk: false },
);
