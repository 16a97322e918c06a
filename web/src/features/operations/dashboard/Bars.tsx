import { Card, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { useLanguage } from '../../../hooks/useLanguage.ts';

import styles from './Dashboard.module.css';

interface BarsProps {
  title: string;
  empty: string;
  rows: readonly { id: string; name: string; count: number; path: string }[];
}

/** A ranking: names and numbers as text, and bars of their length beside them. It reads the same without the bars. */
export function Bars({ title, empty, rows }: BarsProps) {
  const { t } = useTranslation('dashboard');
  const { token } = theme.useToken();
  const language = useLanguage();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <Card size="small" title={<h2 className={styles.heading}>{title}</h2>}>
      {rows.length === 0 ? (
        <span style={{ color: token.colorTextSecondary }}>{empty}</span>
      ) : (
        <ol className={styles.bars} aria-label={title}>
          {rows.map(({ id, name, count, path }) => (
            <li key={id}>
              <Link to={path} className={styles.bar} style={{ color: token.colorText }}>
                <Flex justify="space-between" gap={token.marginXS}>
                  <span className={styles.barName} title={name}>
                    {name}
                  </span>
                  <span className={styles.barCount}>
                    {count.toLocaleString(language)}
                    <span className="visually-hidden">{t('bars.unit')}</span>
                  </span>
                </Flex>
                <span
                  aria-hidden
                  className={styles.barLine}
                  style={{ background: token.colorPrimary, width: `${(100 * count) / most}%` }}
                />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
