import { Alert, Button, Flex, Input, theme, Typography } from 'antd';
import { useId, useState, type ReactNode, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { useBringImport } from './next-terminal-import.queries.ts';

interface BringFormProps {
  label: string;
  isDisabled?: boolean;
  /** Other buttons before that which brings. */
  children: ReactNode;
}

/** Asks for the person's own password, and brings what was looked at, or the rest of it. */
export function BringForm({ label, isDisabled = false, children }: BringFormProps) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const id = useId();
  const [password, setPassword] = useState('');
  const bring = useBringImport();

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (password !== '' && !isDisabled) {
      bring.mutate({ password });
    }
  };

  return (
    <form onSubmit={handleSubmit}>
      <Flex vertical gap={token.marginSM}>
        <Flex vertical gap={token.marginXXS}>
          <label htmlFor={id}>{t('field.ownPassword')}</label>
          <Input.Password
            id={id}
            value={password}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.target.value)}
          />
          <Typography.Text type="secondary">{t('help.ownPassword')}</Typography.Text>
        </Flex>
        {bring.error && <Alert type="error" showIcon role="alert" title={readFailure(bring.error).message} />}
        <Flex justify="flex-end" gap={token.marginXS} wrap>
          {children}
          <Button
            type="primary"
            htmlType="submit"
            loading={bring.isPending}
            disabled={password === '' || isDisabled}
          >
            {label}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
