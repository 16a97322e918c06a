import type { Asset } from '@jadegate/contract/access/asset';
import {
  ATTRIBUTE_PANELS,
  attributeSpec,
  isSecretAttribute,
  type AttributeName,
  type AttributePanel,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';
import { Collapse, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { SecretField } from '../../../components/SecretField.tsx';
import { askedAttributes } from './asset-schemas.ts';
import { DriveSpaceSelect } from './AssetPickers.tsx';
import { attributeHelp, attributeValue } from './attribute-words.ts';

interface AttributeProps {
  protocol: Protocol;
  asset: Asset | undefined;
}

const inPanel = (protocol: Protocol, panel: AttributePanel) =>
  askedAttributes(protocol).filter((name) => attributeSpec(name).panel === panel);

/** Those that stand among the main fields. */
export function BasicAttributes({ protocol, asset }: AttributeProps) {
  return inPanel(protocol, 'basic').map((name) => <AttributeField key={name} name={name} asset={asset} />);
}

/**
 * The rest, in panels that are closed while they hold nothing: most assets need none of them. Straight from the table
 * of attributes, so that a new one is on the form by being declared.
 */
export function AttributePanels({ protocol, asset }: AttributeProps) {
  const { t } = useTranslation('asset');
  const panels = ATTRIBUTE_PANELS.filter(
    (panel): panel is Exclude<AttributePanel, 'basic'> =>
      panel !== 'basic' && inPanel(protocol, panel).length > 0,
  );
  const hasValue = (panel: AttributePanel) =>
    inPanel(protocol, panel).some((name) => (asset?.[name] ?? '') !== '');
  return (
    <Collapse
      key={protocol}
      size="small"
      defaultActiveKey={panels.filter(hasValue)}
      items={panels.map((panel) => ({
        key: panel,
        label: t(`panel.${panel}`),
        // Also while closed: a field that is not there could not show why it was refused.
        forceRender: true,
        children: inPanel(protocol, panel).map((name) => (
          <AttributeField key={name} name={name} asset={asset} />
        )),
      }))}
    />
  );
}

const Field = FormField<AttributeName>;

function AttributeField({ name, asset }: { name: AttributeName; asset: Asset | undefined }) {
  const { t } = useTranslation('asset');
  const spec = attributeSpec(name);
  const isOn = Form.useWatch<unknown>(spec.needs ?? '') === true;
  if (spec.needs !== undefined && !isOn) {
    return null;
  }
  const inherited = asset?.inherited[name];
  const placeholder =
    inherited === undefined
      ? undefined
      : t('placeholder.inherited', { value: attributeValue(t, name, inherited) });
  const isSwitch = spec.kind === 'flag' && inherited === undefined;
  return (
    <Field
      name={name}
      label={t(`attribute.${name}`)}
      help={attributeHelp(t, name)}
      required={spec.required === true}
      {...(isSwitch && { valuePropName: 'checked' })}
    >
      <AttributeInput name={name} placeholder={placeholder} asset={asset} />
    </Field>
  );
}

interface AttributeInputProps {
  name: AttributeName;
  placeholder: string | undefined;
  asset: Asset | undefined;
}

/** `Form.Item` hands over value and handlers; each input takes those it knows. */
function AttributeInput({ name, placeholder, asset, ...input }: AttributeInputProps) {
  const { t } = useTranslation('asset');
  const spec = attributeSpec(name);
  const select = (values: readonly string[]) => (
    <Select
      {...input}
      allowClear
      placeholder={placeholder ?? t('placeholder.default')}
      options={values.map((value) => ({ value, label: attributeValue(t, name, value) }))}
    />
  );
  switch (spec.kind) {
    case 'flag':
      // With a setting behind it there are three answers: on, off, and whatever the setting says.
      return placeholder === undefined ? <Switch {...input} /> : select(['true', 'false']);
    case 'number':
      return <InputNumber {...input} placeholder={placeholder} style={{ width: 160 }} />;
    case 'choice':
      return select(spec.choices);
    case 'text':
      if (name === 'drive-path') {
        return <DriveSpaceSelect {...input} />;
      }
      if (isSecretAttribute(name)) {
        const stored = asset?.stored.includes(name) === true;
        return <SecretField {...input} stored={stored} multiline={spec.format === 'lines'} />;
      }
      return spec.format === 'lines' ? (
        <Input.TextArea {...input} rows={4} spellCheck={false} />
      ) : (
        <Input {...input} autoComplete="off" placeholder={placeholder} />
      );
  }
}
