import type { BackupPreview, BackupSectionPreview } from '@jadegate/contract/operations/backup';
import { theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';

const STATES = ['new', 'same', 'different', 'conflict'] as const;
const COUNT_WIDTH = 110;

/** How much of each kind the file holds, against what is here. A row opens to the names. */
export function BackupPreviewTable({ sections }: { sections: BackupPreview['sections'] }) {
  const { t } = useTranslation('backup');
  const { token } = theme.useToken();
  const filled = sections.filter((section) => STATES.some((state) => section[state].count > 0));
  return (
    <SmallTable<BackupSectionPreview>
      rowKey="section"
      dataSource={filled}
      expandable={{
        expandedRowRender: renderNames,
        rowExpandable: (section) => STATES.some((state) => section[state].names.length > 0),
      }}
      columns={[
        {
          key: 'section',
          title: t('preview.section'),
          render: (_value, { section }) => t(`section.${section}`),
        },
        ...STATES.map((state) => ({
          key: state,
          title: t(`state.${state}`),
          align: 'end' as const,
          width: COUNT_WIDTH,
          render: (_value: unknown, section: BackupSectionPreview) => (
            <span style={{ color: section[state].count === 0 ? token.colorTextQuaternary : undefined }}>
              {section[state].count}
            </span>
          ),
        })),
      ]}
    />
  );
}

function renderNames(section: BackupSectionPreview) {
  return <Names section={section} />;
}

function Names({ section }: { section: BackupSectionPreview }) {
  const { t } = useTranslation('backup');
  return STATES.filter((state) => section[state].count > 0).map((state) => {
    const { count, names } = section[state];
    const rest = count - names.length;
    return (
      <Typography.Paragraph key={state} style={{ marginBottom: 0 }}>
        <Typography.Text type="secondary">
          {t('preview.names', { state: t(`state.${state}`) })}
        </Typography.Text>
        {names.join(t('preview.separator'))}
        {rest > 0 && t('preview.more', { count: rest })}
      </Typography.Paragraph>
    );
  });
}
