import { storageLogRoutes } from './storage-log/storage-log.routes.ts';
import { storageRoutes } from './storage/storage.routes.ts';

/** Every endpoint of the area has its handler in one of these. */
export const FILES_ROUTES = [storageLogRoutes, storageRoutes];
