import { copyAsset, type AssetRow } from '@jadegate/contract/access/asset';
import { LIMITS } from '@jadegate/contract/limits';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useCopyAsset } from './asset.queries.ts';

const Field = FormField<'name'>;

/** Copies an asset on the server: its secrets never pass through here. */
export function AssetCopyDrawer({ open, target: asset, onClose }: OverlayProps<AssetRow>) {
  const { t } = useTranslation('asset');
  const { message } = App.useApp();
  const copy = useCopyAsset();
  const initial = asset && { name: t('copy.name', { name: asset.name }).slice(0, LIMITS.name.max) };

  const save = async (name: string | undefined) => {
    if (asset !== undefined) {
      const made = await copy.mutateAsync({ id: asset.id, name: name ?? '' });
      message.success(t('message.copied', { name: made.name }));
    }
  };

  return (
    <FormDrawer
      open={open}
      title={t('title.copy', { name: asset?.name ?? '' })}
      schema={copyAsset.body}
      initial={initial}
      submitLabel={t('action.copy')}
      onSubmit={({ name }) => save(name)}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')} help={t('copy.help')} required>
        <Input autoComplete="off" />
      </Field>
    </FormDrawer>
  );
}
