import { CheckOutlined, MinusOutlined } from '@ant-design/icons';
import type { Role } from '@jadegate/contract/identity/role-endpoints';
import { useQuery } from '@tanstack/react-query';
import { Flex, theme, Tree } from 'antd';
import { useTranslation } from 'react-i18next';

import { LoadState } from '../../../components/LoadState.tsx';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import { grantedTree, tickedIn } from './menu-ticks.ts';
import { treeData, type MenuTreeNode } from './menu-tree-data.ts';
import { menusQuery } from './role.queries.ts';

/** What a role opens, as a tree to read. */
export function GrantedMenus({ role }: { role: Role }) {
  const { t } = useTranslation('role');
  const { token } = theme.useToken();
  const { data, error, isFetching, refetch } = useQuery(menusQuery(useLanguage()));
  if (data === undefined) {
    return <LoadState {...{ error, isFetching, refetch }} rows={6} />;
  }
  const ticked = new Set(tickedIn(role.menus));
  const shown = grantedTree(
    data,
    role.menus.map(({ menuId }) => menuId),
  );
  const mark = (isTicked: boolean) =>
    isTicked ? (
      <CheckOutlined aria-label={t('mark.ticked')} style={{ color: token.colorPrimary }} />
    ) : (
      <MinusOutlined aria-label={t('mark.path')} style={{ color: token.colorTextSecondary }} />
    );
  const renderNode = ({ key, title }: MenuTreeNode) => (
    <>
      {mark(ticked.has(key))} {title}
    </>
  );
  return (
    <Flex vertical gap={token.marginXS} component="section" aria-label={t('field.menus')}>
      <strong>{t('field.menus')}</strong>
      <Flex gap={token.margin} style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
        <span>
          {mark(true)} {t('mark.ticked')}
        </span>
        <span>
          {mark(false)} {t('mark.path')}
        </span>
      </Flex>
      {shown.length === 0 ? (
        <span>{t('empty.granted')}</span>
      ) : (
        <Tree<MenuTreeNode>
          defaultExpandAll
          selectable={false}
          style={{ padding: token.paddingXS }}
          treeData={treeData(shown)}
          titleRender={renderNode}
        />
      )}
    </Flex>
  );
}
