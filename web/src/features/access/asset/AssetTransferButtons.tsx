import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { exportMatching } from './asset-import.queries.ts';
import { toAssetQuery, type AssetListQuery } from './asset-schemas.ts';

interface AssetTransferButtonsProps {
  query: AssetListQuery;
  onImport: () => void;
}

/** In from a file, and out into one: what the filters match, without secrets. */
export function AssetTransferButtons({ query, onImport }: AssetTransferButtonsProps) {
  const { t } = useTranslation('asset-import');
  const save = () => {
    const {
      pageIndex: _index,
      pageSize: _size,
      field: _field,
      order: _order,
      ...filters
    } = toAssetQuery(query);
    return exportMatching(filters);
  };
  return (
    <>
      <Can any={['asset-import']}>
        <Button icon={<UploadOutlined aria-hidden />} onClick={onImport}>
          {t('action.import')}
        </Button>
      </Can>
      <Can any={['asset-export']}>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={() => void save()}>
          {t('action.export')}
        </Button>
      </Can>
    </>
  );
}
