import { afterAll } from 'vitest';

import { openTestBucket } from './s3-bucket.ts';
import { useTestServer } from './test-server.ts';

/** A test server with a bucket of its own, which goes after it. */
export function useS3TestServer(): ReturnType<typeof useTestServer> {
  const bucket: { remove?: () => Promise<void> } = {};
  // hooks run from the last to the first
  afterAll(() => bucket.remove?.());
  return useTestServer(async () => {
    const { options, remove } = await openTestBucket();
    bucket.remove = remove;
    return { s3: options };
  });
}
