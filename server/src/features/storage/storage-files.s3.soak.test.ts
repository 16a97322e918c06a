import { useS3TestServer } from '../../testing/s3-server.ts';
import { describeStorageFiles } from '../../testing/storage-files-contract.ts';

describeStorageFiles('S3', useS3TestServer());
