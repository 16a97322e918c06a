import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { useBranding } from '../../../hooks/branding.ts';

interface TimeZoneSelectProps {
  value?: string;
  onChange?: (zone: string) => void;
}

/** Those of this person and of this installation come first: one of them is nearly always meant. */
export function TimeZoneSelect({ value = '', onChange, ...input }: TimeZoneSelectProps) {
  const { t } = useTranslation('setting');
  const { timeZone } = useBranding();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = [...new Set([own, timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].filter(Boolean);
  return (
    <Select
      {...input}
      value={value === '' ? undefined : value}
      onChange={(zone: string | undefined) => onChange?.(zone ?? '')}
      options={zones.map((zone) => ({ value: zone, label: zone }))}
      placeholder={t('choice.time-zone.default')}
      showSearch
      allowClear
    />
  );
}
