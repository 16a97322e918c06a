import type { RunKind } from '@jadegate/contract/operations/command-run';
import type { PlannedHost, RunPlan } from '@jadegate/contract/operations/run-parts';
import { Alert, Checkbox, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { SmallTable } from '../../../components/SmallTable.tsx';
import { StatusTag } from '../../../components/StatusTag.tsx';

const TONES = { run: 'success', confirm: 'warning', refused: 'error' } as const;

interface PlanViewProps {
  plan: RunPlan;
  /** The plan does not name what its reader may not use; whoever chose it knows. */
  nameOf: (assetId: string) => string;
  isConfirmed: boolean;
  onConfirm: (isConfirmed: boolean) => void;
  /** What it is about. */
  kind?: RunKind;
}

/** What would happen on each host, before anything does. */
export function PlanView({ plan, nameOf, isConfirmed, onConfirm, kind = 'command' }: PlanViewProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const count = (verdict: PlannedHost['verdict']) =>
    plan.hosts.filter((host) => host.verdict === verdict).length;
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        showIcon
        type={count('refused') > 0 ? 'warning' : 'info'}
        title={t(kind === 'file' ? 'plan.fileSummary' : 'plan.summary', {
          run: count('run') + count('confirm'),
          refused: count('refused'),
        })}
      />
      <SmallTable<PlannedHost>
        rowKey="assetId"
        dataSource={plan.hosts}
        columns={[
          {
            key: 'name',
            title: t('column.asset'),
            render: (_, host) => host.assetName || nameOf(host.assetId),
          },
          {
            key: 'verdict',
            title: t('column.verdict'),
            render: (_, { verdict }) => (
              <StatusTag tone={TONES[verdict]}>
                {t(kind === 'file' && verdict === 'run' ? 'verdict.send' : `verdict.${verdict}`)}
              </StatusTag>
            ),
          },
          {
            key: 'message',
            title: t('column.reason'),
            render: (_, { message, lines }) =>
              message || lines.map(({ line, pattern }) => t('plan.warned', { line, pattern })).join('；'),
          },
        ]}
      />
      {plan.warnings !== '' && (
        <Checkbox checked={isConfirmed} onChange={(event) => onConfirm(event.target.checked)}>
          {t('plan.confirm')}
        </Checkbox>
      )}
    </Flex>
  );
}
