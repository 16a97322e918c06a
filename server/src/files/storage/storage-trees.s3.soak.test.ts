import { s3TestServer } from '../../testing/s3-server.ts';
import { describeStorageTrees } from '../../testing/storage-trees-contract.ts';

describeStorageTrees('S3', s3TestServer());
