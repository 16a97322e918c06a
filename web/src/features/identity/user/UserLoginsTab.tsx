import { LoginOutlined } from '@ant-design/icons';
import type { LoginLogRow } from '@jadegate/contract/identity/login-log';
import { NEVER } from '@jadegate/contract/scalars';
import { useQuery } from '@tanstack/react-query';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { BrowserName } from '../../../components/BrowserName.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { RECENT_LOGINS, recentLoginsQuery } from './user.queries.ts';

/** The latest logins of a person, and the attempts that failed. */
export function UserLoginsTab({ username }: { username: string }) {
  const { t } = useTranslation('user');
  const { data, error, isFetching, refetch } = useQuery(recentLoginsQuery(username));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} />;
  }
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<LoginOutlined aria-hidden />}
        title={t('empty.logins.title')}
        description={t('empty.logins.help')}
      />
    );
  }
  return (
    <>
      <Typography.Paragraph type="secondary">
        {t('help.logins', { count: RECENT_LOGINS })}
      </Typography.Paragraph>
      <SmallTable
        dataSource={data}
        columns={[
          {
            key: 'loginTime',
            title: t('field.loginTime'),
            render: (_value, { loginTime }) => <TimeText value={loginTime} variant="exact" />,
          },
          {
            key: 'state',
            title: t('field.loginState'),
            render: (_value, row) => <LoginResult row={row} />,
          },
          {
            key: 'clientIp',
            title: t('field.clientIp'),
            render: (_value, { clientIp }) => <Mono text={clientIp} />,
          },
          {
            key: 'clientUserAgent',
            title: t('field.clientUserAgent'),
            render: (_value, { clientUserAgent }) => <BrowserName agent={clientUserAgent} unknown="—" />,
          },
          {
            key: 'logoutTime',
            title: t('field.logoutTime'),
            render: (_value, row) => <LogoutTime row={row} />,
          },
        ]}
      />
    </>
  );
}

function LoginResult({ row: { state, reason } }: { row: LoginLogRow }) {
  const { t } = useTranslation('user');
  return state === '1' ? (
    <StatusTag tone="success">{t('status.loginSuccess')}</StatusTag>
  ) : (
    <StatusTag tone="error">{reason || t('status.loginFailure')}</StatusTag>
  );
}

function LogoutTime({ row: { live, logoutTime, state } }: { row: LoginLogRow }) {
  const { t } = useTranslation('user');
  if (live) {
    return <StatusTag tone="success">{t('status.live')}</StatusTag>;
  }
  return state === '1' && logoutTime !== NEVER ? <TimeText value={logoutTime} variant="exact" /> : '—';
}
