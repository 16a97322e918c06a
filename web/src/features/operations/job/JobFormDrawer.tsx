import { JOB_FAILURE_MAILS, JOB_FUNCS, JOB_OVERLAPS } from '@jadegate/contract/operations/job';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, InputNumber, Select, Switch, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import { useAccount } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { CronField } from './CronField.tsx';
import { BLANK, formOfRun, isOnAssets, JobForm, metadataOfRun, toBody, toForm } from './job-form.ts';
import { jobQuery, pastRunQuery, useSaveJob } from './job.queries.ts';
import { AssetFields, BackupFields, NodeFields } from './JobKindFields.tsx';

const Field = FormField<keyof JobForm>;

export interface EditedJob {
  /** Without it a new one is made. */
  id?: string;
  /** A run of commands that is to become a job. */
  fromRun?: string;
}

/** Makes a job or edits one. Whoever saves it answers for it. */
export function JobFormDrawer({ open, target, onClose }: OverlayProps<EditedJob>) {
  const { id, fromRun } = target ?? {};
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const account = useAccount();
  const change = useSaveJob(id);
  const stored = useQuery({ ...jobQuery(id ?? ''), enabled: open && id !== undefined });
  const isFromRun = open && id === undefined && fromRun !== undefined;
  const run = useQuery({ ...pastRunQuery(fromRun ?? ''), enabled: isFromRun });
  const owner = stored.data?.owner;
  const blank = isFromRun ? run.data && formOfRun(run.data) : BLANK;
  const save = async (form: JobForm) => {
    try {
      await change.mutateAsync(
        toBody(form, stored.data?.metadata ?? (isFromRun && run.data ? metadataOfRun(run.data) : '')),
      );
    } finally {
      change.reset();
    }
  };
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, save }}
      toInput={toForm}
      words="job"
      schema={JobForm}
      blank={run.isError ? BLANK : blank}
      nameOf={({ name }) => name}
    >
      {id !== undefined && owner !== undefined && owner !== account?.id && (
        <Alert type="info" showIcon title={t('help.becomeOwner')} style={{ marginBottom: token.margin }} />
      )}
      <Field name="func" label={t('field.func')}>
        <Select options={JOB_FUNCS.map((value) => ({ value, label: t(`func.${value}`) }))} />
      </Field>
      <KindHelp />
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <KindFields hasPassphrase={stored.data?.hasPassphrase === true} />
      <CronField />
      <Field name="overlap" label={t('field.overlap')}>
        <Select options={JOB_OVERLAPS.map((value) => ({ value, label: t(`overlap.${value}`) }))} />
      </Field>
      <Field name="timeoutSeconds" label={t('field.timeoutSeconds')}>
        <InputNumber suffix={t('unit.seconds')} style={{ width: '100%' }} />
      </Field>
      <Field name="retries" label={t('field.retries')} help={t('help.retries')}>
        <InputNumber style={{ width: '100%' }} />
      </Field>
      <Field name="failureMail" label={t('field.failureMail')} help={t('help.failureMail')}>
        <Select options={JOB_FAILURE_MAILS.map((value) => ({ value, label: t(`failureMail.${value}`) }))} />
      </Field>
      {id === undefined && (
        <Field name="isOn" label={t('field.isOn')} help={t('help.isOn')} valuePropName="checked">
          <Switch />
        </Field>
      )}
    </RecordDrawer>
  );
}

function useFunc(): JobForm['func'] {
  const form = Form.useFormInstance();
  return Form.useWatch<JobForm['func'] | undefined>('func', form) ?? BLANK.func;
}

function KindHelp() {
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const func = useFunc();
  return <Alert type="info" title={t(`funcHelp.${func}`)} style={{ marginBottom: token.margin }} />;
}

function KindFields({ hasPassphrase }: { hasPassphrase: boolean }) {
  const { t } = useTranslation('job');
  const { token } = theme.useToken();
  const func = useFunc();
  return (
    <>
      {func === 'shell-job' && (
        <Field name="metadata" label={t('field.shell')} help={t('help.shell')} required>
          <Input.TextArea rows={8} spellCheck={false} style={{ fontFamily: token.fontFamilyCode }} />
        </Field>
      )}
      {isOnAssets(func) && <AssetFields protocol={func === 'shell-job' ? 'ssh' : undefined} />}
      {func === 'collect-node-job' && <NodeFields />}
      {func === 'backup-job' && <BackupFields hasPassphrase={hasPassphrase} />}
    </>
  );
}
