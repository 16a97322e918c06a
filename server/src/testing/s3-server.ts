import { afterAll } from 'vitest';

import { openTestBucket } from './s3-bucket.ts';
import { useTestServer } from './test-server.ts';

/** A test server with a bucket of its own, which goes after it. */
export function useS3TestServer(): ReturnType<typeof useTestServer> {
  let removeBucket = async () => undefined as void;
  // hooks run from the last to the first
  afterAll(() => removeBucket());
  return useTestServer(async () => {
    const { options, remove } = await openTestBucket();
    removeBucket = remove;
    return { s3: options };
  });
}
