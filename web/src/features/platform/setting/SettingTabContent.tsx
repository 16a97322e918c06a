import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, Skeleton, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DeniedState } from '../../../components/DeniedState.tsx';
import { ErrorState } from '../../../components/ErrorState.tsx';
import { isDenied } from '../../../components/failure.ts';
import { GuacdStatus } from './GuacdStatus.tsx';
import { LogoCard } from './LogoCard.tsx';
import { MailExtras } from './MailExtras.tsx';
import type { SettingTab } from './setting-tabs.ts';
import { settingsQuery } from './setting.queries.ts';
import { SettingForm } from './SettingForm.tsx';

/** A tab begins with what is stored now, and again with that after each save. */
export function SettingTabContent({ tab }: { tab: SettingTab }) {
  const { t } = useTranslation('setting');
  const { token } = theme.useToken();
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    ...settingsQuery(),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });
  const [round, setRound] = useState(0);
  if (error !== null) {
    return isDenied(error) ? (
      <DeniedState />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  if (data === undefined || !isFetchedAfterMount) {
    return <Skeleton active paragraph={{ rows: 8 }} />;
  }
  const again = () => setRound(round + 1);
  return (
    <Flex vertical gap={token.margin} style={{ maxWidth: 720 }}>
      {(tab === 'rdp' || tab === 'vnc') && <GuacdStatus />}
      {tab === 'mail' && <Alert type="info" showIcon title={t('notice.mail')} />}
      <SettingForm key={round} tab={tab} settings={data} onSaved={again}>
        {tab === 'mail' && (
          <MailExtras isPasswordStored={data['mail-password-stored'] === 'true'} onCleared={again} />
        )}
      </SettingForm>
      {tab === 'branding' && <LogoCard />}
    </Flex>
  );
}
