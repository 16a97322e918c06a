import { listParameters } from '@jadegate/contract/access/command-parameters';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { CommandParametersDialog } from '../../../components/command/CommandParametersDialog.tsx';
import { useWholeCommand } from '../../../hooks/useWholeCommand.ts';
import {
  choiceQuery,
  readSavedCommand,
  savedCommandsQuery,
  wholeCommandQuery,
  type RunRequest,
  type RunScope,
} from './command-run.queries.ts';
import { HostFields } from './HostFields.tsx';
import { TimeoutField } from './TimeoutField.tsx';

/** A command whose parameters are asked for: a saved one, or one that a strategy lists. */
interface Asked {
  name: string;
  content: string;
  isListed?: boolean;
}

interface RunFormProps {
  scope: RunScope;
  value: RunRequest;
  isDisabled: boolean;
  onChange: (value: RunRequest) => void;
}

/** Where and what: assets by name or by tag, a script or a saved command. */
export function RunForm({ scope, value, isDisabled, onChange }: RunFormProps) {
  const { t } = useTranslation('command-run');
  const id = useId();
  const commands = useQuery(savedCommandsQuery(scope));
  const withWhole = useWholeCommand(readSavedCommand(scope));
  const [asked, setAsked] = useState<Asked>();
  const choice = useQuery(choiceQuery(value.assetIds));
  const listed = choice.data?.commands ?? [];
  const limitedHosts = new Set(listed.flatMap(({ assetIds }) => assetIds)).size;
  const isOnlyListed = limitedHosts > 0 && choice.data?.free.length === 0;
  const pick = (commandId: string) => {
    const chosen = commands.data?.find((one) => one.id === commandId);
    if (chosen) {
      withWhole(chosen, (command) => {
        if (listParameters(command.content).length > 0) {
          setAsked(command);
        } else {
          onChange({ ...value, script: command.content, values: undefined });
        }
      });
    }
  };
  const pickListed = (index: number) => {
    const command = listed[index];
    if (command && listParameters(command.content).length > 0) {
      setAsked({ ...command, isListed: true });
    } else if (command) {
      onChange({ ...value, script: command.content, values: {} });
    }
  };
  // The address may name a saved command: it is shown before it is taken.
  const [search] = useSearchParams();
  const [isNamedSeen, setNamedSeen] = useState(false);
  const named = isNamedSeen
    ? undefined
    : commands.data?.find(({ id: one }) => one === search.get('commandId'));
  const whole = useQuery({ ...wholeCommandQuery(scope, named?.id ?? ''), enabled: named?.isCut === true });
  const command = asked ?? (named?.isCut ? whole.data : named);
  return (
    <Form component={false} layout="vertical" disabled={isDisabled}>
      <HostFields
        scope={scope}
        assetIds={value.assetIds}
        onChange={(assetIds) => onChange({ ...value, assetIds })}
      />
      {listed.length > 0 && (
        <Form.Item
          label={t('field.listed')}
          htmlFor={`${id}-listed`}
          extra={t('help.listed', { count: limitedHosts })}
        >
          <Select
            id={`${id}-listed`}
            value={null}
            placeholder={t('placeholder.listed')}
            options={listed.map((one, index) => ({ value: index, label: one.name }))}
            onChange={(index: number | null) => index !== null && pickListed(index)}
          />
        </Form.Item>
      )}
      {!isOnlyListed && commands.data !== undefined && commands.data.length > 0 && (
        <Form.Item label={t('field.command')} htmlFor={`${id}-command`}>
          <Select
            id={`${id}-command`}
            value={null}
            placeholder={t('placeholder.command')}
            options={commands.data.map((one) => ({ value: one.id, label: one.name }))}
            onChange={(commandId: string | null) => commandId !== null && pick(commandId)}
          />
        </Form.Item>
      )}
      <Form.Item
        label={t('field.script')}
        htmlFor={`${id}-script`}
        extra={t(isOnlyListed ? 'help.onlyListed' : 'help.script')}
        required
      >
        <Input.TextArea
          id={`${id}-script`}
          rows={8}
          maxLength={LIMITS.commandContent.max}
          spellCheck={false}
          style={{ fontFamily: 'var(--ant-font-family-code, monospace)' }}
          value={value.script}
          readOnly={isOnlyListed}
          onChange={(event) => onChange({ ...value, script: event.target.value, values: undefined })}
        />
      </Form.Item>
      <TimeoutField
        value={value.timeoutSeconds}
        onChange={(timeoutSeconds) => onChange({ ...value, timeoutSeconds })}
      />
      <CommandParametersDialog
        open={command !== undefined}
        command={command}
        useLabel={t('action.use')}
        onUse={(script, values) =>
          onChange({ ...value, script, values: asked?.isListed ? values : undefined })
        }
        onClose={() => {
          setAsked(undefined);
          setNamedSeen(true);
        }}
      />
    </Form>
  );
}
