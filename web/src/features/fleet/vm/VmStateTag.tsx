import type { VmRow } from '@jadegate/contract/fleet/vm';
import type { VmState } from '@jadegate/contract/fleet/vm-state';
import { Flex, Tag, theme, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';

import { StatusTag, type StatusTone } from '../../../components/StatusTag.tsx';

const TONES: Record<VmState, StatusTone> = {
  stopped: 'default',
  starting: 'processing',
  running: 'success',
  paused: 'warning',
  stopping: 'processing',
  rebooting: 'processing',
  crashed: 'error',
  suspended: 'warning',
  locked: 'warning',
  missing: 'error',
  unknown: 'default',
};

/** What a machine does, what is done with it, and whether it is kept from harm. */
export function VmStateTag({ vm }: { vm: Pick<VmRow, 'state' | 'stateReason' | 'task' | 'isProtected'> }) {
  const { t } = useTranslation('vm');
  const { token } = theme.useToken();
  const { state, stateReason, task, isProtected } = vm;
  const doing = task ? t('hint.doing', { action: t(`act.${task.action}`) }) : '';
  return (
    <Flex gap={token.marginXXS} wrap>
      <Tooltip title={[doing, stateReason].filter(Boolean).join(' ')}>
        <span>
          <StatusTag tone={task ? 'processing' : TONES[state]}>{t(`state.${state}`)}</StatusTag>
        </span>
      </Tooltip>
      {isProtected && <Tag style={{ marginInlineEnd: 0 }}>{t('field.isProtected')}</Tag>}
    </Flex>
  );
}
