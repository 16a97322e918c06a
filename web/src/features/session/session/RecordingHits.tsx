import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { PlayerPanel } from './player/PlayerPanel.tsx';
import { clockText } from './player/timeline.ts';
import type { RecordingFinds } from './useRecordingFinds.ts';

import styles from '../../../components/session/SessionScreen.module.css';

/** The lines in which the text was seen; each leads to its moment, and the arrows from one to the next. */
export function RecordingHits({ finds }: { finds: RecordingFinds }) {
  const { t } = useTranslation('session');
  const { token } = theme.useToken();
  const { text, read, hits, current, visit, step } = finds;
  return (
    <PlayerPanel title={t('player.hits')} read={read} onClose={() => finds.seek('')}>
      {read.data?.hits.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('player.noHits', { text })} />
      )}
      {hits.length > 0 && (
        <Flex align="center" gap={4} className={styles.tour}>
          <Typography.Text type="secondary" className={styles.time} role="status">
            {current === undefined
              ? t('player.count', { count: hits.length })
              : t('player.visited', { index: current + 1, count: hits.length })}
          </Typography.Text>
          <span className={styles.space} />
          <Button
            type="text"
            size="small"
            icon={<UpOutlined aria-hidden />}
            aria-label={t('player.previous')}
            title={t('player.previousKey')}
            onClick={() => step(-1)}
          />
          <Button
            type="text"
            size="small"
            icon={<DownOutlined aria-hidden />}
            aria-label={t('player.next')}
            title={t('player.nextKey')}
            onClick={() => step(1)}
          />
        </Flex>
      )}
      {hits.map((hit, index) => (
        <button
          key={index}
          type="button"
          className={styles.hit}
          aria-current={index === current || undefined}
          style={index === current ? { background: token.colorFillSecondary } : undefined}
          onClick={() => visit(index)}
        >
          <Typography.Text type="secondary" className={styles.time}>
            {clockText(hit.at)}
          </Typography.Text>
          <code className={styles.hitText} title={hit.text}>
            {hit.text}
          </code>
        </button>
      ))}
      {read.data?.isCut === true && (
        <Typography.Text type="secondary">{t('player.cut', { count: hits.length })}</Typography.Text>
      )}
    </PlayerPanel>
  );
}
