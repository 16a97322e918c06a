import { s3TestServer } from '../../testing/s3-server.ts';
import { describeStorageUploads } from '../../testing/storage-uploads-contract.ts';

describeStorageUploads('S3', s3TestServer());
