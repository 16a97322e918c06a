import { LaptopOutlined } from '@ant-design/icons';
import type { SessionRow } from '@jadegate/contract/session/session';
import { Flex, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { ProtocolTag } from '../../../components/ProtocolTag.tsx';

/** The program alone: of the versions of the protocol there is one. */
const PROGRAM = /^SSH-2\.0-/;

/** What a session speaks, and a mark where it was come to with an SSH client of the person's own. */
export function SessionProtocol({
  session: { protocol, door, sshClient },
}: {
  session: Pick<SessionRow, 'protocol' | 'door' | 'sshClient'>;
}) {
  const { t } = useTranslation('session');
  const client = sshClient.replace(PROGRAM, '');
  const text = client === '' ? t('door.mark') : t('door.markOf', { client });
  return (
    <Flex align="center" gap={6}>
      <ProtocolTag protocol={protocol} />
      {door === 'ssh' && (
        <Tooltip title={text}>
          <LaptopOutlined role="img" tabIndex={0} aria-label={text} />
        </Tooltip>
      )}
    </Flex>
  );
}
