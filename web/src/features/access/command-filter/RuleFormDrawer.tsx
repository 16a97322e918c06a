import {
  CommandFilterRuleInput,
  RULE_ACTIONS,
  RULE_TYPES,
  type CommandFilterRule,
  type RuleType,
} from '@jadegate/contract/access/command-filter';
import { LIMITS } from '@jadegate/contract/limits';
import { App, Form, Input, InputNumber, Segmented, Switch, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { FormDrawer } from '../../../components/form/FormDrawer.tsx';
import { FormField } from '../../../components/form/FormField.tsx';
import { useCreateRule, useUpdateRule } from './command-filter.queries.ts';

interface RuleFormDrawerProps {
  open: boolean;
  filterId: string;
  /** The rule to edit; undefined makes a new one. */
  rule: CommandFilterRule | undefined;
  onClose: () => void;
}

const Field = FormField<keyof CommandFilterRuleInput>;
const EXAMPLES = {
  exact: { example: 'rm -rf /', match: '', differ: '' },
  prefix: { example: 'rm', match: 'sudo rm -rf /tmp', differ: 'rmdir' },
  regex: { example: String.raw`^curl .*\|\s*(ba)?sh`, match: '', differ: '' },
};

function blank(commandFilterId: string): CommandFilterRuleInput {
  const priority = LIMITS.priority.default;
  return {
    commandFilterId,
    type: 'prefix',
    pattern: '',
    ignoreCase: false,
    priority,
    action: 'deny',
    enabled: true,
  };
}

function toInput(rule: CommandFilterRule): CommandFilterRuleInput {
  const { id: _id, created: _created, ...input } = rule;
  return input;
}

export function RuleFormDrawer({ open, filterId, rule, onClose }: RuleFormDrawerProps) {
  const { t } = useTranslation('command-filter');
  const { message } = App.useApp();
  const create = useCreateRule();
  const update = useUpdateRule();
  const save = async (body: CommandFilterRuleInput) => {
    await (rule === undefined ? create.mutateAsync(body) : update.mutateAsync({ id: rule.id, body }));
    message.success(t('message.ruleSaved', { pattern: body.pattern }));
  };
  return (
    <FormDrawer
      open={open}
      title={rule === undefined ? t('title.addRule') : t('title.editRule')}
      schema={CommandFilterRuleInput}
      initial={rule === undefined ? blank(filterId) : toInput(rule)}
      onSubmit={save}
      onClose={onClose}
    >
      <RuleFields />
    </FormDrawer>
  );
}

function RuleFields() {
  const { t } = useTranslation('command-filter');
  const { token } = theme.useToken();
  const type = Form.useWatch<RuleType | undefined>('type') ?? 'prefix';
  return (
    <>
      <Field name="type" label={t('field.type')}>
        <Segmented options={RULE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))} />
      </Field>
      <Field name="pattern" label={t('field.pattern')} help={t(`help.pattern.${type}`, EXAMPLES[type])}>
        <Input autoComplete="off" spellCheck={false} style={{ fontFamily: token.fontFamilyCode }} />
      </Field>
      <Field name="ignoreCase" label={t('field.ignoreCase')} valuePropName="checked">
        <Switch />
      </Field>
      <Field name="action" label={t('field.action')} help={t('help.action')}>
        <Segmented options={RULE_ACTIONS.map((value) => ({ value, label: t(`ruleAction.${value}`) }))} />
      </Field>
      <Field name="priority" label={t('field.priority')} help={t('help.priority')}>
        <InputNumber precision={0} />
      </Field>
      <Field name="enabled" label={t('field.enabled')} valuePropName="checked">
        <Switch />
      </Field>
    </>
  );
}
