import {
  CopyOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EyeOutlined,
  UserSwitchOutlined,
} from '@ant-design/icons';
import { downloadPublicKey, type CredentialRow } from '@jadegate/contract/access/credential';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { download } from '../../../api/download.ts';
import { copyText } from '../../../components/copy-text.ts';
import { RowActions, type RowAction } from '../../../components/RowActions.tsx';
import type { RowActionsProps } from '../../../hooks/useOverlays.ts';
import { credentialQuery } from './credential.queries.ts';
import type { CredentialTargets } from './CredentialOverlays.tsx';

/** What can be done with one credential. */
export function CredentialRowActions({ row, open }: RowActionsProps<CredentialRow, CredentialTargets>) {
  const { t } = useTranslation('credential');
  const { message } = App.useApp();
  const queryClient = useQueryClient();
  const isPassword = row.type === 'custom';

  const copyPublicKey = () => {
    queryClient
      .query(credentialQuery(row.id))
      .then(({ publicKey }) => copyText(publicKey))
      .then(
        () => message.success(t('message.publicKeyCopied')),
        () => message.error(t('message.publicKeyNotCopied')),
      );
  };

  const actions: RowAction[] = [
    {
      key: 'edit',
      label: t('action.edit'),
      access: ['credential-edit'],
      onClick: () => open('form', row.id),
    },
    {
      key: 'reveal',
      label: t('action.reveal'),
      icon: <EyeOutlined aria-hidden />,
      access: ['credential-reveal'],
      onClick: () => open('reveal', row),
    },
    {
      key: 'copy-public-key',
      label: t('action.copyPublicKey'),
      icon: <CopyOutlined aria-hidden />,
      hidden: isPassword,
      onClick: copyPublicKey,
    },
    {
      key: 'download-public-key',
      label: t('action.downloadPublicKey'),
      icon: <DownloadOutlined aria-hidden />,
      hidden: isPassword,
      onClick: () => void download(downloadPublicKey, { params: { id: row.id } }),
    },
    {
      key: 'change-owner',
      label: t('action.changeOwner'),
      icon: <UserSwitchOutlined aria-hidden />,
      access: ['credential-change-owner'],
      onClick: () => open('owner', row),
    },
    {
      key: 'delete',
      label: t('action.delete'),
      icon: <DeleteOutlined aria-hidden />,
      danger: true,
      access: ['credential-del'],
      onClick: () => open('removal', [row]),
    },
  ];
  return <RowActions name={row.name} actions={actions} />;
}
