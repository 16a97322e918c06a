import { SafetyCertificateOutlined } from '@ant-design/icons';
import { ACCESS_RULES } from '@jadegate/contract/identity/access-rule';
import { AccessSecurityQuery } from '@jadegate/contract/identity/access-security';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { EditDeleteActions } from '../../../components/EditDeleteActions.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { BulkDeleteButton } from '../../../components/list/BulkDeleteButton.tsx';
import { CreateButton } from '../../../components/list/CreateButton.tsx';
import { RecordListPage } from '../../../components/list/RecordListPage.tsx';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { accessSecurityColumns } from './access-security.columns.tsx';
import { accessSecuritiesQuery } from './access-security.queries.ts';
import type { AccessSecurityTargets } from './AccessSecurityOverlays.tsx';

const AccessSecurityOverlays = lazyOverlays(
  async () => (await import('./AccessSecurityOverlays.tsx')).AccessSecurityOverlays,
);

/** Which addresses may reach this console at all. */
export function AccessSecurityListPage() {
  const { t } = useTranslation('access-security');
  const overlays = useOverlays<AccessSecurityTargets>();
  const { open } = overlays;

  const columns = useMemo(
    () =>
      accessSecurityColumns(t, (row) => (
        <EditDeleteActions
          words="access-security"
          name={row.ip}
          edit={{ access: 'access-security-edit', onClick: () => open('form', row.id) }}
          remove={{ access: 'access-security-del', onClick: () => open('removal', [row]) }}
        />
      )),
    [t, open],
  );

  return (
    <RecordListPage
      words="access-security"
      menu="access-security"
      manual="access"
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
        <CreateButton access="access-security-add" label={t('action.create')} onClick={() => open('form')} />
      }
      tickAccess={['access-security-del']}
      renderBulk={(rows) => (
        <BulkDeleteButton label={t('action.delete')} onClick={() => open('removal', rows)} />
      )}
      icon={<SafetyCertificateOutlined aria-hidden />}
      renderOverlays={(onDone) => <AccessSecurityOverlays overlays={overlays} onDone={onDone} />}
    />
  );
}
