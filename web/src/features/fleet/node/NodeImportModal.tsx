import { Alert, App, Flex, Input, Modal, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';
import { useImportNodes } from './node.queries.ts';

interface NodeImportModalProps {
  open: boolean;
  onClose: () => void;
}

const SAMPLE = 'name,asset,site,room,rack,unit,unitHeight,assetTag,department,lifecycle,labels,description';

/** Adds nodes from CSV: first it is looked at, then all of it is taken or nothing. */
export function NodeImportModal({ open, onClose }: NodeImportModalProps) {
  const { t } = useTranslation('node');
  const { token } = theme.useToken();
  const { message } = App.useApp();
  const [csv, setCsv] = useState('');
  const look = useImportNodes();
  const lines = look.data?.lines ?? [];
  const isGood = lines.length > 0 && lines.every((line) => line.message === '');
  const close = () => {
    setCsv('');
    look.reset();
    onClose();
  };
  const change = (text: string) => {
    setCsv(text);
    look.reset();
  };
  const submit = async () => {
    const { imported } = await look.mutateAsync({ csv, dryRun: !isGood });
    if (isGood) {
      message.success(t('message.added', { count: imported }));
      close();
    }
  };
  return (
    <Modal
      open={open}
      width={720}
      title={t('action.import')}
      okText={isGood ? t('action.importNow', { count: lines.length }) : t('action.check')}
      okButtonProps={{ disabled: csv.trim() === '', loading: look.isPending }}
      onOk={() => void submit().catch(() => undefined)}
      onCancel={close}
      destroyOnHidden
    >
      <Flex vertical gap={token.margin}>
        <span>{t('help.import')}</span>
        <Typography.Text code copyable style={{ overflowWrap: 'anywhere' }}>
          {SAMPLE}
        </Typography.Text>
        <Input.TextArea
          aria-label={t('field.csv')}
          rows={8}
          spellCheck={false}
          value={csv}
          onChange={(event) => change(event.target.value)}
          style={{ fontFamily: token.fontFamilyCode }}
        />
        {look.error && <Alert type="error" showIcon title={look.error.message} />}
        {lines.length > 0 && (
          <SmallTable
            rowKey="line"
            dataSource={lines}
            columns={[
              { key: 'line', title: t('field.line'), dataIndex: 'line' },
              { key: 'name', title: t('field.name'), dataIndex: 'name' },
              {
                key: 'outcome',
                title: t('field.outcome'),
                render: (_value, line) =>
                  line.message === '' ? (
                    <StatusTag tone="success">{t('hint.ready')}</StatusTag>
                  ) : (
                    line.message
                  ),
              },
            ]}
          />
        )}
      </Flex>
    </Modal>
  );
}
