import { Flex, theme } from 'antd';
import type { ReactNode } from 'react';

interface StateViewProps {
  icon: ReactNode;
  tone?: 'neutral' | 'error' | 'warning';
  title: ReactNode;
  description?: ReactNode;
  action?: ReactNode;
  /** `alert` is read out at once; the others are found when reached. */
  role?: 'status' | 'alert';
}

/** The common form of "nothing here", "went wrong" and "not allowed". */
export function StateView({
  icon,
  tone = 'neutral',
  title,
  description,
  action,
  role = 'status',
}: StateViewProps) {
  const { token } = theme.useToken();
  const colours = {
    neutral: { color: token.colorTextTertiary, background: token.colorFillTertiary },
    error: { color: token.colorError, background: token.colorErrorBg },
    warning: { color: token.colorWarning, background: token.colorWarningBg },
  };
  return (
    <Flex
      vertical
      align="center"
      role={role}
      style={{
        padding: `${token.paddingXL * 2}px ${token.paddingLG}px`,
        background: token.colorBgContainer,
        borderRadius: token.borderRadiusLG,
      }}
    >
      <Flex
        align="center"
        justify="center"
        aria-hidden
        style={{ width: 64, height: 64, borderRadius: '50%', fontSize: 28, ...colours[tone] }}
      >
        {icon}
      </Flex>
      <h2
        style={{
          margin: `${token.margin}px 0 0`,
          fontSize: token.fontSizeLG,
          fontWeight: token.fontWeightStrong,
        }}
      >
        {title}
      </h2>
      {description !== undefined && (
        <div
          style={{
            marginTop: token.marginXS,
            maxWidth: 480,
            textAlign: 'center',
            color: token.colorTextSecondary,
            overflowWrap: 'anywhere',
          }}
        >
          {description}
        </div>
      )}
      {action !== undefined && (
        <Flex gap={token.marginXS} style={{ marginTop: token.marginMD }}>
          {action}
        </Flex>
      )}
    </Flex>
  );
}
