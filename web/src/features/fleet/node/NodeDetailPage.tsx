import {
  CodeOutlined,
  DownOutlined,
  EditOutlined,
  LinkOutlined,
  PoweroffOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { Node } from '@jadegate/contract/fleet/node';
import { NODE_POWER_ACTIONS } from '@jadegate/contract/fleet/node-power';
import { hostAndPort } from '@jadegate/contract/host';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { Can } from '../../../components/Can.tsx';
import { DetailPage, type DetailTab, type MoreTabs } from '../../../components/detail/DetailPage.tsx';
import { lazyOverlays } from '../../../components/lazyOverlays.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { useOverlays, type OpenOverlay } from '../../../hooks/useOverlays.ts';
import { nodeQuery, useCollectNode } from './node.queries.ts';
import { NodeActionsTab } from './NodeActionsTab.tsx';
import { NodeChangesTab } from './NodeChangesTab.tsx';
import { NodeDisksTab } from './NodeDisksTab.tsx';
import { NodeFactsTab } from './NodeFactsTab.tsx';
import { NodeNetworkTab } from './NodeNetworkTab.tsx';
import type { NodeTargets } from './NodeOverlays.tsx';
import { NodeOverviewTab } from './NodeOverviewTab.tsx';

const NodeOverlays = lazyOverlays(async () => (await import('./NodeOverlays.tsx')).NodeOverlays);

/** One physical host: what it is, how it does and did, and what changed on it. */
export function NodeDetailPage({ moreTabs }: MoreTabs<Node>) {
  const { t } = useTranslation('node');
  const { nodeId = '' } = useParams();
  const overlays = useOverlays<NodeTargets>();
  const action = (node: Node) => <Actions node={node} open={overlays.open} />;
  const tabs = (node: Node): DetailTab[] => [
    { key: 'overview', label: t('tab.overview'), content: <NodeOverviewTab node={node} /> },
    { key: 'facts', label: t('tab.facts'), content: <NodeFactsTab node={node} /> },
    { key: 'disks', label: t('tab.disks'), content: <NodeDisksTab node={node} /> },
    { key: 'network', label: t('tab.network'), content: <NodeNetworkTab node={node} /> },
    { key: 'changes', label: t('tab.changes'), content: <NodeChangesTab node={node} /> },
    { key: 'actions', label: t('tab.actions'), content: <NodeActionsTab node={node} /> },
    ...(moreTabs?.(node) ?? []),
  ];
  return (
    <>
      <DetailPage
        read={nodeQuery(nodeId)}
        title={({ name }) => name}
        description={({ ip, port }) => (ip === '' ? t('hint.unlinked') : hostAndPort(ip, port))}
        action={action}
        tabs={tabs}
        listPath="/node"
      />
      <NodeOverlays overlays={overlays} />
    </>
  );
}

function Actions({ node, open }: { node: Node; open: OpenOverlay<NodeTargets> }) {
  const { t } = useTranslation('node');
  const { message } = App.useApp();
  const collect = useCollectNode();
  const { id, name, assetId, assetName } = node;
  const run = () =>
    collect.mutate(id, {
      onSuccess: ({ status }) =>
        void message.info(t('message.collected', { name, status: t(`status.${status}`) })),
    });
  return (
    <>
      {assetId === null ? (
        <Can any={['asset-add']}>
          <Can any={['node-edit']}>
            <Button type="primary" icon={<LinkOutlined aria-hidden />} onClick={() => open('asset', node)}>
              {t('action.link')}
            </Button>
          </Can>
        </Can>
      ) : (
        <Can any={['asset-access']}>
          <Button
            type="primary"
            href={connectPath({ id: assetId, name: assetName, protocol: 'ssh' })}
            target="_blank"
            rel="noopener"
            icon={<CodeOutlined aria-hidden />}
          >
            {t('action.connect')}
          </Button>
        </Can>
      )}
      <Can any={['node-collect']}>
        <Button icon={<SyncOutlined aria-hidden />} loading={collect.isPending} onClick={run}>
          {t('action.collect')}
        </Button>
      </Can>
      {assetId !== null && (
        <Can any={['node-power']}>
          <Dropdown
            trigger={['click']}
            menu={{
              items: NODE_POWER_ACTIONS.map((action) => ({
                key: action,
                label: t(`act.${action}`),
                danger: true,
                onClick: () => open('power', { node, action }),
              })),
            }}
          >
            <Button icon={<PoweroffOutlined aria-hidden />}>
              {t('action.power')} <DownOutlined aria-hidden />
            </Button>
          </Dropdown>
        </Can>
      )}
      <Can any={['node-edit']}>
        <Button icon={<EditOutlined aria-hidden />} onClick={() => open('form', id)}>
          {t('action.edit')}
        </Button>
      </Can>
    </>
  );
}
