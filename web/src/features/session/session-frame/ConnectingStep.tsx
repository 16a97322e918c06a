import { Flex, Spin, theme } from 'antd';

import styles from './PaneFrame.module.css';

/** What is being done to open the session. Where that is done at once, nobody sees it. */
export function ConnectingStep({ step }: { step: string }) {
  const { token } = theme.useToken();
  return (
    <Flex
      className={styles.step}
      align="center"
      gap={token.marginSM}
      style={{
        background: token.colorBgElevated,
        border: `1px solid ${token.colorBorder}`,
        borderRadius: token.borderRadiusLG,
        color: token.colorText,
      }}
    >
      <Spin size="small" />
      <span role="status">{step}</span>
    </Flex>
  );
}
