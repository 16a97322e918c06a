import { CheckCircleOutlined, RightOutlined } from '@ant-design/icons';
import { ATTENTION_LIMIT, type Dashboard } from '@jadegate/contract/operations/dashboard';
import { Card, Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { personName } from '../../../components/person-name.ts';
import { TimeText } from '../../../components/TimeText.tsx';

import styles from './Dashboard.module.css';

interface Matter {
  key: string;
  path: string;
  text: ReactNode;
}

/** What waits for somebody, each with the way there. Shown to those who hold the menu of anything it could name. */
export function Attention({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const { unreviewedSessions, unreachableAssets, isBackedUp, badRecordings, endingGrants } = dashboard;
  if (
    [unreviewedSessions, unreachableAssets, isBackedUp, badRecordings, endingGrants].every(
      (one) => one === null,
    )
  ) {
    return null;
  }
  const counted = (
    count: number | null,
    name: 'unreviewed' | 'unreachable' | 'badRecordings',
    path: string,
  ): Matter[] =>
    count === null || count === 0
      ? []
      : [
          {
            key: name,
            path,
            text: t(`attention.${name}`, {
              count,
              shown: count >= ATTENTION_LIMIT ? `${ATTENTION_LIMIT - 1}+` : String(count),
            }),
          },
        ];
  const matters: Matter[] = [
    ...counted(badRecordings, 'badRecordings', '/evidence?activeKey=checks'),
    ...counted(unreachableAssets, 'unreachable', '/asset?state=down'),
    ...counted(unreviewedSessions, 'unreviewed', '/offline-session?reviewed=false'),
    ...(isBackedUp === false ? [{ key: 'backup', path: '/job', text: t('attention.backup') }] : []),
    ...(endingGrants ?? []).map(({ id, assetId, assetName, granteeName, granteeAccount, endsAt }) => ({
      key: id,
      path: `/asset/${assetId}`,
      text: (
        <>
          {t('attention.grant', { grantee: personName(granteeName, granteeAccount), asset: assetName })}{' '}
          <span style={{ color: token.colorTextSecondary }}>
            <TimeText value={endsAt} />
          </span>
        </>
      ),
    })),
  ];
  return (
    <Card size="small" title={<h2 className={styles.heading}>{t('attention.title')}</h2>}>
      {matters.length === 0 ? (
        <Flex gap={token.marginXS} style={{ color: token.colorTextSecondary }}>
          <CheckCircleOutlined aria-hidden style={{ color: token.colorSuccess }} />
          {t('attention.none')}
        </Flex>
      ) : (
        <ul className={styles.rows}>
          {matters.map(({ key, path, text }) => (
            <li key={key}>
              <Link to={path} className={styles.row} style={{ color: token.colorText }}>
                <span className={styles.words}>
                  <span>{text}</span>
                </span>
                <RightOutlined aria-hidden style={{ color: token.colorTextSecondary }} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
