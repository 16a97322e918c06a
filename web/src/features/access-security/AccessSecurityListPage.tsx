import { DeleteOutlined, PlusOutlined, SafetyCertificateOutlined } from '@ant-design/icons';
import { ACCESS_RULES } from '@jadegate/contract/access-rule';
import { AccessSecurityQuery, type AccessSecurity } from '@jadegate/contract/access-security';
import { Button } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { Can } from '../../components/Can.tsx';
import { ListPage } from '../../components/list/ListPage.tsx';
import { useSelection } from '../../components/list/useSelection.ts';
import { useCan } from '../../hooks/account.ts';
import { useIdlePreload } from '../../hooks/useIdlePreload.ts';
import { accessSecurityColumns } from './access-security.columns.tsx';
import { accessSecuritiesQuery } from './access-security.queries.ts';
import { AccessSecurityRowActions } from './AccessSecurityRowActions.tsx';
import { useAccessSecurityOverlays } from './useAccessSecurityOverlays.ts';

const loadOverlays = () => import('./AccessSecurityOverlays.tsx');
const AccessSecurityOverlays = lazy(async () => ({ default: (await loadOverlays()).AccessSecurityOverlays }));

/** Which addresses may reach this console at all. */
export function AccessSecurityListPage() {
  const { t } = useTranslation('access-security');
  const can = useCan();
  const selection = useSelection<AccessSecurity>();
  const overlays = useAccessSecurityOverlays();
  const { form, removal } = overlays;
  useIdlePreload(loadOverlays);

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
          <Can any={['access-security-add']}>
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => form.open(undefined)}>
              {t('action.create')}
            </Button>
          </Can>
        }
        selection={can('access-security-del') ? selection : undefined}
        bulkActions={
          <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => removal.open(selection.rows)}>
            {t('action.delete')}
          </Button>
        }
        empty={{
          icon: <SafetyCertificateOutlined aria-hidden />,
          title: t('empty.title'),
          description: t('empty.help'),
        }}
      />
      {Object.values(overlays).some(({ wasOpened }) => wasOpened) && (
        <Suspense fallback={null}>
          <AccessSecurityOverlays overlays={overlays} onDeleted={selection.clear} />
        </Suspense>
      )}
    </>
  );
}
