import { afterAll, beforeAll } from 'vitest';

import { openTestBucket } from './s3-bucket.ts';
import { useTestServer } from './test-server.ts';

/** A test server with a bucket of its own, which goes after it. */
export function s3TestServer(): ReturnType<typeof useTestServer> {
  let bucket: Awaited<ReturnType<typeof openTestBucket>> | undefined;
  beforeAll(async () => {
    bucket = await openTestBucket();
  });
  // hooks run from the last to the first
  afterAll(() => bucket?.remove());
  return useTestServer(async () => ({ s3: bucket?.options }));
}
