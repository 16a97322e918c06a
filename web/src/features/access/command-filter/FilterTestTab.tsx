import type { CommandVerdict } from '@jadegate/contract/access/command-filter';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, theme, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { useCan } from '../../../hooks/account.ts';
import { FilterQuestion, rulesQuery, useTestCommandFilter } from './command-filter.queries.ts';
import { FilterVerdict } from './FilterVerdict.tsx';

const Field = FormField<keyof FilterQuestion>;
const FORM_WIDTH = 720;

/** How would this line be judged, and which rule says so? */
export function FilterTestTab({ filterId }: { filterId: string }) {
  const { t } = useTranslation('command-filter');
  const { token } = theme.useToken();
  const can = useCan();
  const rules = useQuery({ ...rulesQuery(filterId), enabled: can('command-filter-rule') });
  const test = useTestCommandFilter(filterId);
  const [verdict, setVerdict] = useState<CommandVerdict>();
  const ask = async (question: FilterQuestion) => {
    setVerdict(undefined);
    setVerdict(await test.mutateAsync(question));
  };
  const state = useSchemaForm({
    schema: FilterQuestion,
    initial: { command: '' },
    onSubmit: ask,
    onSaved: () => undefined,
  });
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('help.test')}</Typography.Text>
      <Card style={{ maxWidth: FORM_WIDTH }} styles={{ body: { padding: 0 } }}>
        <SchemaForm
          schema={FilterQuestion}
          state={state}
          footer={
            <Button type="primary" htmlType="submit" loading={state.isSaving}>
              {t('action.test')}
            </Button>
          }
        >
          <Field name="command" label={t('field.command')} help={t('help.command')}>
            <Input.TextArea
              rows={4}
              spellCheck={false}
              placeholder="sudo rm -rf /tmp && ls"
              style={{ fontFamily: token.fontFamilyCode }}
            />
          </Field>
        </SchemaForm>
      </Card>
      {verdict !== undefined && <FilterVerdict verdict={verdict} rules={rules.data?.items ?? []} />}
    </Flex>
  );
}
