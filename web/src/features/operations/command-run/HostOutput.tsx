import type { HostRun } from '@jadegate/contract/operations/command-run';
import { useQuery } from '@tanstack/react-query';
import { Alert, Flex, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { CodeBox } from '../../../components/command/CodeBox.tsx';
import { outputQuery } from './command-run.queries.ts';
import { compareLines } from './group-hosts.ts';

const HEIGHT = 360;

interface HostOutputProps {
  runId: string;
  host: HostRun;
  /** A host of the largest group: lines it did not print are marked. */
  usual?: HostRun | undefined;
}

/** What a host printed, as far as it is kept. */
export function HostOutput({ runId, host, usual }: HostOutputProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const own = useQuery(outputQuery(runId, host));
  const other = useQuery({ ...outputQuery(runId, usual ?? host), enabled: usual !== undefined });
  const text = own.data?.text ?? '';
  const lines = compareLines(text, usual ? (other.data?.text ?? text) : text);
  return (
    <Flex vertical gap={token.marginXS}>
      <CodeBox label={t('title.output')} maxHeight={HEIGHT}>
        {lines.map((line, index) =>
          line.isOther ? (
            <mark key={index} style={{ background: token.colorWarningBg, color: token.colorText }}>
              {`${line.text}\n`}
            </mark>
          ) : (
            `${line.text}\n`
          ),
        )}
      </CodeBox>
      {own.data?.isCut && <Alert showIcon type="info" title={t('result.cut')} />}
    </Flex>
  );
}
