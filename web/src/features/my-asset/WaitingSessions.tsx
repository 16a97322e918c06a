import { HistoryOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { AwayTag } from '../../components/session/AwayTag.tsx';
import { resumePath } from '../../components/terminal-path.ts';
import { ownSessionsQuery } from './my-asset.queries.ts';

import styles from './MyHostsCard.module.css';

/** One's own sessions whose browser is gone, to be resumed. Nothing when there are none. */
export function WaitingSessions() {
  const { t } = useTranslation('my-asset');
  const { token } = theme.useToken();
  const { data = [] } = useQuery(ownSessionsQuery());
  const waiting = data.flatMap(({ id, assetName, awayUntil }) =>
    awayUntil === null ? [] : [{ id, assetName, awayUntil }],
  );
  if (waiting.length === 0) {
    return null;
  }
  return (
    <Alert
      type="warning"
      showIcon
      icon={<HistoryOutlined aria-hidden />}
      title={t('waiting.title')}
      description={
        <ul className={styles.rows} aria-label={t('waiting.title')}>
          {waiting.map(({ id, assetName, awayUntil }) => (
            <li key={id}>
              <Flex align="center" gap={token.marginXS} wrap>
                <strong className={styles.name} title={assetName}>
                  {assetName}
                </strong>
                <AwayTag until={awayUntil} />
                <Button
                  size="small"
                  href={resumePath(id)}
                  target="_blank"
                  rel="noopener"
                  aria-label={`${t('action.resume')} ${assetName}`}
                >
                  {t('action.resume')}
                </Button>
              </Flex>
            </li>
          ))}
        </ul>
      }
    />
  );
}
