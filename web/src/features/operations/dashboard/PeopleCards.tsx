import type { DashboardPresent } from '@jadegate/contract/operations/dashboard';
import { theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { personName } from '../../../components/person-name.ts';
import { SummaryCard, SummaryName } from '../../../components/SummaryCard.tsx';
import { TimeText } from '../../../components/TimeText.tsx';

/** Who is signed in. */
export function OnlineCard({ online }: Pick<DashboardPresent, 'online'>) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const secondary = { color: token.colorTextSecondary };
  return (
    online && (
      <SummaryCard
        title={t('people.online')}
        path="/user?online=true"
        all={t('all')}
        empty={t('people.nobody')}
        result={answered(online)}
        renderRow={({ id, name, account, since }) => (
          <>
            <Can any={['user-detail']} otherwise={<SummaryName>{personName(name, account)}</SummaryName>}>
              <Link to={`/user/${id}`} style={{ flex: 1, minWidth: 0 }}>
                <SummaryName>{personName(name, account)}</SummaryName>
              </Link>
            </Can>
            <span style={secondary}>
              <TimeText value={since} />
            </span>
          </>
        )}
      />
    )
  );
}

/** Who tried to be, and was not let in. */
export function FailuresCard({ failures }: Pick<DashboardPresent, 'failures'>) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const secondary = { color: token.colorTextSecondary };
  return (
    failures && (
      <SummaryCard
        title={t('people.failures')}
        path="/login-log?state=0"
        all={t('all')}
        empty={t('people.noFailures')}
        result={answered(failures)}
        renderRow={({ username, address, at }) => (
          <>
            <Link to={failuresOf(username)} style={{ flex: 1, minWidth: 0 }}>
              <SummaryName>{username}</SummaryName>
            </Link>
            <span style={secondary}>{address}</span>
            <span style={secondary}>
              <TimeText value={at} />
            </span>
          </>
        )}
      />
    )
  );
}

/** Whoever tried this name, and how often. */
function failuresOf(username: string): string {
  return `/login-log?${new URLSearchParams({ state: '0', username }).toString()}`;
}

/** What came with another answer, in the form of a list of its own. */
function answered<Row>(items: Row[]) {
  return { data: { items }, error: null, isFetching: false, refetch: async () => undefined };
}
