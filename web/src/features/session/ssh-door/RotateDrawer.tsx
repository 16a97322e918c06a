import { LIMITS } from '@jadegate/contract/limits';
import { RotateSshHostKeys } from '@jadegate/contract/session/ssh-door';
import { Alert, App, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useRotateHostKeys } from './ssh-door.queries.ts';

const Field = FormField<keyof RotateSshHostKeys>;

interface RotateDrawerProps {
  open: boolean;
  onClose: () => void;
}

/** New host keys: what clients will see, and how long they are told beforehand. */
export function RotateDrawer({ open, onClose }: RotateDrawerProps) {
  const { t } = useTranslation('ssh-door');
  const { message } = App.useApp();
  const rotate = useRotateHostKeys();
  const handleSubmit = async (input: RotateSshHostKeys) => {
    await rotate.mutateAsync(input);
    void message.success(t('rotate.done'));
  };
  return (
    <FormDrawer
      open={open}
      title={t('rotate.title')}
      schema={RotateSshHostKeys}
      initial={{ overlapDays: LIMITS.hostKeyOverlapDays.default }}
      submitLabel={t('action.rotate')}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={t('rotate.warning')}
        description={t('rotate.help')}
        style={{ marginBottom: 24 }}
      />
      <Field name="overlapDays" label={t('field.overlapDays')} help={t('rotate.overlapHelp')}>
        <InputNumber precision={0} suffix={t('unit.days')} style={{ width: 160 }} />
      </Field>
    </FormDrawer>
  );
}
