import { EditOutlined } from '@ant-design/icons';
import type { Role } from '@jadegate/contract/identity/role-endpoints';
import { roleName } from '@jadegate/contract/words/roles';
import { Button, Flex, theme } from 'antd';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { DetailPage } from '../../../components/detail/DetailPage.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { useOverlay } from '../../../hooks/useOverlay.ts';
import { GrantedMenus } from './GrantedMenus.tsx';
import { roleQuery } from './role.queries.ts';
import { RoleType } from './RoleType.tsx';

const RoleFormDrawer = lazy(async () => ({
  default: (await import('./RoleFormDrawer.tsx')).RoleFormDrawer,
}));

/** One role: what it is and what it opens. */
export function RoleDetailPage() {
  const { t } = useTranslation('role');
  const { roleId = '' } = useParams();
  const language = useLanguage();
  const form = useOverlay<string>();

  const action = (role: Role) =>
    role.modifiable && (
      <Can any={['role-edit']}>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => form.open(role.id)}>
          {t('action.edit')}
        </Button>
      </Can>
    );
  const tabs = (role: Role) => [{ key: 'info', label: t('title.info'), content: <RoleInfo role={role} /> }];

  return (
    <>
      <DetailPage
        read={roleQuery(roleId)}
        title={(role) => roleName(role, language)}
        action={action}
        tabs={tabs}
        listPath="/role"
      />
      {form.wasOpened && (
        <Suspense fallback={null}>
          <RoleFormDrawer open={form.isOpen} target={form.target} onClose={form.close} />
        </Suspense>
      )}
    </>
  );
}

function RoleInfo({ role }: { role: Role }) {
  const { t } = useTranslation('role');
  const { token } = theme.useToken();
  const language = useLanguage();
  return (
    <Flex vertical gap={token.marginLG}>
      <DescriptionList
        items={[
          { key: 'name', label: t('field.name'), value: roleName(role, language) },
          { key: 'type', label: t('field.type'), value: <RoleType type={role.type} /> },
          {
            key: 'created',
            label: t('field.created'),
            value: <TimeText value={role.created} variant="exact" />,
          },
        ]}
      />
      <GrantedMenus role={role} />
    </Flex>
  );
}
