import { importUsers, previewUserImport } from '@jadegate/contract/identity/user-import';

import type { Api } from '../../http/api.ts';
import type { UserImportService } from './user-import.service.ts';

export function userImportRoutes(api: Api, { userImports }: { userImports: UserImportService }): void {
  api.on(previewUserImport, ({ actor, file }) => userImports.preview(actor, file));
  api.on(importUsers, ({ actor, file }) => userImports.run(actor, file));
}
