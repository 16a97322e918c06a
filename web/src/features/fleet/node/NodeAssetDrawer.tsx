import type { NodeRow } from '@jadegate/contract/fleet/node';
import { NodeConnection, type NodeTrial } from '@jadegate/contract/fleet/node-connection';
import { Alert, Button, Form } from 'antd';
import { useTranslation } from 'react-i18next';
import type * as z from 'zod';

import { DescriptionList } from '../../../components/detail/DescriptionList.tsx';
import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { connectPath } from '../../../components/session-path.ts';
import { formatSize } from '../../../format/size.ts';
import { useCan } from '../../../hooks/account.ts';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { ConnectionFields } from './ConnectionFields.tsx';
import { useSetNodeAsset, useTestNode } from './node.queries.ts';

const BLANK: z.input<typeof NodeConnection> = {
  ip: '',
  port: 22,
  accountType: 'custom',
  username: '',
  password: '',
  privateKey: '',
  passphrase: '',
  credentialId: undefined,
  accessGatewayId: undefined,
};

/** Makes the asset by which a machine is reached, or takes one that leads there already. */
export function NodeAssetDrawer({ open, target: node, onClose }: OverlayProps<NodeRow>) {
  const { t } = useTranslation('node');
  const can = useCan();
  const set = useSetNodeAsset();
  const save = (way: NodeConnection) => set.mutateAsync({ id: node?.id ?? '', way });
  const saveAndOpen = async (way: NodeConnection) => {
    const { assetId, name } = await save(way);
    window.open(connectPath({ id: assetId, name, protocol: 'ssh' }), '_blank', 'noopener');
  };
  return (
    <FormDrawer
      open={open}
      title={t('title.asset', { name: node?.name ?? '' })}
      schema={NodeConnection}
      initial={BLANK}
      submitLabel={t('action.makeAsset')}
      onSubmit={save}
      more={can('asset-access') ? { label: t('action.makeAndOpen'), onSubmit: saveAndOpen } : undefined}
      onClose={onClose}
    >
      <ConnectionFields open={open} />
      <Trial />
    </FormDrawer>
  );
}

/** Tries what stands in the form, and says what was found. */
function Trial() {
  const { t } = useTranslation('node');
  const form = Form.useFormInstance<z.input<typeof NodeConnection>>();
  const test = useTestNode();
  const run = async () => {
    const read = NodeConnection.safeParse({ ...BLANK, ...form.getFieldsValue(true) });
    if (read.success) {
      await test.mutateAsync(read.data);
    } else {
      await form.validateFields();
    }
  };
  return (
    <>
      <Button loading={test.isPending} onClick={() => void run().catch(() => undefined)}>
        {t('action.test')}
      </Button>
      {test.error && <Alert type="error" showIcon title={test.error.message} style={ABOVE} />}
      {test.data && !test.isPending && <Found trial={test.data} />}
    </>
  );
}

const ABOVE = { marginBlockStart: 12 };

function Found({ trial }: { trial: NodeTrial }) {
  const { t } = useTranslation('node');
  const { problem, brief, hostKey, memBytes, latencyMs, problems } = trial;
  if (problem || !brief) {
    return (
      <Alert type="error" showIcon style={ABOVE} title={problem?.message} description={problem?.remedy} />
    );
  }
  const items = [
    { key: 'hostname', label: t('field.hostname'), value: brief.hostname },
    { key: 'os', label: t('field.os'), value: brief.os },
    { key: 'cpu', label: t('field.cpu'), value: brief.cpuModel },
    { key: 'memory', label: t('field.memory'), value: memBytes === null ? '' : formatSize(memBytes) },
    { key: 'gpu', label: t('field.gpu'), value: String(brief.gpuCount) },
    { key: 'hostKey', label: t('field.hostKey'), value: hostKey },
  ].map((item) => ({ ...item, wide: true }));
  return (
    <Alert
      type="success"
      showIcon
      style={ABOVE}
      title={t('message.tested', { ms: latencyMs ?? 0 })}
      description={
        <>
          <DescriptionList items={items} />
          {problems.map(({ section, message }) => (
            <div key={section}>{`${section}：${message}`}</div>
          ))}
        </>
      }
    />
  );
}
