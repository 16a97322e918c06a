import { CHANNEL_SWITCHES } from '@jadegate/contract/access/channel-rights';
import type { StrategyInput } from '@jadegate/contract/access/strategy';
import { Form, Select, Switch, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';

const Field = FormField<keyof StrategyInput>;
const SEPARATORS = [',', ' ', '、'];

/** What SSH clients of one's own may open. Where forwards may lead is asked once they are allowed. */
export function ChannelFields() {
  const { t } = useTranslation('strategy');
  const isLimited = Form.useWatch<boolean | undefined>('commandsOnly') ?? false;
  const isForwarding = Form.useWatch<boolean | undefined>('localForward') ?? false;
  const isListening = Form.useWatch<boolean | undefined>('remoteForward') ?? false;
  if (isLimited) {
    return <Typography.Paragraph type="secondary">{t('help.channelsLimited')}</Typography.Paragraph>;
  }
  return (
    <>
      <Typography.Paragraph type="secondary">{t('help.channels')}</Typography.Paragraph>
      {CHANNEL_SWITCHES.filter((name) => name !== 'gatewayPorts' || isListening).map((name) => (
        <div key={name}>
          <Field
            name={name}
            label={t(`channel.${name}`)}
            help={t(`channelHelp.${name}`)}
            valuePropName="checked"
          >
            <Switch />
          </Field>
          {name === 'localForward' && isForwarding && (
            <Field name="forwardTargets" label={t('field.forwardTargets')} help={t('help.forwardTargets')}>
              <Select
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={SEPARATORS}
                placeholder={t('placeholder.forwardTargets')}
              />
            </Field>
          )}
        </div>
      ))}
    </>
  );
}
