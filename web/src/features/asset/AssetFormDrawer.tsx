import { useQuery } from '@tanstack/react-query';

import { RecordDrawer, type EditedRecord } from '../../components/form/RecordDrawer.tsx';
import { useSaveRecord } from '../../hooks/useSaveRecord.ts';
import { AssetForm, NEW_ASSET, toBody, toForm } from './asset-schemas.ts';
import { assetQuery, useCreateAsset, useUpdateAsset } from './asset.queries.ts';
import { AssetFields } from './AssetFields.tsx';

export function AssetFormDrawer({ open, id, onClose }: EditedRecord) {
  const save = useSaveRecord(id, useCreateAsset(), useUpdateAsset());
  const stored = useQuery({ ...assetQuery(id ?? ''), enabled: open && id !== undefined });
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored }}
      words="asset"
      schema={AssetForm}
      blank={NEW_ASSET}
      toInput={toForm}
      save={(form) => save(toBody(form))}
      nameOf={({ name }) => name}
    >
      <AssetFields open={open} asset={id === undefined ? undefined : stored.data} />
    </RecordDrawer>
  );
}
