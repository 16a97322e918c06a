import { LinkOutlined } from '@ant-design/icons';
import type { LoginLogQuery, LoginLogRow } from '@jadegate/contract/identity/login-log';
import { NEVER } from '@jadegate/contract/scalars';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

import { BrowserName } from '../../../components/BrowserName.tsx';
import { actionsColumn, type ListColumn } from '../../../components/list/list-column.ts';
import { Mono } from '../../../components/Mono.tsx';
import { PersonText } from '../../../components/PersonText.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { TimeText } from '../../../components/TimeText.tsx';

const SUCCESS = '1';

/** The columns of the login log; `actions` is what stands at the end of a row. */
export function loginLogColumns(
  t: TFunction<'login-log'>,
  actions: (row: LoginLogRow) => ReactNode,
): ListColumn<LoginLogRow, LoginLogQuery>[] {
  const logout = ({ live, logoutTime }: LoginLogRow) => {
    if (live) {
      return (
        <StatusTag tone="success" icon={<LinkOutlined aria-hidden />}>
          {t('status.live')}
        </StatusTag>
      );
    }
    return logoutTime === NEVER ? '—' : <TimeText value={logoutTime} variant="exact" />;
  };
  return [
    {
      key: 'username',
      title: t('field.username'),
      always: true,
      render: ({ username, nickname }) => <PersonText name={nickname} account={username} />,
    },
    {
      key: 'clientIp',
      title: t('field.clientIp'),
      render: ({ clientIp }) => (clientIp === '' ? '—' : <Mono text={clientIp} />),
    },
    {
      key: 'state',
      title: t('field.state'),
      render: ({ state }) => (
        <StatusTag tone={state === SUCCESS ? 'success' : 'error'}>{t(`state.${state}`)}</StatusTag>
      ),
    },
    { key: 'reason', card: 'rest', title: t('field.reason'), render: ({ reason }) => reason || '—' },
    { key: 'source', card: 'rest', title: t('field.source'), render: ({ source }) => source || '—' },
    { key: 'rule', card: 'rest', title: t('field.rule'), render: ({ rule }) => rule || '—' },
    { key: 'ticket', card: 'rest', title: t('field.ticket'), render: ({ ticket }) => ticket || '—' },
    { key: 'passkey', card: 'rest', title: t('field.passkey'), render: ({ passkey }) => passkey || '—' },
    {
      key: 'browser',
      card: 'rest',
      title: t('field.browser'),
      render: ({ clientUserAgent }) => <BrowserName agent={clientUserAgent} unknown={t('status.unknown')} />,
    },
    {
      key: 'loginTime',
      title: t('field.loginTime'),
      sort: 'loginTime',
      render: ({ loginTime }) => <TimeText value={loginTime} variant="exact" />,
    },
    { key: 'logoutTime', title: t('field.logoutTime'), render: logout },
    actionsColumn(t('field.actions'), 120, actions),
  ];
}
