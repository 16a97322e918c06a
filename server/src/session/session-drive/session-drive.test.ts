import { describeDrives } from '../../testing/drive-contract.ts';
import { useTestServer } from '../../testing/test-server.ts';

describeDrives('disk', useTestServer(), { isOnDisk: true });
