import { CHANNEL_SWITCHES, type ChannelSwitch } from '@jadegate/contract/access/channel-rights';
import { useTranslation } from 'react-i18next';

/** What SSH clients may open, in a few words. */
export function useChannelWords(): (rights: Readonly<Record<ChannelSwitch, boolean>>) => string {
  const { t } = useTranslation('authorised');
  const { t: strategy } = useTranslation('strategy');
  const { t: week } = useTranslation('week');
  return (rights) => {
    const names = CHANNEL_SWITCHES.filter((name) => rights[name]).map((name) => strategy(`channel.${name}`));
    return names.length === 0
      ? t('strategy.noChannels')
      : t('strategy.channels', { channels: names.join(week('window.separator')) });
  };
}
