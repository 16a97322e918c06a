import type { SystemFigures } from '@jadegate/contract/operations/monitoring';
import { Card, Flex, Progress, Skeleton, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../../format/size.ts';

import styles from './Monitoring.module.css';

/** Above it somebody should look. */
const MARK = 90;
const FULL = 100;

/** Four figures of this moment, each with what it is made of. */
export function SystemCards({ figures }: { figures: SystemFigures | undefined }) {
  const { t } = useTranslation('monitoring');
  if (!figures) {
    return <Skeleton active paragraph={{ rows: 3 }} />;
  }
  const { loadStat, cpu, mem, disk } = figures;
  const [processor] = cpu.info;
  const cards = [
    {
      key: 'load' as const,
      percent: loadStat.percent * FULL,
      text: loadStat.load1.toFixed(2),
      help: t('now.load', { load5: loadStat.load5.toFixed(2), load15: loadStat.load15.toFixed(2) }),
    },
    {
      key: 'cpu' as const,
      percent: cpu.usedPercent,
      text: `${cpu.usedPercent.toFixed(1)}%`,
      help: t('now.cpu', { count: cpu.count, model: processor?.modelName ?? '' }),
    },
    {
      key: 'memory' as const,
      percent: mem.usedPercent,
      text: `${mem.usedPercent.toFixed(1)}%`,
      help: t('now.room', { used: formatSize(mem.used), total: formatSize(mem.total) }),
    },
    {
      key: 'disk' as const,
      percent: disk.usedPercent,
      text: `${disk.usedPercent.toFixed(1)}%`,
      help: t('now.room', { used: formatSize(disk.used), total: formatSize(disk.total) }),
    },
  ];
  return (
    <section className={styles.cards} aria-label={t('now.title')}>
      {cards.map(({ key, ...card }) => (
        <SystemCard key={key} label={t(`figure.${key}`)} {...card} />
      ))}
    </section>
  );
}

interface SystemCardProps {
  label: string;
  percent: number;
  text: string;
  help: string;
}

function SystemCard({ label, percent, text, help }: SystemCardProps) {
  const { token } = theme.useToken();
  return (
    <Card size="small">
      <Flex justify="space-between" align="baseline">
        <h2 className={styles.name}>{label}</h2>
        <strong className={styles.figure}>{text}</strong>
      </Flex>
      <Progress
        percent={Math.min(FULL, percent)}
        showInfo={false}
        size="small"
        aria-hidden
        strokeColor={percent > MARK ? token.colorError : token.colorPrimary}
      />
      <div className={styles.help} style={{ color: token.colorTextSecondary }} title={help}>
        {help}
      </div>
    </Card>
  );
}
