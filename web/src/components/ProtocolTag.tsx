import {
  CodeOutlined,
  ConsoleSqlOutlined,
  DeploymentUnitOutlined,
  DesktopOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import { PROTOCOL_NAMES, type Protocol } from '@jadegate/contract/access/asset-attributes';
import { Tag } from 'antd';
import type { ReactNode } from 'react';

const LOOKS: Record<Protocol, { colour: string; icon: ReactNode }> = {
  rdp: { colour: 'cyan', icon: <WindowsOutlined aria-hidden /> },
  ssh: { colour: 'blue', icon: <CodeOutlined aria-hidden /> },
  vnc: { colour: 'purple', icon: <DesktopOutlined aria-hidden /> },
  telnet: { colour: 'geekblue', icon: <ConsoleSqlOutlined aria-hidden /> },
  kubernetes: { colour: 'volcano', icon: <DeploymentUnitOutlined aria-hidden /> },
};

export function protocolLabel(protocol: Protocol): string {
  return PROTOCOL_NAMES[protocol];
}

export function ProtocolTag({ protocol }: { protocol: Protocol }) {
  const { colour, icon } = LOOKS[protocol];
  return (
    <Tag color={colour} icon={icon} style={{ marginInlineEnd: 0 }}>
      {/* Some of the colours are too weak for letters; for the icon they do. */}
      <span style={{ color: 'var(--jg-text)' }}>{protocolLabel(protocol)}</span>
    </Tag>
  );
}
