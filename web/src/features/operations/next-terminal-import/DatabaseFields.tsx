import type { NextTerminalPlace } from '@jadegate/contract/operations/next-terminal-import';
import { Flex, Input, theme, Typography } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

const NAMES = ['host', 'port', 'database', 'username', 'password'] as const;
type Name = (typeof NAMES)[number];
type TypedDatabase = Record<Name, string>;

export const BLANK_DATABASE: TypedDatabase = {
  host: '',
  port: '3306',
  database: 'next-terminal',
  username: '',
  password: '',
};

/** Undefined while something is missing. */
export function placeOfDatabase(typed: TypedDatabase): NextTerminalPlace | undefined {
  const port = Number(typed.port);
  const isWhole = typed.host.trim() !== '' && typed.database !== '' && typed.username !== '';
  return isWhole && Number.isInteger(port) && port > 0 && port <= 65_535
    ? {
        kind: 'mysql',
        host: typed.host.trim(),
        port,
        database: typed.database,
        username: typed.username,
        password: typed.password,
      }
    : undefined;
}

interface DatabaseFieldsProps {
  database: TypedDatabase;
  onChange: (database: TypedDatabase) => void;
}

/** The address of a MySQL or MariaDB server and an account that may read there. */
export function DatabaseFields({ database, onChange }: DatabaseFieldsProps) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const id = useId();
  return (
    <Flex vertical gap={token.marginSM}>
      {NAMES.map((name) => {
        const shared = {
          id: `${id}-${name}`,
          value: database[name],
          autoComplete: 'off',
          onChange: ({ target }: { target: { value: string } }) =>
            onChange({ ...database, [name]: target.value }),
        };
        return (
          <Flex key={name} vertical gap={token.marginXXS}>
            <label htmlFor={shared.id}>{t(`field.${name}`)}</label>
            {name === 'password' ? (
              <Input.Password {...shared} autoComplete="new-password" />
            ) : (
              <Input {...shared} inputMode={name === 'port' ? 'numeric' : 'text'} />
            )}
          </Flex>
        );
      })}
      <Typography.Text type="secondary">{t('help.mysql')}</Typography.Text>
    </Flex>
  );
}
