import { KeyOutlined } from '@ant-design/icons';
import { CREDENTIAL_TYPES, CredentialQuery, type CredentialRow } from '@jadegate/contract/access/credential';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { credentialColumns } from './credential.columns.tsx';
import { credentialsQuery } from './credential.queries.ts';
import { CredentialRowActions } from './CredentialRowActions.tsx';
import { useCredentialOverlays } from './useCredentialOverlays.ts';

const CredentialOverlays = lazyOverlays(
  async () => (await import('./CredentialOverlays.tsx')).CredentialOverlays,
);

/** Credentials: the secrets that assets are reached with. */
export function CredentialListPage() {
  const { t } = useTranslation('credential');
  const can = useCan();
  const selection = useSelection<CredentialRow>();
  const overlays = useCredentialOverlays();
  const { form, owner, reveal, removal } = overlays;

  const columns = useMemo(
    () =>
      credentialColumns(t, (row) => (
        <CredentialRowActions
          row={row}
          onEdit={form.open}
          onReveal={reveal.open}
          onChangeOwner={owner.open}
          onDelete={removal.open}
        />
      )),
    [t, form.open, reveal.open, owner.open, removal.open],
  );

  return (
    <>
      <ListPage
        name="credential"
        title={t('title.list')}
        description={t('title.description')}
        access={['credential']}
        schema={CredentialQuery}
        read={credentialsQuery}
        columns={columns}
        nameOf={({ name }) => name}
        search={{ name: 'name', placeholder: t('placeholder.search') }}
        filters={[
          {
            name: 'type',
            label: t('field.type'),
            options: CREDENTIAL_TYPES.map((value) => ({ value, label: t(`type.${value}`) })),
          },
        ]}
        action={
          <CreateButton access="credential-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('credential-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{ icon: <KeyOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      <CredentialOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
