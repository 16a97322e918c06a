import { DeleteOutlined, KeyOutlined, PlusOutlined } from '@ant-design/icons';
import { CREDENTIAL_TYPES, CredentialQuery, type CredentialRow } from '@jadegate/contract/credential';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { credentialColumns } from './credential.columns.tsx';
import { credentialsQuery } from './credential.queries.ts';
import { CredentialRowActions } from './CredentialRowActions.tsx';
import { useCredentialOverlays } from './useCredentialOverlays.ts';

const loadOverlays = () => import('./CredentialOverlays.tsx');
const CredentialOverlays = lazy(async () => ({ default: (await loadOverlays()).CredentialOverlays }));

/** Credentials: the secrets that assets are reached with. */
export function CredentialListPage() {
  const { t } = useTranslation('credential');
  const can = useCan();
  const selection = useSelection<CredentialRow>();
  const overlays = useCredentialOverlays();
  const { form, owner, reveal, removal } = overlays;
  useIdlePreload(loadOverlays);

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
          <Can any={['credential-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={can('credential-del') ? selection : undefined}
        bulkActions={
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </Button>
        }
        empty={{ icon: <KeyOutlined aria-hidden />, title: t('empty.title'), description: t('empty.help') }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <CredentialOverlays overlays={overlays} onDeleted={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
