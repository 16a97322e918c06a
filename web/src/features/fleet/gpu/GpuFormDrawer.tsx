import type { Gpu } from '@jadegate/contract/fleet/gpu';
import { NodeLabels } from '@jadegate/contract/fleet/node';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { App, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import * as z from 'zod';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { gpuQuery, useUpdateGpu } from './gpu.queries.ts';

/** One label a line. */
const GpuForm = z.strictObject({
  note: z.string().trim().max(LIMITS.gpuNote.max),
  labels: z.string().refine((text) => NodeLabels.safeParse(labelsOf(text)).success),
});
type GpuForm = z.infer<typeof GpuForm>;
const Field = FormField<keyof GpuForm>;

/** What people say of a card. Everything else is found. */
export function GpuFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('gpu');
  const stored = useQuery({
    ...gpuQuery(id ?? ''),
    enabled: open && id !== undefined,
    refetchInterval: false,
    gcTime: 0,
    staleTime: 0,
  });
  const update = useUpdateGpu();
  const { message } = App.useApp();
  const save = async ({ note, labels }: GpuForm) => {
    await update.mutateAsync({ id: id ?? '', body: { note, labels: labelsOf(labels) } });
    message.success(t('message.saved', { name: stored.data?.model ?? '' }));
  };
  const isReady = stored.data !== undefined && !stored.isFetching;
  return (
    <FormDrawer
      open={open}
      title={t('title.edit')}
      schema={GpuForm}
      initial={isReady ? toForm(stored.data) : undefined}
      loadError={stored.error}
      onRetry={() => void stored.refetch()}
      onSubmit={save}
      onClose={onClose}
    >
      <Field name="note" label={t('field.note')}>
        <Input.TextArea rows={4} />
      </Field>
      <Field name="labels" label={t('field.labels')} help={t('help.labels')}>
        <Input.TextArea rows={4} placeholder="team=vision" />
      </Field>
    </FormDrawer>
  );
}

function toForm({ note, labels }: Gpu): GpuForm {
  return {
    note,
    labels: Object.entries(labels)
      .map(([key, value]) => `${key}=${value}`)
      .join('\n'),
  };
}

function labelsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [key = '', ...rest] = line.split('=');
        return [key.trim(), rest.join('=').trim()];
      }),
  );
}
