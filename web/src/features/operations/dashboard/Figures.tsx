import type { DashboardPresent } from '@jadegate/contract/operations/dashboard';
import { Card, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { formatSizeShort } from '../../../format/size.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';

import styles from './Dashboard.module.css';

interface Figure {
  name: 'users' | 'assets' | 'live' | 'past' | 'failed' | 'disk';
  /** The list behind it. */
  path: string;
  value: string;
  /** What it is a part of. */
  of?: string;
}

/** The first figures of the page, each leading to its list. What somebody may not see is not there. */
export function Figures({ present }: { present: DashboardPresent }) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const language = useLanguage();
  const number = (value: number) => value.toLocaleString(language);
  const { users, assets, liveSessions, pastSessions, failedLogins, disk } = present;
  const figures: Figure[] = [
    ...(users
      ? [
          {
            name: 'users' as const,
            path: '/user?online=true',
            value: number(users.online),
            of: number(users.total),
          },
        ]
      : []),
    ...(assets
      ? [
          {
            name: 'assets' as const,
            path: '/asset?state=up',
            value: number(assets.reachable),
            of: number(assets.total),
          },
        ]
      : []),
    ...only('live', '/online-session', liveSessions, number),
    ...only('past', '/offline-session', pastSessions, number),
    ...only('failed', '/login-log?state=0', failedLogins, number),
    ...(disk
      ? [
          {
            name: 'disk' as const,
            path: '/monitoring',
            value: formatSizeShort(disk.available),
            of: formatSizeShort(disk.total),
          },
        ]
      : []),
  ];
  if (figures.length === 0) {
    return null;
  }
  return (
    <ul className={styles.figures} aria-label={t('figure.title')}>
      {figures.map(({ name, path, value, of }) => (
        <li key={name}>
          <Link to={path} style={{ color: token.colorText }}>
            <Card size="small" hoverable>
              <span style={{ color: token.colorTextSecondary }}>{t(`figure.${name}`)}</span>
              <span className={styles.value}>
                <strong>{value}</strong>
                {of !== undefined && (
                  <>
                    {' '}
                    <span style={{ color: token.colorTextSecondary }}>/ {of}</span>
                  </>
                )}
              </span>
            </Card>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function only(
  name: Figure['name'],
  path: string,
  count: number | null,
  number: (value: number) => string,
): Figure[] {
  return count === null ? [] : [{ name, path, value: number(count) }];
}
