import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, Select, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DateTimeField } from '../../../components/form/DateTimeField.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { personName } from '../../../components/person-name.ts';
import { ZoneHelp } from '../../../components/week/ServerZone.tsx';
import {
  personOptionsQuery,
  PolicyQuestion,
  useTestLoginPolicies,
  type PolicyAnswer,
} from './login-policy.queries.ts';
import { PolicyVerdict } from './PolicyVerdict.tsx';

const Field = FormField<keyof PolicyQuestion>;
const FORM_WIDTH = 640;

interface Tested {
  question: PolicyQuestion;
  answer: PolicyAnswer;
}

/** Would this person be let in from there, then, and which policy says so? */
export function PolicyTestTab() {
  const { t } = useTranslation('login-policy');
  const { token } = theme.useToken();
  const people = useQuery(personOptionsQuery());
  const test = useTestLoginPolicies();
  const [tested, setTested] = useState<Tested>();
  const [now] = useState(() => new Date().toISOString());

  const ask = async (question: PolicyQuestion) => {
    setTested(undefined);
    setTested({ question, answer: await test.mutateAsync(question) });
  };
  const state = useSchemaForm({
    schema: PolicyQuestion,
    initial: { at: now },
    onSubmit: ask,
    onSaved: () => undefined,
  });
  const options = people.data?.map(({ id, nickname, username }) => ({
    value: id,
    label: personName(nickname, username),
  }));
  const nickname = people.data?.find(({ id }) => id === tested?.question.userId)?.nickname ?? '';

  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('help.test')}</Typography.Text>
      <Card style={{ maxWidth: FORM_WIDTH }} styles={{ body: { padding: 0 } }}>
        <SchemaForm
          schema={PolicyQuestion}
          state={state}
          footer={
            <Button type="primary" htmlType="submit" loading={state.isSaving}>
              {t('action.test')}
            </Button>
          }
        >
          <Field name="userId" label={t('field.person')}>
            <Select
              showSearch={{ optionFilterProp: 'label' }}
              options={options}
              loading={people.isFetching}
            />
          </Field>
          <Field name="address" label={t('field.address')}>
            <Input autoComplete="off" placeholder="192.168.0.1" />
          </Field>
          <Field name="at" label={t('field.at')} help={<ZoneHelp text={t('help.at')} />}>
            <DateTimeField />
          </Field>
        </SchemaForm>
      </Card>
      {tested !== undefined && <PolicyVerdict {...tested} nickname={nickname} />}
    </Flex>
  );
}
