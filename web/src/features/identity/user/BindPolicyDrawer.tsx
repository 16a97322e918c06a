import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { ManySelect } from '../../../components/form/ManySelect.tsx';
import { policyOptionsQuery, useBindPolicies } from './user.queries.ts';

interface BindPolicyDrawerProps {
  open: boolean;
  userId: string;
  /** Ids of those that count for the person already. */
  bound: readonly string[];
  onClose: () => void;
}

const Input = z.strictObject({ ids: z.array(z.string()).min(1) });
const BLANK = { ids: [] };

/** Lets login policies count for a person. */
export function BindPolicyDrawer({ open, userId, bound, onClose }: BindPolicyDrawerProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const { data, isFetching } = useQuery({ ...policyOptionsQuery(), enabled: open });
  const bind = useBindPolicies(userId);
  const options = data
    ?.filter(({ id }) => !bound.includes(id))
    .map(({ id, name, rule }) => ({ value: id, label: `${name} · ${t(`policyRule.${rule}`)}` }));
  return (
    <FormDrawer
      open={open}
      title={t('action.bindPolicy')}
      schema={Input}
      initial={BLANK}
      submitLabel={t('action.bindPolicy')}
      onSubmit={async ({ ids }) => {
        await bind.mutateAsync(ids);
        message.success(t('message.policiesBound'));
      }}
      onClose={onClose}
    >
      <FormField<'ids'> name="ids" label={t('field.policy')} help={t('help.bindPolicy')}>
        <ManySelect
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          options={options}
          loading={isFetching}
        />
      </FormField>
    </FormDrawer>
  );
}
