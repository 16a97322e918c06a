import { SearchOutlined } from '@ant-design/icons';
import type { MenuNode } from '@jadegate/contract/menu';
import { Button, Flex, Form, Input, theme, Tree } from 'antd';
import { useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FieldLabelContext } from '../../../components/form/form-context.ts';
import { useAccount } from '../../../hooks/account.ts';
import {
  keysOf,
  keysUnder,
  lockedKeys,
  searchTree,
  tickedIn,
  toMenus,
  withTicks,
  type RoleMenus,
} from './menu-ticks.ts';
import { treeData, type MenuTreeNode } from './menu-tree-data.ts';
import { MenuTitle } from './MenuTitle.tsx';

interface MenuTreeFieldProps {
  tree: readonly MenuNode[];
  /** From the form. */
  id?: string;
  value?: RoleMenus;
  /** Without any tick the value is undefined, so that the form reports the field as required. */
  onChange?: (menus: RoleMenus | undefined) => void;
}

const NO_MENUS: RoleMenus = [];

/** Picks menus in a tree. Search narrows what is shown, and with it what a tick reaches. */
export function MenuTreeField({ tree, id, value = NO_MENUS, onChange }: MenuTreeFieldProps) {
  const { t } = useTranslation('role');
  const { token } = theme.useToken();
  const label = useContext(FieldLabelContext);
  const held = useAccount()?.menus;
  const { status } = Form.Item.useStatus();
  const [text, setText] = useState('');
  const [expanded, setExpanded] = useState<string[]>(() => tree.map(({ key }) => key));

  const locked = useMemo(() => lockedKeys(tree, held ?? []), [tree, held]);
  const shown = useMemo(() => searchTree(tree, text), [tree, text]);
  const ticked = useMemo(() => tickedIn(value), [value]);
  const halfTicked = value.filter(({ checked }) => !checked).map(({ menuId }) => menuId);
  const open = keysOf(shown).filter((key) => !locked.has(key));

  const tick = (keys: readonly string[], isOn: boolean) => {
    const changeable = keys.filter((key) => !locked.has(key));
    const menus = toMenus(tree, withTicks(ticked, changeable, isOn));
    onChange?.(menus.length > 0 ? menus : undefined);
  };
  const search = (wanted: string) => {
    setText(wanted);
    setExpanded(wanted.trim() === '' ? tree.map(({ key }) => key) : keysOf(searchTree(tree, wanted)));
  };

  const renderNode = ({ menu, disableCheckbox }: MenuTreeNode) => (
    <MenuTitle node={menu} ticked={ticked} isLocked={disableCheckbox} />
  );

  return (
    <Flex vertical gap={token.marginXS} id={id} role="group" aria-label={label}>
      <Flex gap={token.marginXS} align="center" wrap>
        {/* What is wrong is the choice, not the search. */}
        <Form.Item noStyle validateStatus="">
          <Input
            type="search"
            value={text}
            placeholder={t('placeholder.searchMenus')}
            aria-label={t('placeholder.searchMenus')}
            prefix={<SearchOutlined aria-hidden style={{ color: token.colorTextTertiary }} />}
            allowClear
            style={{ width: 280 }}
            onChange={(event) => search(event.target.value)}
            // Enter would save the form.
            onPressEnter={(event) => event.preventDefault()}
          />
        </Form.Item>
        <Button type="link" size="small" onClick={() => tick(open, true)}>
          {t('action.tickAll')}
        </Button>
        <Button type="link" size="small" onClick={() => tick(open, false)}>
          {t('action.tickNone')}
        </Button>
        <span role="status" style={{ marginInlineStart: 'auto', color: token.colorTextSecondary }}>
          {t('help.ticked', { count: ticked.length })}
        </span>
      </Flex>
      <div
        style={{
          maxHeight: 'max(240px, calc(100vh - 420px))',
          overflow: 'auto',
          padding: token.paddingXS,
          border: `${token.lineWidth}px solid ${status === 'error' ? token.colorError : token.colorBorder}`,
          borderRadius: token.borderRadius,
        }}
      >
        {shown.length === 0 && <span>{t('empty.menus')}</span>}
        <Tree<MenuTreeNode>
          checkable
          // Ticks are counted here: a page can be ticked without its actions.
          checkStrictly
          selectable={false}
          treeData={treeData(shown, locked)}
          titleRender={renderNode}
          expandedKeys={expanded}
          onExpand={(keys) => setExpanded(keys.map(String))}
          checkedKeys={{ checked: ticked, halfChecked: halfTicked }}
          onCheck={(_keys, { node, checked }) => tick(keysUnder(node.menu), checked)}
        />
      </div>
    </Flex>
  );
}
