import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../components/form/FormDrawer.tsx';
import { useSaveRecord } from '../../hooks/useSaveRecord.ts';
import { AssetForm, NEW_ASSET, toBody, toForm, type AssetFormOutput } from './asset-schemas.ts';
import { assetQuery, useCreateAsset, useUpdateAsset } from './asset.queries.ts';
import { AssetFields } from './AssetFields.tsx';

interface AssetFormDrawerProps {
  open: boolean;
  /** The asset to edit; undefined makes a new one. */
  id: string | undefined;
  onClose: () => void;
}

export function AssetFormDrawer({ open, id, onClose }: AssetFormDrawerProps) {
  const { t } = useTranslation('asset');
  const { message } = App.useApp();
  const saveRecord = useSaveRecord(id, useCreateAsset(), useUpdateAsset());
  const { data, error, refetch } = useQuery({ ...assetQuery(id ?? ''), enabled: open && id !== undefined });

  const save = async (form: AssetFormOutput) => {
    const body = toBody(form);
    await saveRecord(body);
    message.success(t('message.saved', { name: form.name }));
  };

  return (
    <FormDrawer
      open={open}
      title={id === undefined ? t('action.create') : t('title.edit')}
      schema={AssetForm}
      initial={id === undefined ? NEW_ASSET : data && toForm(data)}
      loadError={error}
      onRetry={() => void refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <AssetFields open={open} asset={id === undefined ? undefined : data} />
    </FormDrawer>
  );
}
