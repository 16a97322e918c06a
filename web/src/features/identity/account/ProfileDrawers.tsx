import { OwnMailChange, OwnNameChange, type OwnProfile } from '@jadegate/contract/identity/own-profile';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import type { OverlayProps, OverlaysProps } from '../../../hooks/useOverlays.ts';
import { useChangeOwnMail, useChangeOwnName } from './account.queries.ts';
import { PasswordOrCode } from './ProofFields.tsx';

const NameField = FormField<keyof OwnNameChange>;
const MailField = FormField<keyof OwnMailChange>;

export interface ProfileTargets {
  name: OwnProfile;
  mail: OwnProfile;
}

export function ProfileDrawers({ overlays: { of } }: OverlaysProps<ProfileTargets>) {
  return (
    <>
      <NameDrawer {...of('name')} />
      <MailDrawer {...of('mail')} />
    </>
  );
}

function NameDrawer({ open, target, onClose }: OverlayProps<OwnProfile>) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const { mutateAsync } = useChangeOwnName();
  const handleSubmit = async (input: OwnNameChange) => {
    await mutateAsync(input);
    void message.success(t('message.nameChanged'));
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.changeName')}
      schema={OwnNameChange}
      initial={{ nickname: target?.nickname ?? '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <NameField name="nickname" label={t('field.nickname')} help={t('help.nickname')}>
        <Input autoComplete="name" />
      </NameField>
    </FormDrawer>
  );
}

/** Where the account is told of takes a proof each time: whoever finds the console open must not lead it elsewhere. */
function MailDrawer({ open, target, onClose }: OverlayProps<OwnProfile>) {
  const { t } = useTranslation('account');
  const { message } = App.useApp();
  const change = useChangeOwnMail();
  const handleSubmit = async (input: OwnMailChange) => {
    await change.mutateAsync(input);
    change.reset();
    void message.success(input.mail === '' ? t('message.mailRemoved') : t('message.mailChanged'));
  };
  return (
    <FormDrawer
      open={open}
      title={t('action.changeMail')}
      schema={OwnMailChange}
      initial={{ mail: target?.mail ?? '' }}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <MailField name="mail" label={t('field.mail')} help={t('help.mail')}>
        <Input type="email" autoComplete="email" />
      </MailField>
      <PasswordOrCode />
    </FormDrawer>
  );
}
