import type { OwnProfile } from '@jadegate/contract/identity/own-profile';
import { roleNameAmong } from '@jadegate/contract/words/roles';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { TagList } from '../../../components/TagList.tsx';
import { useAccount } from '../../../hooks/account.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { useOverlays } from '../../../hooks/useOverlays.ts';
import { ownProfileQuery } from './account.queries.ts';
import type { ProfileTargets } from './ProfileDrawers.tsx';

const ProfileDrawers = lazyOverlays(async () => (await import('./ProfileDrawers.tsx')).ProfileDrawers);

/** Who one is here, and the two things of it that one may change. */
export function ProfileTab() {
  const { data, error, refetch, isFetching } = useQuery(ownProfileQuery());
  const { token } = theme.useToken();
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 880 }}>
      <ProfileList profile={data} />
      <ProfileActions profile={data} />
    </Flex>
  );
}

function ProfileList({ profile: { nickname, mail } }: { profile: OwnProfile }) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const account = useAccount();
  const language = useLanguage();
  if (!account) {
    return null;
  }
  const { username, type, roles, enableTotp } = account;
  const roleNames = account.roleNames.map((name) => roleNameAmong(name, roles, language));
  return (
    <div style={{ borderRadius: token.borderRadiusLG, background: token.colorBgContainer }}>
      <DescriptionList
        items={[
          { key: 'username', label: t('field.username'), value: username },
          { key: 'nickname', label: t('field.nickname'), value: nickname },
          { key: 'mail', label: t('field.mail'), value: mail || t('status.noMail') },
          { key: 'type', label: t('field.type'), value: t(`type.${type}`) },
          {
            key: 'totp',
            label: t('field.totp'),
            value: enableTotp ? t('status.totpOn') : t('status.totpOff'),
            wide: true,
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

function ProfileActions({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation('account');
  const { token } = theme.useToken();
  const overlays = useOverlays<ProfileTargets>();
  if (profile.source !== '') {
    return <Alert type="info" showIcon title={t('help.keptElsewhere', { source: profile.source })} />;
  }
  return (
    <Flex wrap gap={token.marginXS}>
      <Button onClick={() => overlays.open('name', profile)}>{t('action.changeName')}</Button>
      <Button onClick={() => overlays.open('mail', profile)}>{t('action.changeMail')}</Button>
      <ProfileDrawers overlays={overlays} />
    </Flex>
  );
}
