import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** Says that something was found which nobody has confirmed. */
export function ChangedTag({ row: { openChanges } }: { row: { openChanges: number } }) {
  const { t } = useTranslation('node');
  return openChanges === 0 ? null : (
    <Tag color="warning" style={{ marginInlineEnd: 0 }}>
      {t('hint.changes', { count: openChanges })}
    </Tag>
  );
}
