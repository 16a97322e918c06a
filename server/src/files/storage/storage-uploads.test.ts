import { describeStorageUploads } from '../../testing/storage-uploads-contract.ts';
import { useTestServer } from '../../testing/test-server.ts';

describeStorageUploads('disk', useTestServer());
