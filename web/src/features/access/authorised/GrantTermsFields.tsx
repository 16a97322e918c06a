import type { GrantTermsInput } from '@jadegate/contract/access/authorised';
import { useQuery } from '@tanstack/react-query';
import { Flex, Form, Select, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { DateTimeField } from '../../../components/form/DateTimeField.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { WeekGrid } from '../../../components/week/WeekGrid.tsx';
import { strategyOptionsQuery } from './authorised.queries.ts';
import { StrategySummary } from './StrategySummary.tsx';

const Field = FormField<keyof GrantTermsInput>;

/** What a grant allows and when it counts. */
export function GrantTermsFields() {
  const { t } = useTranslation('authorised');
  const { token } = theme.useToken();
  const strategies = useQuery(strategyOptionsQuery());
  const strategyId = Form.useWatch<string | undefined>('strategyId');
  const chosen = strategies.data?.find(({ id }) => id === strategyId);
  return (
    <>
      <Field name="strategyId" label={t('field.strategy')} help={<StrategySummary strategy={chosen} />}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('strategy.none')}
          loading={strategies.isFetching}
          options={strategies.data?.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <Flex gap={token.margin} wrap>
        <div style={{ flex: '1 1 240px' }}>
          <Field name="startsAt" label={t('field.startsAt')} help={t('help.startsAt')}>
            <DateTimeField placeholder={t('placeholder.startNow')} />
          </Field>
        </div>
        <div style={{ flex: '1 1 240px' }}>
          <Field name="endsAt" label={t('field.endsAt')} help={t('help.endsAt')}>
            <DateTimeField placeholder={t('placeholder.noEnd')} />
          </Field>
        </div>
      </Flex>
      <Field name="timePeriod" label={t('field.timePeriod')} help={t('help.timePeriod')}>
        <WeekGrid />
      </Field>
    </>
  );
}
