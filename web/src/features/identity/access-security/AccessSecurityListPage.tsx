import { SafetyCertificateOutlined } from '@ant-design/icons';
import { ACCESS_RULES } from '@jadegate/contract/identity/access-rule';
import { AccessSecurityQuery, type AccessSecurity } from '@jadegate/contract/identity/access-security';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { ListPage } from '../../../components/list/ListPage.tsx';
import { useSelection } from '../../../components/list/useSelection.ts';
import { useCan } from '../../../hooks/account.ts';
import { accessSecurityColumns } from './access-security.columns.tsx';
import { accessSecuritiesQuery } from './access-security.queries.ts';
import { AccessSecurityRowActions } from './AccessSecurityRowActions.tsx';
import { useAccessSecurityOverlays } from './useAccessSecurityOverlays.ts';

const AccessSecurityOverlays = lazyOverlays(
  async () => (await import('./AccessSecurityOverlays.tsx')).AccessSecurityOverlays,
);

/** Which addresses may reach this console at all. */
export function AccessSecurityListPage() {
  const { t } = useTranslation('access-security');
  const can = useCan();
  const selection = useSelection<AccessSecurity>();
  const overlays = useAccessSecurityOverlays();
  const { form, removal } = overlays;

  const columns = useMemo(
    () =>
      accessSecurityColumns(t, (row) => (
        <AccessSecurityRowActions row={row} onEdit={form.open} onDelete={removal.open} />
      )),
    [t, form.open, removal.open],
  );

  return (
    <>
      <ListPage
        name="access-security"
        title={t('title.list')}
        description={t('title.description')}
        access={['access-security']}
        schema={AccessSecurityQuery}
        read={accessSecuritiesQuery}
        columns={columns}
        nameOf={({ ip }) => ip}
        search={{ name: 'ip', placeholder: t('placeholder.search') }}
        filters={[
          {
            name: 'rule',
            label: t('field.rule'),
            options: ACCESS_RULES.map((value) => ({ value, label: t(`rule.${value}`) })),
          },
        ]}
        action={
          <CreateButton access="access-security-add" onClick={() => form.open(undefined)}>
            {t('action.create')}
          </CreateButton>
        }
        selection={can('access-security-del') ? selection : undefined}
        bulkActions={
          <BulkDeleteButton onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </BulkDeleteButton>
        }
        empty={{
          icon: <SafetyCertificateOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      <AccessSecurityOverlays overlays={overlays} onDeleted={selection.clear} />
    </>
  );
}
