import type { MenuNode } from '@jadegate/contract/menu';
import { theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { keysOf } from './menu-ticks.ts';

interface MenuTitleProps {
  node: MenuNode;
  ticked: readonly string[];
  isLocked: boolean;
}

/** A node of the menu tree; one with others below says how many of them are ticked. */
export function MenuTitle({ node, ticked, isLocked }: MenuTitleProps) {
  const { t } = useTranslation('role');
  const { token } = theme.useToken();
  const below = keysOf(node.children ?? []);
  const count = below.filter((key) => ticked.includes(key)).length;
  const notes = [
    ...(below.length > 0 ? [t('help.tickedBelow', { ticked: count, total: below.length })] : []),
    ...(isLocked ? [t('help.locked')] : []),
  ];
  return (
    <>
      {node.title}
      {notes.map((note) => (
        <span
          key={note}
          style={{
            marginInlineStart: token.marginXS,
            color: token.colorTextSecondary,
            fontSize: token.fontSizeSM,
            fontVariantNumeric: 'tabular-nums',
          }}
        >
          {note}
        </span>
      ))}
    </>
  );
}
