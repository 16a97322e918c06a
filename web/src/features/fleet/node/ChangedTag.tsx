import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

/** Says that something was found which nobody has confirmed, and that a machine is not as it should be. */
export function ChangedTag({
  row: { openChanges, differs },
}: {
  row: { openChanges: number; differs?: boolean };
}) {
  const { t } = useTranslation('node');
  return (
    <>
      {differs === true && (
        <Tag color="error" style={{ marginInlineEnd: 0 }}>
          {t('hint.differs')}
        </Tag>
      )}
      {openChanges > 0 && (
        <Tag color="warning" style={{ marginInlineEnd: 0 }}>
          {t('hint.changes', { count: openChanges })}
        </Tag>
      )}
    </>
  );
}
