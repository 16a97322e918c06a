import { CheckOutlined, CopyOutlined, WarningOutlined } from '@ant-design/icons';
import { Button, Tooltip, type ButtonProps } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { copyText } from './copy-text.ts';

const SHOWN_MS = 2000;

const ICONS = {
  idle: <CopyOutlined aria-hidden />,
  copied: <CheckOutlined aria-hidden />,
  failed: <WarningOutlined aria-hidden />,
};

interface CopyButtonProps extends Pick<ButtonProps, 'className' | 'size' | 'type'> {
  text: string;
  /** What is copied, for those who hear rather than see it. */
  name?: string;
}

/** Copies a text and says so on the button itself. */
export function CopyButton({ text, name, size = 'small', type = 'text', className }: CopyButtonProps) {
  const { t } = useTranslation('parts');
  const [result, setResult] = useState<keyof typeof ICONS>('idle');

  useEffect(() => {
    if (result === 'idle') {
      return undefined;
    }
    const timer = setTimeout(() => setResult('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const label = t(`copy.${result}`);
  const handleCopy = () => {
    copyText(text).then(
      () => setResult('copied'),
      () => setResult('failed'),
    );
  };
  return (
    <Tooltip title={label}>
      <Button
        className={className}
        size={size}
        type={type}
        icon={ICONS[result]}
        aria-label={name === undefined ? label : `${label} ${name}`}
        onClick={handleCopy}
      />
    </Tooltip>
  );
}
