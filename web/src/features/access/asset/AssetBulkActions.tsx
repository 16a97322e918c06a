import { ApiOutlined, DeleteOutlined, DownOutlined, TagsOutlined } from '@ant-design/icons';
import type { AssetRow } from '@jadegate/contract/access/asset';
import type { MenuId } from '@jadegate/contract/menu';
import { Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';

import { Can } from '../../../components/Can.tsx';
import { useCan } from '../../../hooks/account.ts';
import type { OpenOverlay } from '../../../hooks/useOverlays.ts';
import type { ChangeKind } from './AssetBulkDrawer.tsx';
import type { AssetTargets } from './AssetOverlays.tsx';

interface AssetBulkActionsProps {
  rows: AssetRow[];
  open: OpenOverlay<AssetTargets>;
}

/** Behind the tags, because they are rarer. */
const OTHERS: readonly { kind: ChangeKind; access: MenuId }[] = [
  { kind: 'owner', access: 'asset-change-owner' },
  { kind: 'gateway', access: 'asset-edit' },
  { kind: 'credential', access: 'asset-edit' },
];

/** What can be done with the ticked assets. */
export function AssetBulkActions({ rows, open }: AssetBulkActionsProps) {
  const { t } = useTranslation('asset');
  const can = useCan();
  const others = OTHERS.filter(({ access }) => can(access));
  return (
    <>
      <Can any={['asset-conn-test']}>
        <Button icon={<ApiOutlined aria-hidden />} onClick={() => open('test', rows)}>
          {t('action.test')}
        </Button>
      </Can>
      <Can any={['asset-edit']}>
        <Button icon={<TagsOutlined aria-hidden />} onClick={() => open('bulk', { kind: 'tags', rows })}>
          {t('bulk.tags')}
        </Button>
      </Can>
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map(({ kind }) => ({
              key: kind,
              label: t(`bulk.${kind}`),
              onClick: () => open('bulk', { kind, rows }),
            })),
          }}
        >
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t('bulk.change')}
          </Button>
        </Dropdown>
      )}
      <Can any={['asset-del']}>
        <Button danger icon={<DeleteOutlined aria-hidden />} onClick={() => open('removal', rows)}>
          {t('action.delete')}
        </Button>
      </Can>
    </>
  );
}
