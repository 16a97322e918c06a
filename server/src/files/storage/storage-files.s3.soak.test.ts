import { s3TestServer } from '../../testing/s3-server.ts';
import { describeStorageFiles } from '../../testing/storage-files-contract.ts';

describeStorageFiles('S3', s3TestServer());
