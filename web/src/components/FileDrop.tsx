import { InboxOutlined } from '@ant-design/icons';
import { Button, Flex, theme, Typography } from 'antd';
import { useRef, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';

interface FileDropProps {
  /** What the picker offers, such as `.csv`. */
  accept: string;
  file: File | undefined;
  onChoose: (file: File) => void;
  /** More than this is refused here already. */
  maxBytes: number;
  disabled?: boolean;
}

const KIB = 1024;

/** One file, picked or dropped. It is not read here. */
export function FileDrop({ accept, file, onChoose, maxBytes, disabled = false }: FileDropProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const picker = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [problem, setProblem] = useState<string>();

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined || disabled) {
      return;
    }
    if (chosen.size > maxBytes) {
      setProblem(t('file.tooLarge', { name: chosen.name, limit: Math.round(maxBytes / KIB / KIB) }));
      return;
    }
    setProblem(undefined);
    onChoose(chosen);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files[0]);
  };

  return (
    <Flex
      vertical
      align="center"
      gap={token.marginXS}
      style={{
        padding: token.paddingLG,
        border: `1px dashed ${isOver ? token.colorPrimary : token.colorBorder}`,
        borderRadius: token.borderRadiusLG,
        background: token.colorFillQuaternary,
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={handleDrop}
    >
      <InboxOutlined
        aria-hidden
        style={{ fontSize: token.fontSizeHeading2, color: token.colorTextTertiary }}
      />
      <Typography.Text>
        {file === undefined
          ? t('file.none')
          : t('file.chosen', { name: file.name, size: Math.max(1, Math.round(file.size / KIB)) })}
      </Typography.Text>
      <Button disabled={disabled} onClick={() => picker.current?.click()}>
        {file === undefined ? t('file.pick') : t('file.pickOther')}
      </Button>
      <Typography.Text type={problem === undefined ? 'secondary' : 'danger'} role="status">
        {problem ?? t('file.drop')}
      </Typography.Text>
      <input
        ref={picker}
        type="file"
        accept={accept}
        aria-label={t('file.input')}
        style={{ display: 'none' }}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </Flex>
  );
}
