import type { SessionStats } from '@jadegate/contract/session/session-stats';
import { Flex, theme, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { formatSize } from '../../../format/size.ts';
import { cpuUse, memoryUse, swapUse, uptimeParts, type BusyPart, type Sample } from './host-figures.ts';
import { ShareBar } from './ShareBar.tsx';

import styles from './HostPanel.module.css';

const percentText = (percent: number) => `${percent.toFixed(1)}%`;
const shareOf = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0);
/** Above this a disk or a memory wants to be looked at. */
const NEARLY_FULL = 90;

/** Everything the host told. A section about which it told nothing says so. */
export function HostFigures({ sample }: { sample: Sample }) {
  const { t } = useTranslation('host-panel');
  const { stats } = sample;
  return (
    <Flex vertical gap={24}>
      <Section title={t('system.title')}>
        <SystemFigures stats={stats} />
      </Section>
      <Section title={t('load.title')} isEmpty={stats.load1 === ''}>
        <LoadFigures stats={stats} />
      </Section>
      <Section title={t('cpu.title')}>
        <CpuFigures stats={stats} />
      </Section>
      <Section title={t('memory.title')} isEmpty={stats.memTotal === 0}>
        <MemoryFigures stats={stats} />
      </Section>
      <Section title={t('disk.title')} isEmpty={stats.fileSystems.length === 0}>
        <DiskFigures stats={stats} />
      </Section>
      <Section title={t('network.title')} isEmpty={Object.keys(stats.network).length === 0}>
        <NetworkFigures sample={sample} />
      </Section>
    </Flex>
  );
}

interface SectionProps {
  title: string;
  isEmpty?: boolean;
  children: ReactNode;
}

function Section({ title, isEmpty = false, children }: SectionProps) {
  const { t } = useTranslation('host-panel');
  return (
    <section aria-label={title}>
      <Typography.Title level={5} style={{ margin: '0 0 8px' }}>
        {title}
      </Typography.Title>
      {isEmpty ? <Typography.Text type="secondary">{t('unknown')}</Typography.Text> : children}
    </section>
  );
}

function SystemFigures({ stats }: { stats: SessionStats }) {
  const { t } = useTranslation('host-panel');
  const { unit, ...uptime } = uptimeParts(stats.uptime);
  const { runningProcess, totalProcess } = stats;
  return (
    <DescriptionList
      items={[
        { key: 'name', label: t('system.hostname'), value: stats.hostname, wide: true },
        {
          key: 'uptime',
          label: t('system.uptime'),
          value: stats.uptime > 0 && t(`uptime.${unit}`, uptime),
          wide: true,
        },
        {
          key: 'processes',
          wide: true,
          label: t('system.processes'),
          value: totalProcess !== '' && t('system.processCount', { runningProcess, totalProcess }),
        },
      ]}
    />
  );
}

function LoadFigures({ stats }: { stats: SessionStats }) {
  const { t } = useTranslation('host-panel');
  const { token } = theme.useToken();
  const loads = [
    [t('load.minutes', { count: 1 }), stats.load1],
    [t('load.minutes', { count: 5 }), stats.load5],
    [t('load.minutes', { count: 15 }), stats.load10],
  ] as const;
  return (
    <div className={styles.loads}>
      {loads.map(([label, value]) => (
        <div
          key={label}
          className={styles.load}
          style={{ borderColor: token.colorBorderSecondary, borderRadius: token.borderRadius }}
        >
          <Typography.Text type="secondary">{label}</Typography.Text>
          <strong>{value}</strong>
        </div>
      ))}
    </div>
  );
}

function CpuFigures({ stats }: { stats: SessionStats }) {
  const { t } = useTranslation('host-panel');
  const { token } = theme.useToken();
  const use = cpuUse(stats);
  if (!use) {
    return <Typography.Text type="secondary">{t('cpu.measuring')}</Typography.Text>;
  }
  const colours: Partial<Record<BusyPart, string>> = {
    user: token.colorPrimary,
    nice: token.cyan,
    system: token.blue,
    ioWait: token.colorWarning,
    steal: token.colorError,
  };
  return (
    <ShareBar
      title={t('cpu.used')}
      text={percentText(use.used)}
      shares={use.parts.map(([part, percent]) => ({
        key: part,
        label: t(`cpu.${part}`),
        percent,
        text: percentText(percent),
        colour: colours[part] ?? token.colorTextTertiary,
      }))}
    />
  );
}

function MemoryFigures({ stats }: { stats: SessionStats }) {
  const { t } = useTranslation('host-panel');
  const { token } = theme.useToken();
  const memory = memoryUse(stats);
  const swap = swapUse(stats);
  const colourOf = (percent: number) => (percent >= NEARLY_FULL ? token.colorError : token.colorPrimary);
  const used = shareOf(memory.used, memory.total);
  const swapped = shareOf(swap.used, swap.total);
  return (
    <Flex vertical gap={16}>
      <ShareBar
        title={t('memory.memory')}
        text={t('used', { used: formatSize(memory.used), total: formatSize(memory.total) })}
        shares={[
          {
            key: 'used',
            label: t('memory.used'),
            percent: used,
            text: formatSize(memory.used),
            colour: colourOf(used),
          },
          {
            key: 'cached',
            label: t('memory.cached'),
            percent: shareOf(memory.cached, memory.total),
            text: formatSize(memory.cached),
            colour: token.colorTextQuaternary,
          },
        ]}
      />
      {swap.total > 0 ? (
        <ShareBar
          title={t('memory.swap')}
          text={t('used', { used: formatSize(swap.used), total: formatSize(swap.total) })}
          hasLegend={false}
          shares={[{ key: 'used', label: '', percent: swapped, text: '', colour: colourOf(swapped) }]}
        />
      ) : (
        <Typography.Text type="secondary">{t('memory.noSwap')}</Typography.Text>
      )}
    </Flex>
  );
}

function DiskFigures({ stats }: { stats: SessionStats }) {
  const { t } = useTranslation('host-panel');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={16}>
      {stats.fileSystems.map(({ mountPoint, used, free }) => {
        const percent = shareOf(used, used + free);
        const colour = percent >= NEARLY_FULL ? token.colorError : token.colorPrimary;
        return (
          <ShareBar
            key={mountPoint}
            title={mountPoint}
            text={`${t('used', { used: formatSize(used), total: formatSize(used + free) })} · ${Math.round(percent)}%`}
            hasLegend={false}
            shares={[{ key: 'used', label: '', percent, text: '', colour }]}
          />
        );
      })}
    </Flex>
  );
}

function NetworkFigures({ sample: { stats, rates } }: { sample: Sample }) {
  const { t } = useTranslation('host-panel');
  const { token } = theme.useToken();
  const secondary = { color: token.colorTextSecondary };
  const rateText = (rate: number | undefined) =>
    rate === undefined ? '—' : t('network.rate', { size: formatSize(Math.round(rate)) });
  // The interface that leads nowhere comes last.
  const rows = Object.entries(stats.network).toSorted(([a], [b]) => Number(a === 'lo') - Number(b === 'lo'));
  return (
    <table className={styles.network} style={{ ['--line' as string]: token.colorBorderSecondary }}>
      <thead>
        <tr style={secondary}>
          <th scope="col">{t('network.interface')}</th>
          <th scope="col">{t('network.received')}</th>
          <th scope="col">{t('network.sent')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, { ipv4, ipv6, rx, tx }]) => (
          <tr key={name}>
            <td>
              {name}
              {[ipv4, ipv6].map(
                (address) =>
                  address !== '' && (
                    <span key={address} className={styles.small} style={secondary}>
                      {address}
                    </span>
                  ),
              )}
            </td>
            {[[rates[name]?.rx, rx] as const, [rates[name]?.tx, tx] as const].map(([rate, total], at) => (
              <td key={at === 0 ? 'rx' : 'tx'} className={styles.figure}>
                {rateText(rate)}
                <span className={styles.small} style={secondary}>
                  {t('network.total', { size: formatSize(total) })}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
