import { QuestionCircleOutlined } from '@ant-design/icons';
import { AccessQuestion } from '@jadegate/contract/access/authorised';
import { Button, Card, Flex, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { DateTimeField } from '../../../components/form/DateTimeField.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { SchemaForm } from '../../../components/form/SchemaForm.tsx';
import { useSchemaForm } from '../../../components/form/useSchemaForm.ts';
import { ZoneHelp } from '../../../components/week/ServerZone.tsx';
import { useExplainAccess } from './authorised.queries.ts';
import type { GrantSide } from './grant-side.ts';
import { TargetPicker } from './TargetPicker.tsx';
import { WhyAnswer } from './WhyAnswer.tsx';

const Field = FormField<keyof AccessQuestion>;
const FORM_WIDTH = 640;

/** May this person use this asset, and which rule says so? One of the two is the page's own. */
export function WhyTab({ anchor }: Pick<GrantSide, 'anchor'>) {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const explain = useExplainAccess();
  const isAsset = anchor.kind === 'asset';
  const asked = isAsset ? 'userId' : 'assetId';
  const target = isAsset ? 'user' : 'asset';
  const state = useSchemaForm({
    schema: AccessQuestion,
    initial: isAsset ? { assetId: anchor.id } : { userId: anchor.id },
    onSubmit: ({ userId, assetId, at }) => explain.mutateAsync({ userId, assetId, at: at ?? undefined }),
    onSaved: () => undefined,
  });
  return (
    <Flex vertical gap={token.margin}>
      <Typography.Text type="secondary">{t('help.why')}</Typography.Text>
      <Card style={{ maxWidth: FORM_WIDTH }} styles={{ body: { padding: 0 } }}>
        <SchemaForm
          schema={AccessQuestion}
          state={state}
          footer={
            <Button
              type="primary"
              htmlType="submit"
              icon={<QuestionCircleOutlined aria-hidden />}
              loading={state.isSaving}
            >
              {t('action.explain')}
            </Button>
          }
        >
          <Field name={asked} label={t(`field.target.${target}`)}>
            <TargetPicker<string> target={target} />
          </Field>
          <Field name="at" label={t('field.at')} help={<ZoneHelp text={t('help.at')} />}>
            <DateTimeField placeholder={t('placeholder.now')} />
          </Field>
        </SchemaForm>
      </Card>
      {explain.data !== undefined && <WhyAnswer answer={explain.data} />}
    </Flex>
  );
}
