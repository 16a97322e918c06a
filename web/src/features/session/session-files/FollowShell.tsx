import { AimOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Switch, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CopyButton } from '../../../components/CopyButton.tsx';

import styles from '../../../components/files/FileBrowser.module.css';

interface FollowShellProps {
  /** Where the shell is, if it ever said so. */
  directory: string | undefined;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  /** Goes there once. */
  onGo: (directory: string) => void;
}

/** One line each, for the file a shell reads when it starts. A name with a percent sign must not be taken for a number. */
const LINES = [
  ['~/.bashrc', String.raw`PROMPT_COMMAND='printf "\e]7;file://%s%s\a" "$HOSTNAME" "${'$'}{PWD//%/%25}"'`],
  ['~/.zshrc', String.raw`precmd() { print -Pn "\e]7;file://%m%d\a" }`],
] as const;

/** The files go where the shell goes, always or once. */
export function FollowShell({ directory, isOn, onChange, onGo }: FollowShellProps) {
  const { t } = useTranslation('session-files');
  const id = useId();
  const [isHelping, setHelping] = useState(false);
  return (
    <>
      <Flex className={styles.actions} align="center" gap={4}>
        <Switch id={id} size="small" checked={isOn} title={t('follow.label')} onChange={onChange} />
        <label htmlFor={id} className={styles.label}>
          {t('follow.label')}
        </label>
        <Button
          type="text"
          size="small"
          icon={<AimOutlined aria-hidden />}
          title={t('follow.go')}
          onClick={() => (directory === undefined ? setHelping(true) : onGo(directory))}
        >
          {t('follow.go')}
        </Button>
      </Flex>
      {isHelping && directory === undefined && (
        <Alert
          type="info"
          closable={{ onClose: () => setHelping(false) }}
          title={t('follow.unknown')}
          description={
            <>
              <Typography.Paragraph>{t('follow.help')}</Typography.Paragraph>
              {LINES.map(([file, line]) => (
                <div key={file}>
                  <Flex align="center" gap={4}>
                    <code>{file}</code>
                    <CopyButton text={line} />
                  </Flex>
                  <pre style={{ margin: '0 0 8px', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                    {line}
                  </pre>
                </div>
              ))}
            </>
          }
        />
      )}
    </>
  );
}
