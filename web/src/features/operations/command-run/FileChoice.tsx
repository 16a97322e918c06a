import { baseName } from '@jadegate/contract/files/file-path';
import { LIMITS } from '@jadegate/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Flex, Form, Progress, Segmented, theme, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { FileDrop } from '../../../components/FileDrop.tsx';
import { spacesQuery, UPLOAD_FOLDER, uploadOnce, type ChosenFile } from './command-run.queries.ts';
import { SpaceFiles } from './SpaceFiles.tsx';

interface FileChoiceProps {
  value: ChosenFile;
  onChange: (chosen: ChosenFile) => void;
}

/** Which file: one from here, which goes into one's own space first, or one that lies in a space. */
export function FileChoice({ value, onChange }: FileChoiceProps) {
  const { t } = useTranslation('command-run');
  const { token } = theme.useToken();
  const [way, setWay] = useState<'upload' | 'space'>(value.file === '' ? 'upload' : 'space');
  const spaces = useQuery(spacesQuery());
  const own = spaces.data?.find(({ access }) => access === 'owner');
  return (
    <Form.Item label={t('field.file')} required>
      <Flex vertical gap={token.marginXS} align="stretch">
        <Segmented
          style={{ alignSelf: 'flex-start' }}
          options={(['upload', 'space'] as const).map((one) => ({ value: one, label: t(`way.${one}`) }))}
          value={way}
          onChange={setWay}
        />
        {way === 'upload' ? (
          <Upload storageId={own?.id} onDone={onChange} />
        ) : (
          <SpaceFiles spaces={spaces.data ?? []} value={value} onChange={onChange} />
        )}
        {value.file !== '' && (
          <Typography.Text type="secondary" role="status">
            {t('file.chosen', {
              name: baseName(value.file),
              place:
                `${spaces.data?.find(({ id }) => id === value.storageId)?.name ?? ''} ${value.file}`.trim(),
            })}
          </Typography.Text>
        )}
      </Flex>
    </Form.Item>
  );
}

interface UploadProps {
  storageId: string | undefined;
  onDone: (chosen: ChosenFile) => void;
}

function Upload({ storageId, onDone }: UploadProps) {
  const { t } = useTranslation('command-run');
  const client = useQueryClient();
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const stop = new AbortController();
    leaving.current = stop;
    return () => stop.abort();
  }, []);
  const begin = async (chosen: File) => {
    if (storageId === undefined) {
      return;
    }
    setFile(chosen);
    setSent(0);
    setProblem(undefined);
    try {
      await uploadOnce({ storageId, file: chosen, signal: leaving.current.signal, onProgress: setSent });
      void client.invalidateQueries({ queryKey: ['command-run', 'space', storageId] });
      onDone({ storageId, file: `${UPLOAD_FOLDER}/${chosen.name}` });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setSent(undefined);
  };
  return (
    <Flex vertical gap={8}>
      <FileDrop
        accept=""
        file={file}
        maxBytes={LIMITS.sentFileBytes}
        disabled={storageId === undefined || sent !== undefined}
        onChoose={(chosen) => void begin(chosen)}
      />
      {file && sent !== undefined && (
        <Progress
          percent={file.size === 0 ? 100 : Math.floor((sent / file.size) * 100)}
          aria-label={t('title.upload')}
        />
      )}
      {problem !== undefined && <Alert showIcon type="error" role="alert" title={problem} />}
      <Typography.Text type="secondary">{t('help.upload', { folder: UPLOAD_FOLDER })}</Typography.Text>
    </Flex>
  );
}
