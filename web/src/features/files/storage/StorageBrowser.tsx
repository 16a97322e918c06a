import type { StorageAccess } from '@jadegate/contract/files/storage';
import type { MenuId } from '@jadegate/contract/menu';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { FileRight, FileSource } from '../../../components/files/file-source.ts';
import { FileBrowser } from '../../../components/files/FileBrowser.tsx';
import { useCan } from '../../../hooks/account.ts';
import { storageFileSource } from './storage-file-source.ts';

/** What an administrator needs to do the same in a space of somebody else. */
const NEEDS: Record<FileRight, MenuId> = {
  download: 'storage-browse-download',
  upload: 'storage-browse-upload',
  createDir: 'storage-browse-mkdir',
  delete: 'storage-browse-rm',
  rename: 'storage-browse-rename',
  edit: 'storage-browse-edit',
};

/** The files of one space, as far as the person may use them. */
export function StorageBrowser({ id, access }: { id: string; access: StorageAccess }) {
  const { t } = useTranslation('storage');
  const can = useCan();
  const client = useQueryClient();
  const source = useMemo(() => {
    const refusal: FileSource['refusal'] = (...rights) => {
      if (access === 'read') {
        return rights.every((right) => right === 'download') ? undefined : t('refusal.readOnly');
      }
      return access !== 'admin' || rights.every((right) => can(NEEDS[right])) ? undefined : t('refusal.role');
    };
    const onChanged = () => void client.invalidateQueries({ queryKey: ['storage'] });
    return storageFileSource({ id, refusal, onChanged });
  }, [id, access, can, client, t]);
  return <FileBrowser key={source.key} source={source} />;
}
