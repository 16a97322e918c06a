import { FileAddOutlined } from '@ant-design/icons';
import { Button, Flex, Input, theme } from 'antd';
import { useRef, useState, type AriaAttributes, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** What a form gives to its inputs, and what they tell it. */
export interface SecretInputProps extends AriaAttributes {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
  onBlur?: () => void;
  placeholder?: string;
  maxLength?: number;
}

interface SecretFileAreaProps extends SecretInputProps {
  autoFocus?: boolean;
}

/** Several lines of secret text: pasted, picked from a file, or dropped. The file is read here and not kept. */
export function SecretFileArea({ onChange, maxLength, ...input }: SecretFileAreaProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  const readFile = async (file: File | undefined) => {
    if (file === undefined) {
      return;
    }
    if (maxLength !== undefined && file.size > maxLength) {
      setProblem(t('secret.fileTooLarge', { name: file.name, limit: Math.floor(maxLength / 1024) }));
      return;
    }
    try {
      onChange?.(await file.text());
      setProblem(undefined);
    } catch {
      setProblem(t('secret.fileUnreadable', { name: file.name }));
    }
  };

  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void readFile(event.dataTransfer.files[0]);
  };

  return (
    <Flex vertical align="flex-start" gap={token.marginXS} style={{ width: '100%' }}>
      <Input.TextArea
        {...input}
        autoComplete="off"
        spellCheck={false}
        rows={8}
        status={isOver ? 'warning' : undefined}
        style={{ fontFamily: token.fontFamilyCode, fontSize: token.fontSizeSM }}
        onChange={(event) => onChange?.(event.target.value)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={handleDrop}
      />
      <Flex align="center" gap={token.marginXS} wrap>
        <Button size="small" icon={<FileAddOutlined aria-hidden />} onClick={() => picker.current?.click()}>
          {t('secret.pickFile')}
        </Button>
        <span
          style={{ color: problem === undefined ? token.colorTextTertiary : token.colorError }}
          role="status"
        >
          {problem ?? t('secret.dropFile')}
        </span>
      </Flex>
      <input
        ref={picker}
        type="file"
        aria-label={t('secret.pickFile')}
        style={{ display: 'none' }}
        onChange={(event) => {
          void readFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Flex>
  );
}
