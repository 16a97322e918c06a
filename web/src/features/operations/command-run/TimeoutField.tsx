import { LIMITS } from '@jadegate/contract/limits';
import { Form, InputNumber } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface TimeoutFieldProps {
  value: number;
  onChange: (seconds: number) => void;
}

/** How long each host may take. */
export function TimeoutField({ value, onChange }: TimeoutFieldProps) {
  const { t } = useTranslation('command-run');
  const id = useId();
  return (
    <Form.Item label={t('field.timeout')} htmlFor={id}>
      <InputNumber
        id={id}
        min={LIMITS.runSeconds.min}
        max={LIMITS.runSeconds.max}
        precision={0}
        suffix={t('unit.seconds')}
        value={value}
        onChange={(seconds) => onChange(seconds ?? LIMITS.runSeconds.default)}
      />
    </Form.Item>
  );
}
