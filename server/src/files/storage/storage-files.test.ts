import { describeStorageFiles } from '../../testing/storage-files-contract.ts';
import { useTestServer } from '../../testing/test-server.ts';

describeStorageFiles('disk', useTestServer());
