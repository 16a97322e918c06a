import { Button, Flex, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface SelectionBarProps {
  count: number;
  /** How many rows the filters match, and how many of them one bulk action can take. */
  total: number;
  selectable: number;
  isSelectingAll: boolean;
  onSelectAll: () => void;
  onClear: () => void;
  /** The bulk actions. */
  children: ReactNode;
}

/** How many rows are ticked and what can be done with them. Floats at the bottom, so no row moves when it appears. */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, selectable, isSelectingAll, onSelectAll, onClear, children } = props;
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  return (
    <Flex
      role="region"
      aria-label={t('list.selection')}
      align="center"
      gap={token.marginXS}
      wrap
      style={{
        position: 'sticky',
        bottom: token.margin,
        zIndex: 1,
        padding: `${token.paddingXS}px ${token.padding}px`,
        borderRadius: token.borderRadiusLG,
        background: token.colorBgElevated,
        boxShadow: token.boxShadowSecondary,
      }}
    >
      <span role="status">{t('list.selected', { count })}</span>
      {selectable > count && (
        <Button type="link" size="small" loading={isSelectingAll} onClick={onSelectAll}>
          {t(total > selectable ? 'list.selectFirst' : 'list.selectAll', { count: selectable })}
        </Button>
      )}
      <Button type="link" size="small" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
      <Flex gap={token.marginXS} style={{ marginInlineStart: 'auto' }}>
        {children}
      </Flex>
    </Flex>
  );
}
