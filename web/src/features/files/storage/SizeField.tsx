import { Checkbox, Flex, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

const UNITS = ['MB', 'GB', 'TB'] as const;
type Unit = (typeof UNITS)[number];
const BYTES: Record<Unit, number> = { MB: 1024 ** 2, GB: 1024 ** 3, TB: 1024 ** 4 };

interface SizeFieldProps {
  /** Given by the form. */
  id?: string;
  /** Bytes; below one there is no limit. */
  value?: number;
  onChange?: (bytes: number) => void;
}

/** The largest unit in which it is a whole number, so that nothing is rounded away. */
export function unitOf(bytes: number): Unit {
  return UNITS.findLast((unit) => bytes > 0 && bytes % BYTES[unit] === 0) ?? 'MB';
}

/** An amount of storage with its unit, or none. */
export function SizeField({ id, value = -1, onChange }: SizeFieldProps) {
  const { t } = useTranslation('storage');
  const [unit, setUnit] = useState<Unit>(() => unitOf(value));
  const isLimited = value > 0;
  const amount = isLimited ? value / BYTES[unit] : undefined;
  const change = (next: number, of: Unit) => onChange?.(Math.max(1, Math.round(next * BYTES[of])));
  return (
    <Flex gap={8} align="center" wrap>
      <InputNumber
        id={id}
        min={1}
        max={1_000_000}
        precision={unit === 'MB' ? 0 : 2}
        disabled={!isLimited}
        value={amount}
        // While it is being typed anew there is no amount yet; the last one holds.
        onChange={(next) => next !== null && change(next, unit)}
      />
      <Select
        aria-label={t('field.unit')}
        style={{ width: 80 }}
        disabled={!isLimited}
        value={unit}
        options={UNITS.map((one) => ({ value: one, label: one }))}
        onChange={(next) => {
          setUnit(next);
          change(amount ?? 1, next);
        }}
      />
      <Checkbox checked={!isLimited} onChange={({ target }) => onChange?.(target.checked ? -1 : BYTES[unit])}>
        {t('field.unlimited')}
      </Checkbox>
    </Flex>
  );
}
