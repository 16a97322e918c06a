import { Typography } from 'antd';

interface PersonTextProps {
  /** What the person is called; empty when nobody knows any more. */
  name: string;
  account: string;
}

/** A person as the console names them: the name, and the account that nobody else has. */
export function PersonText({ name, account }: PersonTextProps) {
  if (name === '' || account === '' || name === account) {
    return <span>{name || account || '—'}</span>;
  }
  return (
    <span>
      {name} <Typography.Text type="secondary">{account}</Typography.Text>
    </span>
  );
}
