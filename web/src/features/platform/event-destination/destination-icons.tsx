import {
  ApiOutlined,
  BellOutlined,
  CommentOutlined,
  DatabaseOutlined,
  DiscordOutlined,
  FileTextOutlined,
  GoogleOutlined,
  MailOutlined,
  MessageOutlined,
  SendOutlined,
  SlackOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { DestinationKind } from '@jadegate/contract/platform/events/destination-config';
import type { ComponentType } from 'react';

/** Pictures of the kinds; none is fetched from anywhere. */
export const DESTINATION_ICONS: Record<DestinationKind, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  syslog: DatabaseOutlined,
  file: FileTextOutlined,
  webhook: ApiOutlined,
  mail: MailOutlined,
  slack: SlackOutlined,
  mattermost: MessageOutlined,
  teams: TeamOutlined,
  'google-chat': GoogleOutlined,
  discord: DiscordOutlined,
  telegram: SendOutlined,
  line: CommentOutlined,
  ntfy: BellOutlined,
};
