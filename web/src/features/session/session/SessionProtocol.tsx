import { ImportOutlined, LaptopOutlined } from '@ant-design/icons';
import type { SessionRow } from '@jadegate/contract/session/session';
import { Flex, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { ProtocolTag } from '../../../components/ProtocolTag.tsx';

/** The program alone: of the versions of the protocol there is one. */
const PROGRAM = /^SSH-2\.0-/;

/** What a session speaks, and marks where it was come to with an SSH client of the person's own, or held elsewhere. */
export function SessionProtocol({
  session: { protocol, door, sshClient, isImported },
}: {
  session: Pick<SessionRow, 'protocol' | 'door' | 'sshClient' | 'isImported'>;
}) {
  const { t } = useTranslation('session');
  const client = sshClient.replace(PROGRAM, '');
  const text = client === '' ? t('door.mark') : t('door.markOf', { client });
  return (
    <Flex align="center" gap={6}>
      <ProtocolTag protocol={protocol} />
      {isImported && (
        <Tooltip title={t('imported.help')}>
          <ImportOutlined role="img" tabIndex={0} aria-label={t('imported.help')} />
        </Tooltip>
      )}
      {door === 'ssh' && (
        <Tooltip title={text}>
          <LaptopOutlined role="img" tabIndex={0} aria-label={text} />
        </Tooltip>
      )}
    </Flex>
  );
}
