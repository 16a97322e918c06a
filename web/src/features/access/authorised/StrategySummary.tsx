import { STRATEGY_FLAGS, type Strategy } from '@jadegate/contract/access/strategy';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { useChannelWords } from './useChannelWords.ts';

/** What a strategy allows, in one line. */
export function StrategySummary({ strategy }: { strategy: Strategy | undefined }) {
  const { t } = useTranslation('authorised');
  const { t: strategyWords } = useTranslation('strategy');
  const { t: week } = useTranslation('week');
  const channelWords = useChannelWords();
  if (strategy === undefined) {
    return <>{t('help.bare')}</>;
  }
  const separator = week('window.separator');
  const flags = STRATEGY_FLAGS.filter((flag) => strategy[flag]).map((flag) => strategyWords(`flag.${flag}`));
  const connects = strategy.commandsOnly ? [] : [t('strategy.connectOnly')];
  const allows = flags.length === 0 ? connects : [t('strategy.allows', { flags: flags.join(separator) })];
  const parts = [
    ...(strategy.commandsOnly ? [t('strategy.commandsOnly')] : []),
    ...allows,
    ...(strategy.commandsOnly ? [] : [channelWords(strategy)]),
    strategy.recording ? t('strategy.recording') : t('strategy.noRecording'),
    ...(strategy.idleMinutes > 0 ? [t('strategy.idle', { count: strategy.idleMinutes })] : []),
    ...(strategy.maxMinutes > 0 ? [t('strategy.max', { count: strategy.maxMinutes })] : []),
    ...(strategy.commandFilterName === ''
      ? []
      : [t('strategy.filter', { name: strategy.commandFilterName })]),
  ];
  return <Typography.Text type="secondary">{parts.join(' · ')}</Typography.Text>;
}
