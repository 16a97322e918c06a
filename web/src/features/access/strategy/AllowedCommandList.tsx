import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { AllowedCommand } from '@jadegate/contract/access/allowed-command';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Button, Card, Flex, Input, Select, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import { savedCommandsQuery } from './strategy.queries.ts';

interface AllowedCommandListProps {
  id?: string;
  value?: AllowedCommand[];
  onChange?: (value: AllowedCommand[]) => void;
}

/** The commands of a strategy. One that is taken from the saved ones is copied: its owner cannot change it here. */
export function AllowedCommandList({ id, value = [], onChange }: AllowedCommandListProps) {
  const { t } = useTranslation('strategy');
  const { token } = theme.useToken();
  const { data: saved = [] } = useQuery(savedCommandsQuery());
  const isFull = value.length >= LIMITS.allowedCommands.max;
  const add = (command: AllowedCommand) => onChange?.([...value, command]);
  const change = (index: number, part: Partial<AllowedCommand>) =>
    onChange?.(value.map((command, at) => (at === index ? { ...command, ...part } : command)));
  return (
    <Flex vertical gap={token.marginXS} id={id} role="group" aria-label={t('field.allowedCommands')}>
      {value.map(({ name, content }, index) => (
        <Card key={index} size="small">
          <Flex vertical gap={token.marginXS}>
            <Flex gap={token.marginXS}>
              <Input
                aria-label={t('field.commandName')}
                placeholder={t('field.commandName')}
                maxLength={LIMITS.name.max}
                value={name}
                onChange={(event) => change(index, { name: event.target.value })}
              />
              <Button
                type="text"
                danger
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`${t('action.removeCommand')} ${name}`}
                onClick={() => onChange?.(value.filter((_, at) => at !== index))}
              />
            </Flex>
            <Input.TextArea
              aria-label={t('field.commandContent')}
              placeholder={t('field.commandContent')}
              rows={3}
              spellCheck={false}
              maxLength={LIMITS.allowedCommand.max}
              style={{ fontFamily: token.fontFamilyCode }}
              value={content}
              onChange={(event) => change(index, { content: event.target.value })}
            />
          </Flex>
        </Card>
      ))}
      <Flex wrap gap={token.marginXS}>
        <Button
          icon={<PlusOutlined aria-hidden />}
          disabled={isFull}
          onClick={() => add({ name: '', content: '' })}
        >
          {t('action.addCommand')}
        </Button>
        {saved.length > 0 && (
          <Select
            aria-label={t('placeholder.savedCommand')}
            style={{ minWidth: 200 }}
            value={null}
            disabled={isFull}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t('placeholder.savedCommand')}
            options={saved
              .filter(({ content, isCut }) => !isCut && content.length <= LIMITS.allowedCommand.max)
              .map((command) => ({ value: command.id, label: command.name }))}
            onChange={(chosen: string | null) => {
              const command = saved.find((one) => one.id === chosen);
              if (command) {
                add({ name: command.name, content: command.content });
              }
            }}
          />
        )}
      </Flex>
    </Flex>
  );
}
