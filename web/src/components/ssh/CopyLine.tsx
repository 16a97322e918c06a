import { Flex, theme, Typography } from 'antd';
import type { ReactNode } from 'react';

import { CodeBox } from '../command/CodeBox.tsx';
import { CopyButton } from '../CopyButton.tsx';

interface CopyLineProps {
  title: string;
  /** Beside the title. */
  tag?: ReactNode;
  help?: ReactNode;
  text: string;
}

/** Text to be taken elsewhere: what it is for, the lines as they are, and a button that copies them. */
export function CopyLine({ title, tag, help, text }: CopyLineProps) {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginXXS}>
      <Flex gap={token.marginXS} align="center">
        <strong style={{ fontWeight: token.fontWeightStrong }}>{title}</strong>
        {tag}
        <span style={{ flex: 1 }} />
        <CopyButton text={text} name={title} />
      </Flex>
      {help !== undefined && <Typography.Text type="secondary">{help}</Typography.Text>}
      <CodeBox label={title}>{text}</CodeBox>
    </Flex>
  );
}
