import { GPU_SIGNALS, GpuSignalInput, type GpuProcessRow } from '@jadegate/contract/fleet/gpu';
import { App, Alert, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { personName } from '../../../components/person-name.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSignalProcess } from './gpu.queries.ts';

const EndForm = GpuSignalInput.omit({ startTicks: true });
const Field = FormField<keyof z.infer<typeof EndForm>>;

interface GpuEndDrawerProps extends OverlayProps<GpuProcessRow> {
  gpuId: string;
}

/** Ends somebody's process: says whose it is, and asks for its number and a reason. */
export function GpuEndDrawer({ gpuId, open, target: process, onClose }: GpuEndDrawerProps) {
  const { t } = useTranslation('gpu');
  const { message } = App.useApp();
  const signal = useSignalProcess(gpuId);
  const { pid = 0, startTicks = 0, person = null, user = null, name = null } = process ?? {};
  const owner = person ? personName(person.nickname, person.username) : (user ?? '—');
  const submit = async (form: z.infer<typeof EndForm>) => {
    const { outcome } = await signal.mutateAsync({ pid, body: { ...form, startTicks: startTicks ?? 0 } });
    if (outcome === 'ended') {
      message.success(t('message.ended', { pid }));
    } else {
      message.warning(t('message.stillThere', { pid }));
    }
  };
  return (
    <FormDrawer
      open={open}
      title={t('title.end', { pid })}
      schema={EndForm}
      initial={{ signal: 'TERM', confirm: '', reason: '' }}
      submitLabel={t('action.end')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Alert
        type="warning"
        showIcon
        title={t('hint.end', { owner, name: name ?? '—' })}
        description={t('hint.endHelp')}
        style={{ marginBlockEnd: 16 }}
      />
      <Field name="signal" label={t('field.signal')}>
        <Radio.Group options={GPU_SIGNALS.map((value) => ({ value, label: t(`signal.${value}`) }))} />
      </Field>
      <Field name="confirm" label={t('field.confirm', { pid })}>
        <Input inputMode="numeric" autoComplete="off" />
      </Field>
      <Field name="reason" label={t('field.reason')} help={t('help.reason')}>
        <Input.TextArea rows={3} />
      </Field>
    </FormDrawer>
  );
}
