import { Card, theme, Typography } from 'antd';
import type { ReactNode } from 'react';

interface FigureCardProps {
  title: string;
  value: string | number;
  /** What it is out of, or where it leads. */
  detail: ReactNode;
}

/** One figure out of a row of them above a list. */
export function FigureCard({ title, value, detail }: FigureCardProps) {
  const { token } = theme.useToken();
  return (
    <Card size="small" style={{ flex: '1 1 150px' }}>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <div style={{ fontSize: token.fontSizeHeading3, fontVariantNumeric: 'tabular-nums' }}>{value}</div>
      <Typography.Text type="secondary" style={{ fontSize: token.fontSizeSM }}>
        {detail}
      </Typography.Text>
    </Card>
  );
}
