import { Flex, Progress, theme, Typography } from 'antd';

/** What is under way. The server does it in one go, so the bar moves without promising how much is left. */
export function ImportProgress({ label }: { label: string }) {
  const { token } = theme.useToken();
  return (
    <Flex vertical role="status" aria-live="polite" gap={token.marginXXS}>
      <Typography.Text type="secondary">{label}</Typography.Text>
      <Progress percent={100} status="active" showInfo={false} size="small" aria-hidden />
    </Flex>
  );
}
