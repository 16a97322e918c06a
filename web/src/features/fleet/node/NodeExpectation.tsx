import type { ExpectedPartState, Node } from '@jadegate/contract/fleet/node';
import { Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { formatSize } from '../../../format/size.ts';

/** How a machine should be, beside how it is. Nothing while nobody said how. */
export function NodeExpectation({ node: { parts } }: { node: Node }) {
  const { t } = useTranslation('node');
  if (!parts.some(({ expected }) => expected !== null)) {
    return null;
  }
  const shown = ({ part }: ExpectedPartState, value: string | number | null, otherwise: string) =>
    value === null ? (
      <Typography.Text type="secondary">{otherwise}</Typography.Text>
    ) : part === 'memBytes' ? (
      formatSize(Number(value))
    ) : (
      value
    );
  return (
    <section aria-label={t('title.expect')}>
      <Typography.Title level={5}>{t('title.expect')}</Typography.Title>
      <SmallTable<ExpectedPartState & { id: string }>
        dataSource={parts.map((one) => ({ ...one, id: one.part }))}
        pagination={false}
        columns={[
          { key: 'part', title: t('field.path'), render: (_value, { part }) => t(`part.${part}`) },
          {
            key: 'expected',
            title: t('field.expected'),
            render: (_value, one) => shown(one, one.expected, t('hint.notExpected')),
          },
          {
            key: 'found',
            title: t('field.found'),
            render: (_value, one) => shown(one, one.found, t('hint.notFound')),
          },
          {
            key: 'differs',
            title: t('field.outcome'),
            render: (_value, { expected, found, differs }) =>
              expected === null || found === null ? (
                '—'
              ) : (
                <StatusTag tone={differs ? 'error' : 'success'}>
                  {t(differs ? 'hint.differs' : 'hint.asExpected')}
                </StatusTag>
              ),
          },
        ]}
      />
    </section>
  );
}
