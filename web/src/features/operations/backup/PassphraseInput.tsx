import { Flex, Input, Progress, theme, Typography, type InputProps } from 'antd';
import { useTranslation } from 'react-i18next';

import { strengthOf } from './passphrase-strength.ts';

const PERCENT = { short: 10, weak: 35, fair: 70, strong: 100 } as const;
const STATUS = { short: 'exception', weak: 'exception', fair: 'normal', strong: 'success' } as const;

/** A new passphrase, with a hint how well it holds. */
export function PassphraseInput({ value, ...props }: InputProps) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const text = String(value ?? '');
  const strength = strengthOf(text);
  return (
    <>
      <Input.Password {...props} value={text} autoComplete="new-password" />
      {text !== '' && (
        <Flex align="center" gap={token.marginXS}>
          <Progress
            percent={PERCENT[strength]}
            status={STATUS[strength]}
            showInfo={false}
            size="small"
            style={{ flex: 1 }}
            aria-hidden
          />
          <Typography.Text type="secondary" role="status">
            {t(`strength.${strength}`)}
          </Typography.Text>
        </Flex>
      )}
    </>
  );
}
