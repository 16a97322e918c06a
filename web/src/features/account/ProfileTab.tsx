import { roleNameAmong } from '@jadegate/contract/words/roles';
import { theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../components/detail/DescriptionList.tsx';
import { TagList } from '../../components/TagList.tsx';
import { useAccount } from '../../hooks/account.ts';
import { useLanguage } from '../../hooks/useLanguage.ts';

export function ProfileTab() {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const account = useAccount();
  const language = useLanguage();
  if (!account) {
    return null;
  }
  const { username, nickname, type, roles, enableTotp } = account;
  const roleNames = account.roleNames.map((name) => roleNameAmong(name, roles, language));
  return (
    <div style={{ maxWidth: 880, borderRadius: token.borderRadiusLG, background: token.colorBgContainer }}>
      <DescriptionList
        items={[
          { key: 'username', label: t('field.username'), value: username },
          { key: 'nickname', label: t('field.nickname'), value: nickname },
          { key: 'type', label: t('field.type'), value: t(`type.${type}`) },
          {
            key: 'totp',
            label: t('field.totp'),
            value: enableTotp ? t('status.totpOn') : t('status.totpOff'),
          },
          {
            key: 'roles',
            label: t('field.roles'),
            value: roleNames.length > 0 ? <TagList tags={roleNames} max={20} /> : t('status.noRoles'),
            wide: true,
          },
        ]}
      />
    </div>
  );
}
