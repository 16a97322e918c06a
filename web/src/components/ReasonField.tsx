import { LIMITS } from '@jadegate/contract/limits';
import { Input, theme } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  isNeeded: boolean;
}

/** Why somebody does this, for those who read the log. */
export function ReasonField({ value, onChange, isNeeded }: ReasonFieldProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const id = useId();
  return (
    <div style={{ marginTop: token.margin }}>
      <label htmlFor={id} style={{ display: 'block', marginBottom: token.marginXS }}>
        {t(isNeeded ? 'field.reasonNeeded' : 'field.reason')}
      </label>
      <Input
        id={id}
        maxLength={LIMITS.reason.max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
