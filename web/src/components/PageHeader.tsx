import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence on what this page is for. */
  description?: ReactNode;
  /** Top right: one primary action, others before it. */
  action?: ReactNode;
}

export function PageHeader({ title, description, action }: PageHeaderProps) {
  const { token } = theme.useToken();
  return (
    <Flex component="header" justify="space-between" align="flex-start" gap={token.margin} wrap>
      {/* On a phone the actions go below: beside them the words would have no room. */}
      <div style={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <h1
          style={{
            margin: 0,
            fontSize: token.fontSizeHeading4,
            lineHeight: token.lineHeightHeading4,
            fontWeight: token.fontWeightStrong,
            color: token.colorTextHeading,
          }}
        >
          {title}
        </h1>
        {description !== undefined && (
          <p style={{ margin: `${token.marginXXS}px 0 0`, color: token.colorTextSecondary }}>{description}</p>
        )}
      </div>
      {action !== undefined && (
        <Flex gap={token.marginXS} wrap>
          {action}
        </Flex>
      )}
    </Flex>
  );
}
