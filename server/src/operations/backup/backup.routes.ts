import { exportBackup, importBackup, previewBackup } from '@jadegate/contract/operations/backup';

import type { Api } from '../../http/api.ts';
import type { BackupService } from './backup.service.ts';

export function backupRoutes(api: Api, { backups }: { backups: BackupService }): void {
  api.on(exportBackup, async ({ actor, body }) => {
    const { filename, body: bytes } = await backups.export(actor, body);
    return { filename, contentType: 'application/octet-stream', body: bytes };
  });
  api.on(previewBackup, ({ actor, body, file }) => backups.preview(actor, file, body.passphrase));
  api.on(importBackup, ({ actor, body, file }) => backups.import(actor, file, body));
}
