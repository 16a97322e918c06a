import { RETENTION_PRESETS } from '@jadegate/contract/operations/retention';
import { InputNumber, Select, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const PRESETS = Object.entries(RETENTION_PRESETS) as [keyof typeof RETENTION_PRESETS, number][];
/** What is in the field when somebody begins to choose their own. */
const FIRST_CUSTOM = 360;

type Choice = number | 'forever' | 'custom';

interface KeepSelectProps {
  id?: string;
  value?: number | null;
  onChange?: (days: number | null) => void;
  disabled?: boolean;
}

/** How long something is kept: what the rules ask for, for ever, or any number of days. Empty is for ever. */
export function KeepSelect({ value = null, onChange, disabled, ...input }: KeepSelectProps) {
  const { t } = useTranslation('setting');
  const isPreset = value === null || PRESETS.some(([, days]) => days === value);
  const [wantsOwn, setWantsOwn] = useState(false);
  const isOwn = wantsOwn || !isPreset;
  const choice: Choice = isOwn ? 'custom' : (value ?? 'forever');
  const choose = (chosen: Choice) => {
    setWantsOwn(chosen === 'custom');
    onChange?.(chosen === 'forever' ? null : chosen === 'custom' ? (value ?? FIRST_CUSTOM) : chosen);
  };
  return (
    <Space.Compact block>
      <Select<Choice>
        {...input}
        disabled={disabled}
        value={choice}
        onChange={choose}
        options={[
          ...PRESETS.map(([name, days]) => ({ value: days, label: t(`keep.${name}`) })),
          { value: 'forever' as const, label: t('keep.forever') },
          { value: 'custom' as const, label: t('keep.custom') },
        ]}
      />
      {isOwn && (
        <InputNumber
          aria-label={t('keep.customDays')}
          disabled={disabled}
          value={value}
          precision={0}
          min={1}
          suffix={t('unit.days')}
          // While it is empty nothing is chosen: for ever is a choice of its own.
          onChange={(days) => days !== null && onChange?.(days)}
        />
      )}
    </Space.Compact>
  );
}
