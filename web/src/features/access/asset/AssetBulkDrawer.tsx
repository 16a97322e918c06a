import { AssetBulkChange, type AssetRow } from '@jadegate/contract/access/asset';
import { Id } from '@jadegate/contract/scalars';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { NamedList } from '../../../components/NamedList.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useChangeAssets } from './asset.queries.ts';
import { CredentialSelect, GatewaySelect, PeopleSelect, TagSelect } from './AssetPickers.tsx';

/** What can be changed for several assets at once. */
export type ChangeKind = 'tags' | 'owner' | 'gateway' | 'credential';

export interface AssetChange {
  kind: ChangeKind;
  rows: AssetRow[];
}

interface AssetBulkDrawerProps extends OverlayProps<AssetChange> {
  onDone?: () => void;
}

/** An emptied gateway means none. */
const GatewayChange = z.strictObject({
  accessGatewayId: z.preprocess((value) => value ?? '', z.union([z.literal(''), Id])),
});

const SCHEMAS: Record<ChangeKind, z.ZodObject> = {
  tags: AssetBulkChange.pick({ addTags: true, removeTags: true }),
  owner: z.strictObject({ owner: Id }),
  gateway: GatewayChange,
  credential: z.strictObject({ credentialId: Id }),
};

/** Changes one thing of one or many assets; the server does all of them or none. */
export function AssetBulkDrawer({ open, target, onClose, onDone }: AssetBulkDrawerProps) {
  const { t } = useTranslation('asset');
  const { message } = App.useApp();
  const change = useChangeAssets();
  const { kind = 'tags', rows = [] } = target ?? {};

  const save = async (data: Partial<AssetBulkChange>) => {
    await change.mutateAsync({ ids: rows.map(({ id }) => id), change: data });
    message.success(t('message.changed', { count: rows.length }));
    onDone?.();
  };

  return (
    <FormDrawer
      key={kind}
      open={open}
      title={t(`bulk.title.${kind}`, { count: rows.length })}
      schema={SCHEMAS[kind]}
      initial={target && (kind === 'tags' ? { addTags: [], removeTags: [] } : {})}
      onSubmit={save}
      onClose={onClose}
    >
      <NamedList names={rows.map(({ name }) => name)} />
      <BulkFields kind={kind} open={open} />
    </FormDrawer>
  );
}

const Field = FormField<keyof AssetBulkChange>;

function BulkFields({ kind, open }: { kind: ChangeKind; open: boolean }) {
  const { t } = useTranslation('asset');
  switch (kind) {
    case 'tags':
      return <TagFields open={open} />;
    case 'owner':
      return (
        <Field name="owner" label={t('field.owner')} help={t('help.owner')}>
          <PeopleSelect open={open} />
        </Field>
      );
    case 'gateway':
      return (
        <Field name="accessGatewayId" label={t('field.accessGatewayId')} help={t('help.bulkGateway')}>
          <GatewaySelect open={open} />
        </Field>
      );
    case 'credential':
      return (
        <Field name="credentialId" label={t('field.credentialId')} help={t('help.bulkCredential')}>
          <CredentialSelect open={open} />
        </Field>
      );
  }
}

function TagFields({ open }: { open: boolean }) {
  const { t } = useTranslation('asset');
  return (
    <>
      <Field name="addTags" label={t('bulk.addTags')} help={t('help.tags')}>
        <TagSelect open={open} />
      </Field>
      <Field name="removeTags" label={t('bulk.removeTags')}>
        <TagSelect open={open} />
      </Field>
    </>
  );
}
