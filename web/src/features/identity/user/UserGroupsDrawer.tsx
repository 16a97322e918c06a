import { setGroupsOfUser } from '@jadegate/contract/identity/user-group';
import { useQuery } from '@tanstack/react-query';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { GroupSelect } from './GroupSelect.tsx';
import { groupsOfUserQuery, useSetGroups } from './user.queries.ts';

interface UserGroupsDrawerProps {
  open: boolean;
  userId: string;
  onClose: () => void;
}

/** Which groups a person belongs to. */
export function UserGroupsDrawer({ open, userId, onClose }: UserGroupsDrawerProps) {
  const { t } = useTranslation('user');
  const { message } = App.useApp();
  const { data } = useQuery(groupsOfUserQuery(userId));
  const set = useSetGroups(userId);
  return (
    <FormDrawer
      open={open}
      title={t('action.changeGroups')}
      schema={setGroupsOfUser.body}
      initial={data && { ids: data.map(({ id }) => id) }}
      onSubmit={async ({ ids }) => {
        await set.mutateAsync(ids);
        message.success(t('message.groupsSaved'));
      }}
      onClose={onClose}
    >
      <FormField<'ids'> name="ids" label={t('field.groups')} help={t('help.groups')}>
        <GroupSelect />
      </FormField>
    </FormDrawer>
  );
}
