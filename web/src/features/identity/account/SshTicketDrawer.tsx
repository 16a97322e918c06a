import { NewSshTicket, SSH_TICKET_KINDS } from '@jadegate/contract/identity/ssh-ticket';
import { translate } from '@jadegate/contract/language';
import { LIMITS } from '@jadegate/contract/limits';
import { TICKET_KIND_WORDS } from '@jadegate/contract/session/ssh-door.words';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Checkbox, Input, InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';

import { recentProofQuery } from '../../../api/own-proof.ts';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useCan } from '../../../hooks/account.ts';
import { useLanguage } from '../../../hooks/useLanguage.ts';
import type { MadeTicket } from './NewTicketModal.tsx';
import { ProofFields } from './ProofFields.tsx';
import { ticketAssetsQuery, useCreateSshTicket } from './ssh-ticket.queries.ts';

const Field = FormField<keyof NewSshTicket>;
const HOURS_A_DAY = 24;
const LIFETIMES = [1, 8, LIMITS.sshTicketHours.default, 168, 720, 2160, LIMITS.sshTicketHours.max];
const ADDRESSES = '10.0.0.0/8';

interface SshTicketDrawerProps {
  open: boolean;
  onClose: () => void;
  onMade: (made: MadeTicket) => void;
}

/** A new ticket: for which host and what, how long, how often and from where, and, some time after signing in, a proof. */
export function SshTicketDrawer({ open, onClose, onMade }: SshTicketDrawerProps) {
  const { t } = useTranslation('ssh-ticket');
  const language = useLanguage();
  const can = useCan();
  const create = useCreateSshTicket();
  const queryClient = useQueryClient();
  const scope = can('asset-access') && can('asset') ? 'all' : 'own';
  const assets = useQuery({ ...ticketAssetsQuery(scope), enabled: open });
  const handleSubmit = async (input: NewSshTicket) => {
    try {
      const { name, ticket, assetId, assetName } = await create.mutateAsync(input);
      onMade({ name, ticket, assetId, assetName });
      create.reset();
    } catch (error) {
      // What counted when the form opened may have run out since: it is asked for now.
      void queryClient.invalidateQueries(recentProofQuery());
      throw error;
    }
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.add')}
      schema={NewSshTicket}
      initial={{ kinds: ['exec', 'files'], hours: LIMITS.sshTicketHours.default, uses: 0, ipGroup: '' }}
      submitLabel={t('action.add')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Field name="name" label={t('field.name')} help={t('help.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="assetId" label={t('field.asset')} help={t('help.asset')}>
        <Select
          loading={assets.isLoading}
          showSearch={{ optionFilterProp: 'label' }}
          options={assets.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      </Field>
      <Field name="kinds" label={t('field.kinds')} help={t('help.kinds')}>
        <Checkbox.Group
          style={{ flexDirection: 'column' }}
          options={SSH_TICKET_KINDS.map((value) => ({
            value,
            label: translate(TICKET_KIND_WORDS[value], language),
          }))}
        />
      </Field>
      <Field name="hours" label={t('field.hours')}>
        <Select
          options={LIFETIMES.map((value) => ({
            value,
            label:
              value > HOURS_A_DAY
                ? t('days', { count: Math.floor(value / HOURS_A_DAY) })
                : t('hours', { count: value }),
          }))}
        />
      </Field>
      <Field name="uses" label={t('field.uses')} help={t('help.uses')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="ipGroup" label={t('field.ipGroup')} help={t('help.ipGroup', { example: ADDRESSES })}>
        <Input autoComplete="off" />
      </Field>
      <ProofFields />
    </FormDrawer>
  );
}
