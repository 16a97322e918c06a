import type { StrategyFlag, StrategyInput } from '@jadegate/contract/access/strategy';
import { useQuery } from '@tanstack/react-query';
import { Divider, Form, Input, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormField } from '../../../components/form/FormField.tsx';
import { AllowedCommandList } from './AllowedCommandList.tsx';
import { ChannelFields } from './ChannelFields.tsx';
import { PresetButtons } from './PresetButtons.tsx';
import { commandFilterOptionsQuery } from './strategy.queries.ts';

const Field = FormField<keyof StrategyInput>;

const FILE_FLAGS = ['upload', 'download', 'edit', 'delete', 'rename', 'createDir'] as const;
const CLIPBOARD_FLAGS = ['copy', 'paste'] as const;

export function StrategyFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation('strategy');
  return (
    <>
      <Field name="name" label={t('field.name')}>
        <Input autoComplete="off" />
      </Field>
      {isNew && <PresetButtons />}
      <Divider titlePlacement="start">{t('group.files')}</Divider>
      <FlagFields flags={FILE_FLAGS} />
      <Divider titlePlacement="start">{t('group.clipboard')}</Divider>
      <FlagFields flags={CLIPBOARD_FLAGS} />
      <Divider titlePlacement="start">{t('group.session')}</Divider>
      <SessionFields />
      <Divider titlePlacement="start">{t('group.commands')}</Divider>
      <CommandFields />
      <Divider titlePlacement="start">{t('group.channels')}</Divider>
      <ChannelFields />
    </>
  );
}

function FlagFields({ flags }: { flags: readonly StrategyFlag[] }) {
  const { t } = useTranslation('strategy');
  return flags.map((flag) => (
    <Field
      key={flag}
      name={flag}
      label={t(`flag.${flag}`)}
      help={t(`flagHelp.${flag}`)}
      valuePropName="checked"
    >
      <Switch />
    </Field>
  ));
}

function SessionFields() {
  const { t } = useTranslation('strategy');
  const isRecorded = Form.useWatch<boolean | undefined>('recording') ?? true;
  const filters = useQuery(commandFilterOptionsQuery());
  const options = [
    { value: '', label: t('status.noFilter') },
    ...(filters.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <>
      <Field name="idleMinutes" label={t('field.idleMinutes')} help={t('help.idleMinutes')}>
        <InputNumber precision={0} suffix={t('unit.minutes')} style={{ width: 160 }} />
      </Field>
      <Field name="maxMinutes" label={t('field.maxMinutes')} help={t('help.maxMinutes')}>
        <InputNumber precision={0} suffix={t('unit.minutes')} style={{ width: 160 }} />
      </Field>
      <Field name="commandFilterId" label={t('field.commandFilter')} help={t('help.commandFilter')}>
        <Select showSearch={{ optionFilterProp: 'label' }} options={options} loading={filters.isFetching} />
      </Field>
      <Field name="recording" label={t('field.recording')} help={t('help.recording')} valuePropName="checked">
        <Switch />
      </Field>
      {!isRecorded && (
        <Field
          name="recordingReason"
          label={t('field.recordingReason')}
          help={t('help.recordingReason')}
          required
        >
          <Input.TextArea rows={3} />
        </Field>
      )}
    </>
  );
}

function CommandFields() {
  const { t } = useTranslation('strategy');
  const isLimited = Form.useWatch<boolean | undefined>('commandsOnly') ?? false;
  return (
    <>
      <Field
        name="commandsOnly"
        label={t('field.commandsOnly')}
        help={t('help.commandsOnly')}
        valuePropName="checked"
      >
        <Switch />
      </Field>
      {isLimited && (
        <Field
          name="allowedCommands"
          label={t('field.allowedCommands')}
          help={t('help.allowedCommands', { example: '{{name}}' })}
          required
        >
          <AllowedCommandList />
        </Field>
      )}
    </>
  );
}
