import { GrantChoice } from '@jadegate/contract/access/authorised';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { HostPicker } from '../../../components/form/HostPicker.tsx';
import { grantedIdsQuery, hostOptionsQuery, useGrant } from './authorised.queries.ts';
import type { GrantSide } from './grant-side.ts';
import { GrantTermsFields } from './GrantTermsFields.tsx';
import { TargetPicker } from './TargetPicker.tsx';

interface GrantDrawerProps {
  open: boolean;
  side: GrantSide;
  onClose: () => void;
}

const Field = FormField<keyof GrantChoice>;
const BLANK: GrantChoice = { targetIds: [], timePeriod: [] };

/** Grants several at once, all under the same terms. */
export function GrantDrawer({ open, side, onClose }: GrantDrawerProps) {
  const { t } = useTranslation('authorised');
  const { message } = App.useApp();
  const granted = useQuery({ ...grantedIdsQuery(side), enabled: open });
  const grant = useGrant(side);
  const { anchor, target } = side;

  const save = async (choice: GrantChoice) => {
    await grant.mutateAsync(choice);
    message.success(t('message.granted', { count: choice.targetIds.length }));
  };

  return (
    <FormDrawer
      open={open}
      wide
      title={t(`title.grant.${target}`, { name: anchor.name })}
      schema={GrantChoice}
      initial={granted.data === undefined ? undefined : BLANK}
      loadError={granted.error}
      onRetry={() => void granted.refetch()}
      submitLabel={t(`action.grant.${target}`)}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="targetIds" label={t(`field.target.${target}`)} required>
        {target === 'asset' ? (
          <GrantedHosts grantedIds={granted.data ?? []} />
        ) : (
          <TargetPicker<string[]> mode="multiple" target={target} grantedIds={granted.data ?? []} />
        )}
      </Field>
      <GrantTermsFields />
    </FormDrawer>
  );
}

interface GrantedHostsProps {
  grantedIds: readonly string[];
  id?: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
}

function GrantedHosts({ grantedIds, ...input }: GrantedHostsProps) {
  const { t } = useTranslation('authorised');
  const { data, isFetching } = useQuery(hostOptionsQuery());
  return (
    <HostPicker
      {...input}
      hosts={data}
      isLoading={isFetching}
      max={LIMITS.idsPerCall.max}
      taken={{ ids: grantedIds, label: t('picker.granted') }}
    />
  );
}
