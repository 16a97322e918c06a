import {
  CodeOutlined,
  ConsoleSqlOutlined,
  DeploymentUnitOutlined,
  DesktopOutlined,
  WindowsOutlined,
} from '@ant-design/icons';
import type { Protocol } from '@jadegate/contract/asset-attributes';
import { Tag } from 'antd';
import type { ReactNode } from 'react';

const LOOKS: Record<Protocol, { label: string; colour: string; icon: ReactNode }> = {
  rdp: { label: 'RDP', colour: 'cyan', icon: <WindowsOutlined aria-hidden /> },
  ssh: { label: 'SSH', colour: 'blue', icon: <CodeOutlined aria-hidden /> },
  vnc: { label: 'VNC', colour: 'purple', icon: <DesktopOutlined aria-hidden /> },
  telnet: { label: 'Telnet', colour: 'geekblue', icon: <ConsoleSqlOutlined aria-hidden /> },
  kubernetes: { label: 'Kubernetes', colour: 'volcano', icon: <DeploymentUnitOutlined aria-hidden /> },
};

/** Names of protocols are the same in every language. */
export function protocolLabel(protocol: Protocol): string {
  return LOOKS[protocol].label;
}

export function ProtocolTag({ protocol }: { protocol: Protocol }) {
  const { label, colour, icon } = LOOKS[protocol];
  return (
    <Tag color={colour} icon={icon} style={{ marginInlineEnd: 0 }}>
      {/* Some of the colours are too weak for letters; for the icon they do. */}
      <span style={{ color: 'var(--jg-text)' }}>{label}</span>
    </Tag>
  );
}
