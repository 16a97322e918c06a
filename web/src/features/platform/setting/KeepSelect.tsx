import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

/** Days. The family's choices, and a few years for those who must keep longer. */
const CHOICES = [30, 60, 180, 360, 730, 1825, 3650];
const YEAR = 365;

interface KeepSelectProps {
  id?: string;
  value?: number | null;
  onChange?: (days: number | null) => void;
  disabled?: boolean;
}

/** How long something is kept. Empty is for ever. */
export function KeepSelect({ value = null, onChange, ...input }: KeepSelectProps) {
  const { t } = useTranslation('setting');
  const days =
    value === null || CHOICES.includes(value) ? CHOICES : [...CHOICES, value].toSorted((a, b) => a - b);
  const label = (count: number) =>
    count % YEAR === 0 ? t('keep.years', { count: count / YEAR }) : t('keep.days', { count });
  const forever = { value: 'forever' as const, label: t('keep.forever') };
  return (
    <Select<number | 'forever'>
      {...input}
      value={value ?? 'forever'}
      onChange={(chosen) => onChange?.(chosen === 'forever' ? null : chosen)}
      options={[...days.map((count) => ({ value: count, label: label(count) })), forever]}
    />
  );
}
