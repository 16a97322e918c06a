import { Flex, Select, Tag } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { ENCODING_NAMES, ENCODINGS, type Encoding } from './text-encoding.ts';
import { LINE_ENDINGS, type LineEnding, type TextFile, type TextFormat } from './text-file.ts';

interface TextFormatBarProps {
  file: TextFile;
  detected: Encoding;
  /** How it will be saved. */
  format: TextFormat;
  /** Why it cannot be read in another encoding now; undefined when it can. */
  readRefusal: string | undefined;
  /** May not be saved at all. */
  isReadOnly: boolean;
  onReadAs: (encoding: Encoding) => void;
  onFormat: (format: TextFormat) => void;
}

/** With the mark where programs expect one: always in UTF-16, if wanted in UTF-8. */
const WRITTEN: readonly Pick<TextFormat, 'encoding' | 'hasBom'>[] = [
  { encoding: 'utf-8', hasBom: false },
  { encoding: 'utf-8', hasBom: true },
  { encoding: 'big5', hasBom: false },
  { encoding: 'utf-16le', hasBom: true },
  { encoding: 'utf-16be', hasBom: true },
  { encoding: 'gb18030', hasBom: false },
  { encoding: 'shift_jis', hasBom: false },
  { encoding: 'windows-1252', hasBom: false },
];
const keyOf = ({ encoding, hasBom }: Pick<TextFormat, 'encoding' | 'hasBom'>) =>
  `${encoding}${hasBom ? '+' : ''}`;

/** What a text file is written in, and what it will be saved in. */
export function TextFormatBar(props: TextFormatBarProps) {
  const { file, detected, format, readRefusal, isReadOnly, onReadAs, onFormat } = props;
  const { t } = useTranslation('files');
  const nameOf = ({ encoding, hasBom }: Pick<TextFormat, 'encoding' | 'hasBom'>) =>
    hasBom && encoding === 'utf-8'
      ? t('editor.withBom', { encoding: ENCODING_NAMES[encoding] })
      : ENCODING_NAMES[encoding];
  // A file may be as none would be written anew, such as UTF-16 without a mark.
  const written = [...WRITTEN, { encoding: file.encoding, hasBom: file.hasBom }];
  const isOld = file.lineEnding === 'cr' || format.lineEnding === 'cr';
  return (
    <Flex gap="8px 16px" wrap align="center">
      <Choice label={t('editor.readAs')}>
        {(id) => (
          <Select<Encoding>
            id={id}
            size="small"
            popupMatchSelectWidth={false}
            value={file.encoding}
            disabled={readRefusal !== undefined}
            title={readRefusal}
            onChange={onReadAs}
            options={ENCODINGS.map((encoding) => ({
              value: encoding,
              label:
                encoding === detected
                  ? t('editor.detected', { encoding: ENCODING_NAMES[encoding] })
                  : ENCODING_NAMES[encoding],
            }))}
          />
        )}
      </Choice>
      <Choice label={t('editor.saveAs')}>
        {(id) => (
          <Select<string>
            id={id}
            size="small"
            popupMatchSelectWidth={false}
            value={keyOf(format)}
            disabled={isReadOnly}
            onChange={(key) => {
              const chosen = written.find((one) => keyOf(one) === key);
              if (chosen) {
                onFormat({ ...format, ...chosen });
              }
            }}
            options={[...new Map(written.map((one) => [keyOf(one), one]))].map(([value, one]) => ({
              value,
              label: nameOf(one),
            }))}
          />
        )}
      </Choice>
      <Choice label={t('editor.lineEnding')}>
        {(id) => (
          <Select<LineEnding>
            id={id}
            size="small"
            popupMatchSelectWidth={false}
            value={format.lineEnding}
            disabled={isReadOnly}
            onChange={(lineEnding) => onFormat({ ...format, lineEnding })}
            options={LINE_ENDINGS.filter((ending) => ending !== 'cr' || isOld).map((ending) => ({
              value: ending,
              label: ending.toUpperCase(),
            }))}
          />
        )}
      </Choice>
      {file.isMixed && (
        <Tag color="warning">{t('editor.mixed', { ending: format.lineEnding.toUpperCase() })}</Tag>
      )}
    </Flex>
  );
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <Flex gap={8} align="center">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </Flex>
  );
}
