import { baseName } from '@jadegate/contract/files/file-path';
import { LIMITS } from '@jadegate/contract/limits';
import { IF_EXISTS, type FileRunInput } from '@jadegate/contract/operations/file-run';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Card, Checkbox, Flex, Form, Input, Radio, theme } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { ApiError } from '../../../api/api-error.ts';
import { sshAssetsQuery, usePlanFile, useStartFile, type RunScope } from './command-run.queries.ts';
import { FileChoice } from './FileChoice.tsx';
import { HostFields } from './HostFields.tsx';
import { idsOf } from './ids-of.ts';
import { PlanView } from './PlanView.tsx';
import { RunResults } from './RunResults.tsx';
import { TimeoutField } from './TimeoutField.tsx';

const EMPTY: FileRunInput = {
  assetIds: [],
  storageId: '',
  file: '',
  folder: '~',
  name: '',
  ifExists: 'fail',
  makeFolders: false,
  isReadBack: false,
  timeoutSeconds: LIMITS.runSeconds.default,
};

/** One file on many hosts: chosen, looked at before anything is sent, sent, and compared. */
export function FileTab({ scope, initial }: { scope: RunScope; initial?: FileRunInput | undefined }) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const id = useId();
  const [search] = useSearchParams();
  const [request, setRequest] = useState(initial ?? { ...EMPTY, assetIds: idsOf(search.get('assets')) });
  const [runId, setRunId] = useState<string>();
  const assets = useQuery(sshAssetsQuery(scope));
  const plan = usePlanFile();
  const start = useStartFile();
  const nameOf = (assetId: string) => assets.data?.find((row) => row.id === assetId)?.name ?? assetId;
  const change = (part: Partial<FileRunInput>) => {
    setRequest({ ...request, ...part });
    // What was shown was about something else.
    plan.reset();
    start.reset();
  };
  const isFilled =
    request.assetIds.length > 0 && request.file !== '' && request.folder.trim() !== '' && request.name !== '';
  const sends = plan.data?.hosts.some(({ verdict }) => verdict !== 'refused') === true;
  const begin = () =>
    start.mutate(request, {
      onSuccess: (run) => {
        plan.reset();
        setRunId(run.id);
      },
    });
  const problem = start.error;
  const fields = problem instanceof ApiError ? problem.fields : undefined;
  return (
    <Flex vertical gap={token.margin}>
      <Card>
        <Form component={false} layout="vertical" disabled={start.isPending}>
          <HostFields
            scope={scope}
            assetIds={request.assetIds}
            onChange={(assetIds) => change({ assetIds })}
          />
          <FileChoice
            value={request}
            onChange={(chosen) => change({ ...chosen, name: baseName(chosen.file) })}
          />
          <Flex wrap gap={`0 ${token.margin}px`}>
            <Form.Item
              label={t('field.folder')}
              htmlFor={`${id}-folder`}
              extra={t('help.folder')}
              required
              style={{ flex: '2 1 280px' }}
            >
              <Input
                id={`${id}-folder`}
                spellCheck={false}
                autoComplete="off"
                maxLength={LIMITS.filePath.max}
                value={request.folder}
                onChange={(event) => change({ folder: event.target.value })}
              />
            </Form.Item>
            <Form.Item label={t('field.name')} htmlFor={`${id}-name`} required style={{ flex: '1 1 200px' }}>
              <Input
                id={`${id}-name`}
                spellCheck={false}
                autoComplete="off"
                maxLength={LIMITS.name.max}
                value={request.name}
                onChange={(event) => change({ name: event.target.value })}
              />
            </Form.Item>
          </Flex>
          <Form.Item label={t('field.ifExists')}>
            <Radio.Group
              options={IF_EXISTS.map((value) => ({ value, label: t(`ifExists.${value}`) }))}
              value={request.ifExists}
              onChange={(event) => change({ ifExists: event.target.value as FileRunInput['ifExists'] })}
            />
          </Form.Item>
          <Form.Item>
            <Flex vertical gap={token.marginXS} align="flex-start">
              <Checkbox
                checked={request.makeFolders}
                onChange={(event) => change({ makeFolders: event.target.checked })}
              >
                {t('field.makeFolders')}
              </Checkbox>
              <Checkbox
                checked={request.isReadBack}
                onChange={(event) => change({ isReadBack: event.target.checked })}
              >
                {t('field.isReadBack')}
              </Checkbox>
            </Flex>
          </Form.Item>
          <TimeoutField
            value={request.timeoutSeconds}
            onChange={(timeoutSeconds) => change({ timeoutSeconds })}
          />
        </Form>
        <Button
          type={plan.data ? 'default' : 'primary'}
          disabled={!isFilled}
          loading={plan.isPending}
          onClick={() => plan.mutate(request.assetIds)}
        >
          {t('action.plan')}
        </Button>
      </Card>
      {plan.data && (
        <Card title={t('title.plan')}>
          <Flex vertical gap={token.margin} align="flex-start">
            <div style={{ width: '100%' }}>
              <PlanView
                kind="file"
                plan={plan.data}
                nameOf={nameOf}
                isConfirmed
                onConfirm={() => undefined}
              />
            </div>
            {problem && (
              <Alert
                showIcon
                type="error"
                role="alert"
                title={fields?.[0] === undefined ? problem.message : fields[0].message}
              />
            )}
            <Button type="primary" disabled={!sends} loading={start.isPending} onClick={begin}>
              {t('action.send')}
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
