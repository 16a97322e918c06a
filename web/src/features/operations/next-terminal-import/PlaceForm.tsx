import { LIMITS } from '@jadegate/contract/limits';
import type {
  NextTerminalFolder,
  NextTerminalPlace,
} from '@jadegate/contract/operations/next-terminal-import';
import { Alert, Button, Flex, Radio, Select, theme, Typography } from 'antd';
import { useId, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { FileDrop } from '../../../components/FileDrop.tsx';
import { Mono } from '../../../components/Mono.tsx';
import { formatSizeShort } from '../../../format/size.ts';
import { BLANK_DATABASE, DatabaseFields, placeOfDatabase } from './DatabaseFields.tsx';

/** What was chosen, with the file where one will be sent. */
export interface ChosenPlace {
  place: NextTerminalPlace;
  file?: File | undefined;
}

const KINDS = ['upload', 'folder', 'mysql'] as const;
type Kind = (typeof KINDS)[number];

interface PlaceFormProps {
  folder: NextTerminalFolder;
  chosen: ChosenPlace | undefined;
  onChosen: (chosen: ChosenPlace) => void;
}

/** Where the old installation is. */
export function PlaceForm({ folder, chosen, onChosen }: PlaceFormProps) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const id = useId();
  const before = chosen?.place;
  const [kind, setKind] = useState<Kind>(before?.kind ?? (folder.files.length > 0 ? 'folder' : 'upload'));
  const [file, setFile] = useState(chosen?.file);
  const [name, setName] = useState(before?.kind === 'folder' ? before.file : folder.files[0]?.name);
  const [database, setDatabase] = useState(
    before?.kind === 'mysql' ? { ...before, port: String(before.port) } : BLANK_DATABASE,
  );

  const place = (): ChosenPlace | undefined => {
    switch (kind) {
      case 'upload':
        return file && { place: { kind }, file };
      case 'folder':
        return name === undefined ? undefined : { place: { kind, file: name } };
      case 'mysql': {
        const filled = placeOfDatabase(database);
        return filled && { place: filled };
      }
    }
  };
  const ready = place();
  const handleSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (ready) {
      onChosen(ready);
    }
  };

  return (
    <form onSubmit={handleSubmit}>
      <Flex vertical gap={token.margin}>
        <Alert type="info" showIcon title={t('notice.title')} description={t('notice.help')} />
        <Radio.Group
          aria-label={t('step.where')}
          value={kind}
          onChange={(event) => setKind(event.target.value as Kind)}
        >
          <Flex vertical gap={token.marginXS}>
            {KINDS.map((one) => (
              <Radio key={one} value={one}>
                {t(`place.${one}`)}{' '}
                <Typography.Text type="secondary">{t(`placeHelp.${one}`)}</Typography.Text>
              </Radio>
            ))}
          </Flex>
        </Radio.Group>
        {kind === 'upload' && (
          <FileDrop
            accept=".db,.sqlite,.sqlite3,.json"
            file={file}
            maxBytes={LIMITS.oldDatabaseBytes}
            onChoose={setFile}
          />
        )}
        {kind === 'folder' &&
          (folder.files.length === 0 ? (
            <Alert
              type="warning"
              showIcon
              title={t('folder.empty')}
              description={
                <>
                  {t('folder.emptyHelp')} <Mono text={folder.path} />
                </>
              }
            />
          ) : (
            <Flex vertical gap={token.marginXXS}>
              <label htmlFor={id}>{t('field.file')}</label>
              <Select
                id={id}
                value={name}
                onChange={setName}
                options={folder.files.map((one) => ({
                  value: one.name,
                  label: `${one.name}（${formatSizeShort(one.bytes)}）`,
                }))}
              />
              <Typography.Text type="secondary">
                {t('folder.from')} <Mono text={folder.path} />
              </Typography.Text>
            </Flex>
          ))}
        {kind === 'mysql' && <DatabaseFields database={database} onChange={setDatabase} />}
        <Button type="primary" htmlType="submit" disabled={!ready} style={{ alignSelf: 'flex-end' }}>
          {t('action.next')}
        </Button>
      </Flex>
    </form>
  );
}
