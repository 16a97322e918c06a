import {
  exportBackup,
  importBackup,
  previewBackup,
  type BackupExport,
  type BackupImport,
} from '@jadegate/contract/operations/backup';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { call, callForFile } from '../../../api/call.ts';

export function useExportBackup() {
  return useMutation({
    mutationFn: (body: BackupExport) => callForFile(exportBackup, { body }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

interface SealedBackup {
  file: File;
  passphrase: string;
}

export function usePreviewBackup() {
  return useMutation({
    mutationFn: ({ file, passphrase }: SealedBackup) => call(previewBackup, { file, body: { passphrase } }),
    gcTime: 0,
    meta: { errors: 'caller' },
  });
}

type Restoring = Omit<BackupImport, 'confirmLockout' | 'totp'> & { file: File; confirmLockout: boolean };

/** Anything may have changed: every read is asked again. */
export function useRestoreBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ file, confirmLockout, ...body }: Restoring) =>
      call(importBackup, { file, body: { ...body, confirmLockout: confirmLockout ? 'true' : 'false' } }),
    gcTime: 0,
    meta: { errors: 'caller' },
    onSuccess: () => client.invalidateQueries(),
  });
}
