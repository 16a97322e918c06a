import { THIS_MACHINE } from '@jadegate/contract/access/asset-reachability';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { AssetForm, NEW_ASSET, toBody, toForm, type AssetFormOutput } from './asset-schemas.ts';
import { assetQuery, useCreateAsset, useUpdateAsset } from './asset.queries.ts';
import { AssetFields } from './AssetFields.tsx';
import type { Tested } from './useAssetTest.ts';

interface AssetFormDrawerProps extends OverlayProps<string> {
  /** A new asset that leads to where the product itself runs, which deserves a word. */
  isThisMachine?: boolean;
  /** Tests what was saved. */
  onTest: (assets: Tested[]) => void;
}

export function AssetFormDrawer({ open, target: id, onClose, isThisMachine, onTest }: AssetFormDrawerProps) {
  const { t } = useTranslation('asset');
  const can = useCan();
  const save = useSaveRecord(id, useCreateAsset(), useUpdateAsset());
  const stored = useQuery({ ...assetQuery(id ?? ''), enabled: open && id !== undefined });
  const saveAndTest = {
    label: t('action.saveAndTest'),
    goOn: (saved: string, { name, protocol }: AssetFormOutput) => onTest([{ id: saved, name, protocol }]),
  };
  const thisMachine = {
    ...NEW_ASSET,
    name: t('thisMachine.name'),
    ip: THIS_MACHINE.host,
    port: THIS_MACHINE.port,
  };
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored }}
      words="asset"
      schema={AssetForm}
      blank={isThisMachine ? thisMachine : NEW_ASSET}
      toInput={toForm}
      save={(form) => save(toBody(form))}
      saveAnd={can('asset-conn-test') ? saveAndTest : undefined}
      nameOf={({ name }) => name}
    >
      {isThisMachine && (
        <Alert type="warning" showIcon title={t('thisMachine.warning')} style={{ marginBottom: 16 }} />
      )}
      <AssetFields open={open} asset={id === undefined ? undefined : stored.data} />
    </RecordDrawer>
  );
}
