import { NODE_LIFECYCLES, type Node } from '@jadegate/contract/fleet/node';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Col, Input, InputNumber, Row, Select, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { DayField } from '../../../components/form/DayField.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { RecordDrawer } from '../../../components/form/RecordDrawer.tsx';
import type { OverlayProps } from '../../../hooks/useOverlays.ts';
import { useSaveRecord } from '../../../hooks/useSaveRecord.ts';
import { BLANK, NodeForm, toBody, toForm } from './node-form.ts';
import { nodeQuery, sshAssetsQuery, useCreateNode, useUpdateNode } from './node.queries.ts';

const Field = FormField<keyof NodeForm>;
const FULL = { width: '100%' };

/** What people say of a machine; where it is reached is its asset's. */
export function NodeFormDrawer({ open, target: id, onClose }: OverlayProps<string>) {
  const { t } = useTranslation('node');
  const stored = useQuery({
    ...nodeQuery(id ?? ''),
    enabled: open && id !== undefined,
    refetchInterval: false,
    gcTime: 0,
    staleTime: 0,
  });
  const assets = useQuery({ ...sshAssetsQuery(), enabled: open });
  const saveBody = useSaveRecord(id, useCreateNode(), useUpdateNode());
  const save = (form: NodeForm) => saveBody(toBody(form));
  return (
    <RecordDrawer
      {...{ open, id, onClose, stored, save }}
      toInput={toForm}
      words="node"
      schema={NodeForm}
      blank={BLANK}
      nameOf={({ name }) => name}
    >
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field name="assetId" label={t('field.asset')} help={t('help.asset')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          loading={assets.isFetching}
          placeholder={t('placeholder.asset')}
          options={assetOptions(assets.data, stored.data)}
        />
      </Field>
      <Field name="lifecycle" label={t('field.lifecycle')} help={t('help.lifecycle')}>
        <Select options={NODE_LIFECYCLES.map((value) => ({ value, label: t(`lifecycle.${value}`) }))} />
      </Field>
      <Row gutter={16}>
        <Col xs={24} sm={8}>
          <Field name="site" label={t('field.site')}>
            <Input />
          </Field>
        </Col>
        <Col xs={24} sm={8}>
          <Field name="room" label={t('field.room')}>
            <Input />
          </Field>
        </Col>
        <Col xs={24} sm={8}>
          <Field name="rack" label={t('field.rack')}>
            <Input />
          </Field>
        </Col>
        <Col xs={12} sm={8}>
          <Field name="unit" label={t('field.unit')}>
            <InputNumber style={FULL} />
          </Field>
        </Col>
        <Col xs={12} sm={8}>
          <Field name="unitHeight" label={t('field.unitHeight')}>
            <InputNumber style={FULL} />
          </Field>
        </Col>
        <Col xs={24} sm={8}>
          <Field name="assetTag" label={t('field.assetTag')}>
            <Input />
          </Field>
        </Col>
      </Row>
      <Field name="labels" label={t('field.labels')} help={t('help.labels')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', ' ']}
          placeholder="env=prod"
        />
      </Field>
      <Field name="department" label={t('field.department')}>
        <Input />
      </Field>
      <Row gutter={16}>
        {(['purchasedAt', 'warrantyUntil', 'retireAt'] as const).map((name) => (
          <Col key={name} xs={24} sm={8}>
            <Field name={name} label={t(`field.${name}`)}>
              <DayField />
            </Field>
          </Col>
        ))}
      </Row>
      <Typography.Title level={5}>{t('title.expect')}</Typography.Title>
      <Typography.Paragraph type="secondary">{t('help.expect')}</Typography.Paragraph>
      <Row gutter={16}>
        <Col xs={12} sm={8}>
          <Field name="expectCores" label={t('part.cores')}>
            <InputNumber style={FULL} />
          </Field>
        </Col>
        <Col xs={12} sm={8}>
          <Field name="expectGib" label={t('part.memBytes')}>
            <InputNumber style={FULL} suffix={t('unit.gib')} />
          </Field>
        </Col>
        <Col xs={12} sm={8}>
          <Field name="expectDisks" label={t('part.diskCount')}>
            <InputNumber style={FULL} />
          </Field>
        </Col>
        <Col xs={12} sm={8}>
          <Field name="expectGpus" label={t('part.gpuCount')}>
            <InputNumber style={FULL} />
          </Field>
        </Col>
        <Col xs={24} sm={16}>
          <Field name="expectSerial" label={t('part.serial')}>
            <Input autoComplete="off" />
          </Field>
        </Col>
      </Row>
      <Field name="collects" label={t('field.collects')} help={t('help.collects')} valuePropName="checked">
        <Switch />
      </Field>
      <Field
        name="intervalSeconds"
        label={t('field.intervalSeconds')}
        help={t('help.intervalSeconds', { min: LIMITS.nodeInterval.min, max: LIMITS.nodeInterval.max })}
      >
        <InputNumber style={FULL} suffix={t('unit.seconds')} />
      </Field>
      <Field
        name="collectsVms"
        label={t('field.collectsVms')}
        help={t('help.collectsVms')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
      <Field
        name="vmIntervalSeconds"
        label={t('field.vmIntervalSeconds')}
        help={t('help.vmIntervalSeconds', { min: LIMITS.nodeInterval.min, max: LIMITS.nodeInterval.max })}
      >
        <InputNumber style={FULL} suffix={t('unit.seconds')} />
      </Field>
      <Field name="hypervisorUri" label={t('field.hypervisorUri')} help={t('help.hypervisorUri')}>
        <Input placeholder="qemu:///system" autoComplete="off" spellCheck={false} />
      </Field>
      <Field name="description" label={t('field.description')}>
        <Input.TextArea rows={3} />
      </Field>
    </RecordDrawer>
  );
}

/** The one it has is shown by name also to somebody who may not choose it. */
function assetOptions(found: readonly { id: string; name: string }[] | undefined, node: Node | undefined) {
  const options = (found ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return node && node.assetId !== null && !options.some(({ value }) => value === node.assetId)
    ? [{ value: node.assetId, label: node.assetName }, ...options]
    : options;
}
