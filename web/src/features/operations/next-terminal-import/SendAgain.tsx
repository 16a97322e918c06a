import { LIMITS } from '@jadegate/contract/limits';
import { Alert, Button, Flex, Progress, theme, Typography } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../../../components/failure.ts';
import { FileDrop } from '../../../components/FileDrop.tsx';
import { formatSizeShort } from '../../../format/size.ts';
import { GiveUpButton } from './GiveUpButton.tsx';
import { useSendImportFile } from './next-terminal-import.queries.ts';

const WHOLE = 100;

/** The file on its way, at once where it was chosen just now; whoever left meanwhile chooses it again. */
export function SendAgain({ file: chosen }: { file: File | undefined }) {
  const { t } = useTranslation('next-terminal-import');
  const { token } = theme.useToken();
  const [file, setFile] = useState(chosen);
  const [sent, setSent] = useState(0);
  const { mutate, isPending, error } = useSendImportFile();
  const leaving = useRef<AbortController>(undefined);

  const send = useCallback(
    (one: File) => {
      const leave = new AbortController();
      leaving.current = leave;
      mutate({ file: one, signal: leave.signal, onProgress: setSent });
    },
    [mutate],
  );
  useEffect(() => {
    if (chosen !== undefined) {
      send(chosen);
    }
    return () => leaving.current?.abort();
  }, [chosen, send]);

  if (isPending && file !== undefined) {
    return (
      <Flex vertical gap={token.marginSM}>
        <Typography.Text>{t('sending.title', { name: file.name })}</Typography.Text>
        <Progress percent={Math.floor((sent / Math.max(1, file.size)) * WHOLE)} />
        <Typography.Text type="secondary">
          {t('sending.help', { sent: formatSizeShort(sent), size: formatSizeShort(file.size) })}
        </Typography.Text>
        <Button style={{ alignSelf: 'flex-end' }} onClick={() => leaving.current?.abort()}>
          {t('action.stop')}
        </Button>
      </Flex>
    );
  }
  return (
    <Flex vertical gap={token.margin}>
      <Alert
        type={error ? 'error' : 'info'}
        showIcon
        role={error ? 'alert' : 'status'}
        title={error ? readFailure(error).message : t('sending.again')}
      />
      <FileDrop
        accept=".db,.sqlite,.sqlite3,.json"
        file={file}
        maxBytes={LIMITS.oldDatabaseBytes}
        onChoose={setFile}
      />
      <Flex justify="flex-end" gap={token.marginXS}>
        <GiveUpButton />
        <Button
          type="primary"
          disabled={file === undefined}
          onClick={() => {
            setSent(0);
            if (file !== undefined) {
              send(file);
            }
          }}
        >
          {t('action.send')}
        </Button>
      </Flex>
    </Flex>
  );
}
