import { Button, Tooltip } from 'antd';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface ToolButtonProps {
  label: string;
  /** Said on hover instead of the label, such as a shortcut. */
  hint?: string;
  icon: ReactNode;
  isOn?: boolean;
  /** Why it cannot be used now: it is disabled, and says so on hover. */
  refusal?: string | undefined;
  onClick: (event: MouseEvent) => void;
}

/** A tool in the bar of the window: a symbol, its name on hover. */
export function ToolButton({ label, hint = label, icon, isOn, refusal, onClick }: ToolButtonProps) {
  const { t } = useTranslation('session-frame');
  const button = (
    <Button
      type={isOn === true ? 'primary' : 'text'}
      icon={icon}
      aria-label={label}
      {...(isOn !== undefined && { 'aria-pressed': isOn })}
      disabled={refusal !== undefined}
      onClick={onClick}
    />
  );
  if (refusal !== undefined) {
    // A disabled button gets no pointer events, so the box around it shows the reason.
    return (
      <Tooltip title={t('tool.refused', { label: hint, reason: refusal })}>
        <span>{button}</span>
      </Tooltip>
    );
  }
  // What it opened stands below it, where its name would cover the title.
  return <Tooltip title={isOn === true ? '' : hint}>{button}</Tooltip>;
}
