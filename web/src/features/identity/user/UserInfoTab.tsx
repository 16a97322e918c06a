import type { User } from '@jadegate/contract/identity/user';
import { roleName } from '@jadegate/contract/words/roles';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { TYPE_ICONS } from './user.columns.tsx';
import { roleOptionsQuery } from './user.queries.ts';
import { OnlineTag, TotpTag, UserStatusTag } from './UserStatusTag.tsx';

export function UserInfoTab({ user }: { user: User }) {
  const { t } = useTranslation('user');
  const language = useLanguage();
  const roles = useQuery({ ...roleOptionsQuery(), enabled: user.roles.length > 0 });
  // Until the names are there, and for a role deleted meanwhile, the id has to do.
  const names = user.roles.map((id) =>
    roleName({ id, name: roles.data?.find((role) => role.id === id)?.name ?? id }, language),
  );
  return (
    <DescriptionList
      items={[
        { key: 'username', label: t('field.username'), value: user.username },
        { key: 'nickname', label: t('field.nickname'), value: user.nickname },
        { key: 'mail', label: t('field.mail'), value: user.mail },
        {
          key: 'type',
          label: t('field.type'),
          value: <StatusTag icon={TYPE_ICONS[user.type]}>{t(`type.${user.type}`)}</StatusTag>,
        },
        {
          key: 'roles',
          label: t('field.roles'),
          value: names.length > 0 && !roles.isPending && <TagList tags={names} max={5} />,
        },
        { key: 'status', label: t('field.status'), value: <UserStatusTag status={user.status} /> },
        { key: 'online', label: t('field.online'), value: <OnlineTag online={user.online} /> },
        { key: 'totp', label: t('field.totp'), value: <TotpTag isSet={user.enableTotp} /> },
        {
          key: 'mustChangePassword',
          label: t('field.mustChangePassword'),
          value: user.mustChangePassword ? t('label.yes') : t('label.no'),
        },
        { key: 'source', label: t('field.source'), value: user.source || t('label.local') },
        {
          key: 'created',
          label: t('field.created'),
          value: <TimeText value={user.created} variant="exact" />,
        },
      ]}
    />
  );
}
