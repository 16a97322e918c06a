import { ApiOutlined } from '@ant-design/icons';
import { IdentitySourceQuery, type IdentitySourceRow } from '@jadegate/contract/identity/identity-source';
import type { SourceReturn } from '@jadegate/contract/identity/source-sign-in';
import { useQuery } from '@tanstack/react-query';
import { Alert, App } from 'antd';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';

import { readFailure } from '../../../components/failure.ts';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { RowActions } from '../../../components/RowActions.tsx';
import { useOverlays, type RowActionsProps } from '../../../hooks/useOverlays.ts';
import { useVisitSource } from './directory.queries.ts';
import { identitySourceColumns } from './identity-source.columns.tsx';
import { identitySourcesQuery, sourceAddressesQuery, useTestSource } from './identity-source.queries.ts';
import type { IdentitySourceTargets } from './IdentitySourceOverlays.tsx';

const IdentitySourceOverlays = lazyOverlays(
  async () => (await import('./IdentitySourceOverlays.tsx')).IdentitySourceOverlays,
);

/** Where people are known beside this product. */
export function IdentitySourceListPage() {
  const { t } = useTranslation('identity-source');
  const overlays = useOverlays<IdentitySourceTargets>();
  const { open } = overlays;
  const addresses = useQuery(sourceAddressesQuery());
  useReturnedTest((returned) => open('test', returned));

  const columns = useMemo(
    () => identitySourceColumns(t, (row) => <SourceActions row={row} open={open} />),
    [t, open],
  );

  return (
    <RecordListPage
      words="identity-source"
      menu="identity-source"
      manual="identity-source"
      schema={IdentitySourceQuery}
      read={identitySourcesQuery}
      columns={columns}
      nameOf={({ name }) => name}
      action={
        <CreateButton access="identity-source-add" label={t('action.create')} onClick={() => open('form')} />
      }
      notice={
        addresses.data?.publicUrl === '' && <Alert type="warning" showIcon title={t('notice.publicUrl')} />
      }
      tickAccess={['identity-source-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<ApiOutlined aria-hidden />}
      renderOverlays={(onDone) => <IdentitySourceOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}

/** A test comes back from the provider by the page of logins, which leads here. */
function useReturnedTest(show: (returned: SourceReturn) => void): void {
  const { state, pathname } = useLocation();
  const navigate = useNavigate();
  const returned = (state as { sourceTest?: SourceReturn } | null)?.sourceTest;
  useEffect(() => {
    if (returned) {
      show(returned);
      void navigate(pathname, { replace: true, state: null });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each return
  }, [returned]);
}

/** What can be done with a source: people of a provider sign in there, those of a directory are looked up. */
function SourceActions({ row, open }: RowActionsProps<IdentitySourceRow, IdentitySourceTargets>) {
  const { t } = useTranslation('identity-source');
  const { message } = App.useApp();
  const { mutate: test } = useTestSource();
  const { mutate: visit } = useVisitSource();
  const isDirectory = row.kind === 'ldap';
  const edits = ['identity-source-edit'] as const;
  return (
    <RowActions
      name={row.name}
      actions={[
        {
          key: 'held',
          label: t('action.held'),
          danger: true,
          access: edits,
          hidden: row.state.hold === null,
          onClick: () => open('held', row),
        },
        {
          key: 'test',
          label: t('action.test'),
          access: edits,
          onClick: () => (isDirectory ? open('lookUp', row) : test(row)),
        },
        {
          key: 'visit',
          label: t(isDirectory ? 'action.synchronise' : 'action.visit'),
          access: edits,
          hidden: !row.enabled,
          onClick: () =>
            visit(
              { id: row.id },
              {
                onSuccess: () => void message.success(t('message.visiting', { name: row.name })),
                onError: (error) => void message.error(readFailure(error).message),
              },
            ),
        },
        {
          key: 'people',
          label: t('action.import'),
          access: edits,
          hidden: !isDirectory,
          onClick: () => open('people', row),
        },
        { key: 'edit', label: t('action.edit'), access: edits, onClick: () => open('form', row.id) },
        {
          key: 'delete',
          label: t('action.delete'),
          danger: true,
          access: ['identity-source-del'],
          onClick: () => open('removal', [row]),
        },
      ]}
    />
  );
}
