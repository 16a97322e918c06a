import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Flex, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { handOverBegin, MAX_BEGUN } from '../../../components/session/session-begin.ts';
import { sshAssetsQuery, usePlan, useStart, type RunRequest, type RunScope } from './command-run.queries.ts';
import { idsOf } from './ids-of.ts';
import { PlanView } from './PlanView.tsx';
import { RunForm } from './RunForm.tsx';
import { RunResults } from './RunResults.tsx';

const EMPTY: RunRequest = { assetIds: [], script: '', timeoutSeconds: LIMITS.runSeconds.default };

interface CommandTabProps {
  scope: RunScope;
  /** What is filled in already. */
  initial?: RunRequest | undefined;
}

/** One script on many hosts: chosen, looked at before anything runs, run, and compared. */
export function CommandTab({ scope, initial }: CommandTabProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const [search] = useSearchParams();
  // The address may name hosts: they are chosen, and nothing runs.
  const [request, setRequest] = useState(initial ?? { ...EMPTY, assetIds: idsOf(search.get('assets')) });
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [runId, setRunId] = useState<string>();
  const assets = useQuery(sshAssetsQuery(scope));
  const plan = usePlan();
  const start = useStart();
  const nameOf = (id: string) => assets.data?.find((row) => row.id === id)?.name ?? id;
  const change = (next: RunRequest) => {
    setRequest(next);
    setIsConfirmed(false);
    // What was shown was about something else.
    plan.reset();
    start.reset();
  };
  const navigate = useNavigate();
  const openTerminals = () => {
    const chosen = request.assetIds.map((id) => ({ id, name: nameOf(id) }));
    handOverBegin({ assets: chosen, text: request.script });
    void navigate('/term');
  };
  const isFilled = request.assetIds.length > 0 && request.script.trim() !== '';
  const runs = plan.data?.hosts.some(({ verdict }) => verdict !== 'refused') === true;
  const isReady = runs && (plan.data?.warnings === '' || isConfirmed);
  const begin = () =>
    start.mutate(
      { ...request, confirmed: plan.data?.warnings ?? '' },
      {
        onSuccess: ({ id }) => {
          plan.reset();
          setIsConfirmed(false);
          setRunId(id);
        },
      },
    );
  return (
    <Flex vertical gap={token.margin}>
      <Card>
        <RunForm scope={scope} value={request} isDisabled={start.isPending} onChange={change} />
        <Flex wrap gap={token.marginXS}>
          <Button
            type={plan.data ? 'default' : 'primary'}
            disabled={!isFilled}
            loading={plan.isPending}
            onClick={() => plan.mutate(request)}
          >
            {t('action.plan')}
          </Button>
          {scope === 'all' && (
            <Button
              disabled={!isFilled || request.assetIds.length > MAX_BEGUN}
              title={t('help.terminals', { max: MAX_BEGUN })}
              onClick={openTerminals}
            >
              {t('action.terminals')}
            </Button>
          )}
        </Flex>
      </Card>
      {plan.data && (
        <Card title={t('title.plan')}>
          <Flex vertical gap={token.margin} align="flex-start">
            <div style={{ width: '100%' }}>
              <PlanView
                plan={plan.data}
                nameOf={nameOf}
                isConfirmed={isConfirmed}
                onConfirm={setIsConfirmed}
              />
            </div>
            {start.error && <Alert showIcon type="error" title={start.error.message} role="alert" />}
            <Button type="primary" disabled={!isReady} loading={start.isPending} onClick={begin}>
              {t('action.run')}
            </Button>
          </Flex>
        </Card>
      )}
      {runId !== undefined && (
        <Card title={t('title.result')}>
          <RunResults key={runId} id={runId} nameOf={nameOf} />
        </Card>
      )}
    </Flex>
  );
}
