import type {
  NextTerminalRemark,
  NextTerminalReport,
  NextTerminalSectionReport,
} from '@jadegate/contract/operations/next-terminal-import';
import { Collapse, Flex, Grid, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { reasonText, sectionName } from './import-words.ts';

const COUNTS = ['found', 'brought', 'known', 'changed', 'left'] as const;
const COUNT_WIDTH = 96;

/** What becomes of everything, section by section; a row opens to what is not as it was, and why. */
export function ImportReport({ report }: { report: NextTerminalReport }) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const { md: isWide = true } = Grid.useBreakpoint();
  const sections = report.sections.filter(({ found }) => found > 0);
  return (
    <Flex vertical gap={token.margin}>
      {isWide ? <SectionTable sections={sections} /> : <SectionList sections={sections} />}
      {report.roles.length > 0 && (
        <Collapse items={[{ key: 'roles', label: t('roles.title'), children: <Roles report={report} /> }]} />
      )}
    </Flex>
  );
}

interface SectionsProps {
  sections: readonly NextTerminalSectionReport[];
}

function SectionTable({ sections }: SectionsProps) {
  const { t, i18n } = useTranslation('next-terminal-import');
  return (
    <SmallTable<NextTerminalSectionReport>
      rowKey="section"
      dataSource={[...sections]}
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
  );
}

/** On a phone each section is one line that opens, with what is not nothing. */
function SectionList({ sections }: SectionsProps) {
  const { t, i18n } = useTranslation('next-terminal-import');
  return (
    <Collapse
      items={sections.map((section) => ({
        key: section.section,
        // Not `header`, which keeps its text on one line.
        ...(section.left + section.changed === 0 && { collapsible: 'icon' as const }),
        showArrow: section.left + section.changed > 0,
        label: (
          <Flex vertical>
            <Typography.Text>{sectionName(section.section, i18n.language)}</Typography.Text>
            <Typography.Text type="secondary">
              {COUNTS.filter((count) => section[count] > 0)
                .map((count) => `${t(`report.${count}`)} ${section[count]}`)
                .join(' · ')}
            </Typography.Text>
          </Flex>
        ),
        children: <Remarks section={section} />,
      }))}
    />
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
