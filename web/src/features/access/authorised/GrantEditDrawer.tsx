import { GrantTermsInput } from '@jadegate/contract/access/authorised';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { useUpdateGrant, type GrantView } from './authorised.queries.ts';
import { GrantTermsFields } from './GrantTermsFields.tsx';

interface GrantEditDrawerProps {
  open: boolean;
  grant: GrantView;
  onClose: () => void;
}

/** A filter that other clients set is not shown here and stays. */
function toInput({ strategyId, commandFilterId, startsAt, endsAt, timePeriod }: GrantView): GrantTermsInput {
  return {
    strategyId: strategyId || undefined,
    commandFilterId: commandFilterId || undefined,
    startsAt: startsAt ?? undefined,
    endsAt: endsAt ?? undefined,
    timePeriod,
  };
}

/** Changes what one grant allows and when. */
export function GrantEditDrawer({ open, grant, onClose }: GrantEditDrawerProps) {
  const { t } = useTranslation('authorised');
  const { message } = App.useApp();
  const update = useUpdateGrant();
  const { id, target } = grant;
  const save = async (body: GrantTermsInput) => {
    await update.mutateAsync({ id, body });
    message.success(t('message.saved', { name: target.name }));
  };
  return (
    <FormDrawer
      open={open}
      wide
      title={t('title.edit', { name: target.name })}
      schema={GrantTermsInput}
      initial={toInput(grant)}
      onSubmit={save}
      onClose={onClose}
    >
      <GrantTermsFields />
    </FormDrawer>
  );
}
