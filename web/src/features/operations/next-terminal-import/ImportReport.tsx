import type {
  NextTerminalRemark,
  NextTerminalReport,
  NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import { Collapse, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { reasonText, sectionName } from './import-words.ts';

const COUNTS = ['found', 'brought', 'known', 'changed', 'left'] as const;
const COUNT_WIDTH = 96;

/** What becomes of everything, section by section; a row opens to what is not as it was, and why. */
export function ImportReport({ report }: { report: NextTerminalReport }) {
  const { t, i18n } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.margin}>
      <SmallTable<NextTerminalSectionReport>
        rowKey="section"
        dataSource={report.sections.filter(({ found }) => found > 0)}
        expandable={{
          expandedRowRender: renderRemarks,
          rowExpandable: ({ left, changed }) => left + changed > 0,
        }}
        columns={[
          {
            key: 'section',
            title: t('report.section'),
            render: (_value, { section }) => sectionName(section, i18n.language),
          },
          ...COUNTS.map((count) => ({
            key: count,
            title: t(`report.${count}`),
            align: 'end' as const,
            width: COUNT_WIDTH,
            render: (_value: unknown, row: NextTerminalSectionReport) => (
              <Typography.Text type={toneOf(count, row[count])}>{row[count]}</Typography.Text>
            ),
          })),
        ]}
      />
      {report.roles.length > 0 && (
        <Collapse items={[{ key: 'roles', label: t('roles.title'), children: <Roles report={report} /> }]} />
      )}
    </Flex>
  );
}

function toneOf(count: (typeof COUNTS)[number], value: number) {
  if (value === 0) {
    return 'secondary';
  }
  return count === 'left' ? 'danger' : count === 'changed' ? 'warning' : undefined;
}

function renderRemarks(section: NextTerminalSectionReport) {
  return <Remarks section={section} />;
}

function Remarks({ section }: { section: NextTerminalSectionReport }) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  return (
    <Flex vertical gap={token.marginSM}>
      <RemarkList title={t('report.left')} remarks={section.leftOnes} count={section.left} />
      <RemarkList title={t('report.changed')} remarks={section.changedOnes} count={section.changed} />
    </Flex>
  );
}

interface RemarkListProps {
  title: string;
  remarks: readonly NextTerminalRemark[];
  count: number;
}

function RemarkList({ title, remarks, count }: RemarkListProps) {
  const { t, i18n } = useTranslation('next-terminal-import');
  if (count === 0) {
    return null;
  }
  const rest = count - remarks.length;
  return (
    <div>
      <Typography.Text type="secondary">{title}</Typography.Text>
      <ul style={{ margin: 0, overflowWrap: 'anywhere' }}>
        {remarks.map((remark, place) => (
          // One name may be there many times.
          <li key={place}>
            {remark.name}：{reasonText(remark, i18n.language)}
          </li>
        ))}
        {rest > 0 && <li>{t('report.more', { count: rest })}</li>}
      </ul>
    </div>
  );
}

function Roles({ report }: { report: NextTerminalReport }) {
  const { t } = useTranslation('next-terminal-import');
  return (
    <SmallTable
      rowKey="name"
      dataSource={report.roles}
      columns={[
        { key: 'name', dataIndex: 'name', title: t('roles.name') },
        {
          key: 'menus',
          title: t('roles.menus'),
          align: 'end',
          render: (_value, { menus }) => menus.length,
        },
        {
          key: 'missing',
          title: t('roles.missing'),
          render: (_value, { missing }) => missing.join('、') || '—',
        },
      ]}
    />
  );
}
