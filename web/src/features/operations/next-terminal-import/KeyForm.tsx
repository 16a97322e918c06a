import type {
  NextTerminalFolder,
  NextTerminalImport,
} from '@jadegate/contract/operations/next-terminal-import';
import { Alert, Button, Checkbox, Flex, Input, theme, Typography } from 'antd';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { GiveUpButton } from './GiveUpButton.tsx';
import { useBeginImport, useLookAgain } from './next-terminal-import.queries.ts';
import type { ChosenPlace } from './PlaceForm.tsx';

interface KeyFormProps {
  folder: NextTerminalFolder;
  /** For one that is not open yet. */
  place?: ChosenPlace;
  /** One that was looked at already, and is looked at otherwise. */
  current?: NextTerminalImport;
  onBack: (() => void) | undefined;
  onLooking?: () => void;
}

const CHOICES = ['administrators', 'recordings', 'files'] as const;

/** The key of the old installation, and what comes beside its rows. Nothing is written yet. */
export function KeyForm({ folder, place, current, onBack, onLooking }: KeyFormProps) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const id = useId();
  const begin = useBeginImport();
  const again = useLookAgain();
  const [encryptionKey, setEncryptionKey] = useState('');
  const isThere = { administrators: true, recordings: folder.hasRecordings, files: folder.hasFiles };
  const [options, setOptions] = useState({
    administrators: current?.administrators ?? false,
    recordings: current?.recordings ?? folder.hasRecordings,
    files: current?.files ?? folder.hasFiles,
  });
  const isPending = begin.isPending || again.isPending;
  const error = begin.error ?? again.error;

  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (place !== undefined) {
      begin.mutate({ place: place.place, encryptionKey, ...options });
    } else {
      const typed = encryptionKey === '' ? null : encryptionKey;
      again.mutate({ encryptionKey: typed, ...options }, { onSuccess: () => onLooking?.() });
    }
  };

  return (
    <form onSubmit={handleSubmit}>
      <Flex vertical gap={token.margin}>
        {current?.state === 'failed' && (
          <Alert type="error" showIcon role="alert" title={t('failed.look')} description={current.failure} />
        )}
        {current?.state === 'stopped' && <Alert type="warning" showIcon title={t('stopped.look')} />}
        <Flex vertical gap={token.marginXXS}>
          <label htmlFor={id}>{t('field.encryptionKey')}</label>
          <Input.Password
            id={id}
            value={encryptionKey}
            autoComplete="off"
            placeholder={t(current === undefined ? 'placeholder.key' : 'placeholder.sameKey')}
            onChange={(event) => setEncryptionKey(event.target.value)}
          />
          <Typography.Text type="secondary">{t('help.key')}</Typography.Text>
        </Flex>
        {CHOICES.map((choice) => (
          <Flex key={choice} vertical>
            <Checkbox
              checked={options[choice]}
              disabled={!isThere[choice]}
              onChange={(event) => setOptions({ ...options, [choice]: event.target.checked })}
            >
              {t(`option.${choice}`)}
            </Checkbox>
            <Typography.Text type="secondary" style={{ paddingInlineStart: token.paddingLG }}>
              {isThere[choice] ? t(`optionHelp.${choice}`) : t('folder.missing', { path: folder.path })}
            </Typography.Text>
          </Flex>
        ))}
        {error && <Alert type="error" showIcon role="alert" title={readFailure(error).message} />}
        <Flex justify="flex-end" gap={token.marginXS} wrap>
          {current !== undefined && <GiveUpButton />}
          {onBack && (
            <Button disabled={isPending} onClick={onBack}>
              {t('action.back')}
            </Button>
          )}
          <Button type="primary" htmlType="submit" loading={isPending}>
            {t('action.look')}
          </Button>
        </Flex>
      </Flex>
    </form>
  );
}
