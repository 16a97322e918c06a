import { ApprovalCode, type SshApproval } from '@jadegate/contract/identity/ssh-approval';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Card, Descriptions, Flex, Input, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';

import { readFailure } from '../../../components/failure.ts';
import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { LoadState } from '../../../components/LoadState.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { Screen } from '../../../components/Screen.tsx';
import { TimeText } from '../../../components/TimeText.tsx';
import { sshApprovalQuery, useApproveSsh, useRefuseSsh } from './ssh-approval.queries.ts';

const Field = FormField<keyof ApprovalCode>;
const WIDTH = 560;

/** Where a person says that an SSH connection is theirs, by the code that their own terminal shows. */
export function SshApprovalPage() {
  const { t } = useTranslation('ssh-approval');
  const [search] = useSearchParams();
  const id = search.get('id') ?? '';
  return id === '' ? (
    <Screen title={t('incomplete.title')} help={t('incomplete.help')} actions={<Home />} />
  ) : (
    <Approval id={id} />
  );
}

function Approval({ id }: { id: string }) {
  const { t } = useTranslation('ssh-approval');
  const { data, error, isFetching, refetch } = useQuery(sshApprovalQuery(id));
  const [decided, setDecided] = useState<SshApproval['state']>();
  const state = decided ?? data?.state;
  if (data === undefined) {
    return error ? (
      <Screen title={t('missing.title')} help={readFailure(error).message} actions={<Home />} />
    ) : (
      <LoadState {...{ error, isFetching, refetch }} />
    );
  }
  return state === 'approved' || state === 'refused' ? (
    <Screen title={t(`${state}.title`)} help={t(`${state}.help`)} actions={<Home />} />
  ) : (
    <Question approval={data} onDecided={setDecided} />
  );
}

interface QuestionProps {
  approval: SshApproval;
  onDecided: (state: SshApproval['state']) => void;
}

function Question({ approval, onDecided }: QuestionProps) {
  const { t } = useTranslation('ssh-approval');
  const { token } = theme.useToken();
  return (
    <Flex
      component="main"
      justify="center"
      align="flex-start"
      style={{ minHeight: '100vh', padding: token.paddingLG, background: token.colorBgLayout }}
    >
      <Card style={{ width: '100%', maxWidth: WIDTH }} styles={{ body: { padding: 0 } }}>
        <Flex vertical gap={token.margin} style={{ padding: token.paddingLG, paddingBottom: 0 }}>
          <Typography.Title level={1} style={{ margin: 0, fontSize: token.fontSizeHeading3 }}>
            {t('title')}
          </Typography.Title>
          <Typography.Text>{t('help.page')}</Typography.Text>
          <Connection approval={approval} />
        </Flex>
        <CodeForm id={approval.id} onDecided={onDecided} />
      </Card>
    </Flex>
  );
}

function Connection({ approval }: { approval: SshApproval }) {
  const { t } = useTranslation('ssh-approval');
  const { assetName, address, fingerprint, created, expires } = approval;
  return (
    <Descriptions
      size="small"
      column={1}
      bordered
      items={[
        { key: 'asset', label: t('field.asset'), children: assetName || t('noAsset') },
        { key: 'address', label: t('field.address'), children: <Mono text={address} /> },
        {
          key: 'fingerprint',
          label: t('field.fingerprint'),
          children: fingerprint === '' ? t('noKey') : <Mono text={fingerprint} />,
        },
        { key: 'created', label: t('field.created'), children: <TimeText value={created} variant="exact" /> },
        { key: 'expires', label: t('field.expires'), children: <TimeText value={expires} variant="exact" /> },
      ]}
    />
  );
}

function CodeForm({ id, onDecided }: { id: string; onDecided: QuestionProps['onDecided'] }) {
  const { t } = useTranslation('ssh-approval');
  const { message } = App.useApp();
  const approve = useApproveSsh(id);
  const refuse = useRefuseSsh(id);
  const state = useSchemaForm({
    schema: ApprovalCode,
    initial: {},
    onSubmit: ({ code }) => approve.mutateAsync(code),
    onSaved: () => onDecided('approved'),
  });
  const handleRefuse = async () => {
    try {
      onDecided((await refuse.mutateAsync(undefined)).state);
    } catch (error) {
      void message.error(readFailure(error).message);
    }
  };
  const buttons = (
    <>
      <Button danger loading={refuse.isPending} onClick={() => void handleRefuse()}>
        {t('action.refuse')}
      </Button>
      <Button type="primary" htmlType="submit" loading={state.isSaving}>
        {t('action.approve')}
      </Button>
    </>
  );
  return (
    <SchemaForm schema={ApprovalCode} state={state} footer={buttons}>
      <Field name="code" label={t('field.code')} help={t('help.code')}>
        <Input autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      </Field>
    </SchemaForm>
  );
}

function Home() {
  const { t } = useTranslation('ssh-approval');
  const navigate = useNavigate();
  return <Button onClick={() => void navigate('/')}>{t('action.home')}</Button>;
}
