import { KeyOutlined } from '@ant-design/icons';
import { CREDENTIAL_TYPES, CredentialQuery } from '@jadegate/contract/access/credential';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { credentialColumns } from './credential.columns.tsx';
import { credentialsQuery } from './credential.queries.ts';
import type { CredentialTargets } from './CredentialOverlays.tsx';
import { CredentialRowActions } from './CredentialRowActions.tsx';

const CredentialOverlays = lazyOverlays(
  async () => (await import('./CredentialOverlays.tsx')).CredentialOverlays,
);

/** Credentials: the secrets that assets are reached with. */
export function CredentialListPage() {
  const { t } = useTranslation('credential');
  const overlays = useOverlays<CredentialTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () => credentialColumns(t, (row) => <CredentialRowActions row={row} open={open} />),
    [t, open],
  );

  return (
    <RecordListPage
      words="credential"
      menu="credential"
      manual="hosts"
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
        <CreateButton access="credential-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['credential-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<KeyOutlined aria-hidden />}
      renderOverlays={(onDone) => <CredentialOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
