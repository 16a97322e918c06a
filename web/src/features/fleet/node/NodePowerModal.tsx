import type { NodeRow } from '@jadegate/contract/fleet/node';
import {
  POWER_NOTICE_SECONDS,
  type NodeImpact,
  type NodePowerAction,
} from '@jadegate/contract/fleet/node-power';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Checkbox, Flex, Skeleton, theme, Typography } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ConfirmModal } from '../../../components/ConfirmModal.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { nodeImpactQuery, usePowerNode } from './node.queries.ts';

export interface NodeOrder {
  node: NodeRow;
  action: NodePowerAction;
}

/** Names what ends with a host before it is restarted or shut down. */
export function NodePowerModal({ open, target: order, onClose }: OverlayProps<NodeOrder>) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const power = usePowerNode();
  const [notify, setNotify] = useState(true);
  const impact = useQuery({ ...nodeImpactQuery(order?.node.id ?? ''), enabled: open && order !== undefined });
  if (!order) {
    return null;
  }
  // As long as nobody knows, there may be somebody.
  const hasPeople = impact.data?.sessionCount !== 0;
  const { node, action } = order;
  const { id, name } = node;
  const label = t(`act.${action}`);
  const send = async (reason: string) => {
    await power.mutateAsync({ id, body: { action, confirm: name, reason, notify } });
    message.info(t('message.power', { name, action: label }));
  };
  return (
    <ConfirmModal
      key={`${id} ${action}`}
      open={open}
      title={t('confirm.power.title', { name, action: label })}
      consequence={
        <Flex vertical gap={token.marginSM}>
          <span>{t(`consequence.${action}`)}</span>
          {open && <Impact nodeId={id} />}
          {hasPeople && (
            <Checkbox checked={notify} onChange={({ target }) => setNotify(target.checked)}>
              {t('field.notify', { seconds: POWER_NOTICE_SECONDS })}
            </Checkbox>
          )}
          {node.lifecycle === 'active' && (
            <Typography.Text type="secondary">{t('consequence.maintain')}</Typography.Text>
          )}
        </Flex>
      }
      confirmLabel={label}
      typeName={name}
      reason="needed"
      onConfirm={send}
      onClose={() => {
        setNotify(true);
        onClose();
      }}
    />
  );
}

function Impact({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation('node');
  const { data, error } = useQuery(nodeImpactQuery(nodeId));
  if (!data) {
    return error ? (
      <Alert type="warning" showIcon title={t('impact.unknown', { reason: error.message })} />
    ) : (
      <Skeleton active title={false} paragraph={{ rows: 2 }} />
    );
  }
  const { sessionCount, vmCount, processCount } = data;
  if (sessionCount + vmCount + processCount === 0) {
    return <Alert type="info" showIcon title={t('impact.none')} />;
  }
  return (
    <Alert
      type="warning"
      showIcon
      style={{ alignItems: 'flex-start' }}
      title={
        <Flex vertical gap="small">
          <Sessions impact={data} />
          <Some
            title={t('impact.vms', { count: vmCount })}
            count={vmCount}
            items={data.vms.map(({ id, name, isProtected }) => ({
              key: id,
              text: isProtected ? `${name}（${t('impact.protected')}）` : name,
            }))}
          />
          <Some
            title={t('impact.processes', { count: processCount })}
            count={processCount}
            items={data.processes.map(({ pid, name, person }) => ({
              key: String(pid),
              text: [name, person].filter(Boolean).join(' · '),
            }))}
          />
        </Flex>
      }
    />
  );
}

function Sessions({ impact: { sessionCount, sessions } }: { impact: NodeImpact }) {
  const { t } = useTranslation('node');
  return (
    <Some
      title={t('impact.sessions', { count: sessionCount })}
      count={sessionCount}
      items={sessions.map(({ id, person, target }) => ({ key: id, text: `${person} → ${target}` }))}
    />
  );
}

/** So many are read before a click. */
const SHOWN = 5;

interface SomeProps {
  title: string;
  count: number;
  items: { key: string; text: string }[];
}

function Some({ title, count, items }: SomeProps): ReactNode {
  const { t } = useTranslation('node');
  if (count === 0) {
    return null;
  }
  const shown = items.slice(0, SHOWN);
  return (
    <div>
      <strong>{title}</strong>
      <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
        {shown.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
        {count > shown.length && <li>{t('impact.more', { count: count - shown.length })}</li>}
      </ul>
    </div>
  );
}
