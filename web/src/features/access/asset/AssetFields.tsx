import type { AccountType, Asset, AssetInput } from '@jadegate/contract/access/asset';
import {
  DEFAULT_PORTS,
  isOpenable,
  PROTOCOLS,
  type Protocol,
} from '@jadegate/contract/access/asset-attributes';
import { Form, Input, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { protocolLabel } from '../../../components/ProtocolTag.tsx';
import { AccountFields } from './AccountFields.tsx';
import { accountTypesOf, leadsElsewhereThan, type AssetFormInput } from './asset-schemas.ts';
import { GatewaySelect, TagSelect } from './AssetPickers.tsx';
import { AttributePanels, BasicAttributes } from './AttributeFields.tsx';
import { splitAddress } from './split-address.ts';

import styles from './AssetFields.module.css';

const Field = FormField<keyof AssetInput>;

interface AssetFieldsProps {
  open: boolean;
  /** What is stored; undefined for a new asset. */
  asset: Asset | undefined;
}

/** The fields by protocol. What was typed for another protocol is kept in the form, in case one switches back. */
export function AssetFields({ open, asset }: AssetFieldsProps) {
  const { t } = useTranslation('asset');
  const form = Form.useFormInstance();
  const protocol = Form.useWatch<Protocol | undefined>('protocol') ?? 'ssh';
  // What cannot be connected to is not offered; an asset that is there already keeps it, and the help says why.
  const offered = PROTOCOLS.filter((value) => isOpenable(value) || value === asset?.protocol);
  const types = accountTypesOf(protocol);
  // What is stored is good for where the asset leads now: elsewhere, it must be given again.
  const isMoved =
    Form.useWatch(
      (values: Partial<AssetFormInput>) => asset !== undefined && leadsElsewhereThan(asset, values),
      form,
    ) ?? false;

  /** The port follows unless somebody chose one of their own; so does the kind of account where it must. */
  const follow = (next: Protocol) => {
    const port: unknown = form.getFieldValue('port');
    if (port === null || port === undefined || port === DEFAULT_PORTS[protocol]) {
      form.setFieldValue('port', DEFAULT_PORTS[next]);
    }
    const accountType = form.getFieldValue('accountType') as AccountType;
    if (!accountTypesOf(next).includes(accountType)) {
      form.setFieldValue('accountType', 'custom');
    }
  };

  /** What was written as `user@host:port` goes where it belongs. Answers whether it was. */
  const takeApart = (text: string): boolean => {
    const parts = splitAddress(text);
    if (parts === undefined) {
      return false;
    }
    const { host, port, username } = parts;
    form.setFieldsValue({
      ip: host,
      ...(port !== undefined && { port }),
      ...(username !== undefined && types.length > 0 && { username }),
    });
    return true;
  };

  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      <Field
        name="protocol"
        label={t('field.protocol')}
        help={
          isOpenable(protocol) ? undefined : t('help.protocolLater', { protocol: protocolLabel(protocol) })
        }
      >
        <Segmented<Protocol>
          options={offered.map((value) => ({ value, label: protocolLabel(value) }))}
          onChange={follow}
        />
      </Field>
      <div className={styles.address}>
        <Field name="ip" label={t('field.ip')} help={t('help.ip')}>
          <Input
            autoComplete="off"
            placeholder={t('placeholder.ip')}
            onPaste={(event) => {
              if (takeApart(event.clipboardData.getData('text'))) {
                event.preventDefault();
              }
            }}
            onBlur={(event) => takeApart(event.target.value)}
          />
        </Field>
        <Field name="port" label={t('field.port')}>
          <InputNumber style={{ width: '100%' }} />
        </Field>
      </div>
      {types.length > 0 && (
        <>
          <Field name="accountType" label={t('field.accountType')}>
            <Segmented
              options={types.map((value) => ({ value, label: t(`account.${value || 'custom'}`) }))}
            />
          </Field>
          <AccountFields open={open} asset={asset} isMoved={isMoved} />
        </>
      )}
      <BasicAttributes protocol={protocol} asset={asset} />
      <Field name="accessGatewayId" label={t('field.accessGatewayId')} help={t('help.accessGatewayId')}>
        <GatewaySelect open={open} />
      </Field>
      <Field name="tags" label={t('field.tags')} help={t('help.tags')}>
        <TagSelect open={open} />
      </Field>
      <Field name="description" label={t('field.description')}>
        <Input.TextArea rows={3} />
      </Field>
      <AttributePanels protocol={protocol} asset={asset} />
    </>
  );
}
