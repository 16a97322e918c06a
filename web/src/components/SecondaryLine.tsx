import { Typography } from 'antd';

/** What stands small below a name, cut where there is no room for it. */
export function SecondaryLine({ text }: { text: string }) {
  return (
    <Typography.Text
      type="secondary"
      ellipsis={{ tooltip: text }}
      style={{ display: 'block', fontSize: '0.85em' }}
    >
      {text}
    </Typography.Text>
  );
}
