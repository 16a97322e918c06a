import {
  DeleteOutlined,
  PlayCircleOutlined,
  ShareAltOutlined,
  StopOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import type { Command } from '@jadegate/contract/access/command';
import { listParameters } from '@jadegate/contract/access/command-parameters';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import { useAccount } from '../../../hooks/account.ts';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import { useWholeCommand } from '../../../hooks/useWholeCommand.ts';
import { readCommand, useShareCommand, type CommandScope } from './command.queries.ts';
import type { CommandTargets } from './CommandOverlays.tsx';
import { useCopyCommand } from './useCopyCommand.ts';

interface CommandRowActionsProps {
  scope: CommandScope;
  row: Command;
  open: OpenOverlay<CommandTargets>;
}

/** What can be done with one command. */
export function CommandRowActions({ scope, row, open }: CommandRowActionsProps) {
  const { t } = useTranslation('command');
  const { message } = App.useApp();
  const share = useShareCommand();
  const copy = useCopyCommand();
  const account = useAccount();
  const navigate = useNavigate();
  const isAdmin = scope === 'all';
  const isForeign = !isAdmin && row.owner !== account?.id;

  const withWhole = useWholeCommand(readCommand(scope));

  const handleCopy = () =>
    withWhole(row, (command) => {
      if (listParameters(command.content).length > 0) {
        open('parameters', command);
      } else {
        copy(command.name, command.content);
      }
    });
  const handleShare = ({ id, name, content }: Command) => {
    share.mutate(
      { id, body: { name, content, shared: !row.shared } },
      {
        onSuccess: () => {
          message.success(t(row.shared ? 'message.unshared' : 'message.shared', { name }));
        },
      },
    );
  };

  const actions: RowAction[] = [
    { key: 'copy', label: t('action.copy'), onClick: handleCopy },
    {
      key: 'edit',
      label: t('action.edit'),
      hidden: isForeign,
      ...(isAdmin && { access: ['command-edit'] }),
      onClick: () => open('form', row.id),
    },
    {
      key: 'run',
      label: t('action.run'),
      icon: <PlayCircleOutlined aria-hidden />,
      ...(isAdmin && { access: ['command-exec'] }),
      onClick: () =>
        void navigate(`${isAdmin ? '/batch-command' : '/my-run'}?commandId=${encodeURIComponent(row.id)}`),
    },
    {
      key: 'share',
      label: row.shared ? t('action.unshare') : t('action.share'),
      icon: row.shared ? <StopOutlined aria-hidden /> : <ShareAltOutlined aria-hidden />,
      hidden: !isAdmin,
      access: ['command-edit'],
      onClick: () => withWhole(row, handleShare),
    },
    {
      key: 'change-owner',
      label: t('action.changeOwner'),
      icon: <UserSwitchOutlined aria-hidden />,
      hidden: !isAdmin,
      access: ['command-change-owner'],
      onClick: () => open('owner', row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      hidden: isForeign,
      ...(isAdmin && { access: ['command-del'] }),
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.name} actions={actions} inline={isAdmin ? 2 : 4} />;
}
