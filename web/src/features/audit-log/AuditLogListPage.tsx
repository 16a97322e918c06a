import { Flex, theme } from 'antd';

import { Can } from '../../components/Can.tsx';
import { DeniedState } from '../../components/DeniedState.tsx';
import { AuditLogList } from './AuditLogList.tsx';

/** The audit log: who did what to which object. */
export function AuditLogListPage() {
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin} style={{ padding: token.paddingLG }}>
      <Can any={['audit-log']} otherwise={<DeniedState />}>
        <AuditLogList />
      </Can>
    </Flex>
  );
}
