import { useQuery } from '@tanstack/react-query';
import { Card, Flex, Skeleton, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { ErrorState } from '../../components/ErrorState.tsx';
import { ProtocolTag } from '../../components/ProtocolTag.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { FavouriteButton } from './FavouriteButton.tsx';
import { myAssetsQuery } from './my-asset.queries.ts';

import styles from './MyHostsCard.module.css';

const SHOWN = 8;

/** One's own machines on another page, the favourites first. */
export function MyHostsCard() {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery(myAssetsQuery({ pageIndex: 1, pageSize: SHOWN }));
  const content = () => {
    if (data === undefined) {
      return error === null ? (
        <Skeleton active title={false} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      );
    }
    if (data.items.length === 0) {
      return <span style={{ color: token.colorTextSecondary }}>{t('empty.title')}</span>;
    }
    return (
      <ul className={styles.rows}>
        {data.items.map((asset) => (
          <li key={asset.id}>
            <Flex align="center" gap={token.marginXS}>
              <FavouriteButton asset={asset} />
              <span className={styles.name} title={asset.name}>
                {asset.name}
              </span>
              <ProtocolTag protocol={asset.protocol} />
              <ConnectButton asset={asset} type="link" size="small" />
            </Flex>
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Card
      size="small"
      title={<h2 className={styles.heading}>{t('title')}</h2>}
      extra={
        <Link to="/my-asset">
          {t('action.all')}
          <span className="visually-hidden"> {t('title')}</span>
        </Link>
      }
    >
      {content()}
    </Card>
  );
}
