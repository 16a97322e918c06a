import { DownloadOutlined } from '@ant-design/icons';
import { Button, Dropdown, Flex, Input, Segmented, theme } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { FileDrop } from '../FileDrop.tsx';
import { saveText } from '../save-text.ts';
import { ImportProblem } from './ImportProblem.tsx';
import { ImportProgress } from './ImportProgress.tsx';

export interface ImportSample {
  name: string;
  text: string;
  /** Where there are several: what each is. */
  label?: string;
}

/** What was chosen so far; kept while the rows are looked at, for those who come back. */
export interface ImportText {
  way: 'file' | 'paste';
  file: File | undefined;
  text: string;
}

interface ImportSourceProps {
  source: ImportText;
  onSource: (source: ImportText) => void;
  /** At least one. */
  samples: readonly ImportSample[];
  accept: string | undefined;
  maxBytes: number;
  options: ReactNode;
  isBusy: boolean;
  problem: string | undefined;
  onCancel: () => void;
  onPreview: (file: Blob) => void;
}

/** Where the rows come from: a file, or text that was copied from a spreadsheet saved as CSV. */
export function ImportSource(props: ImportSourceProps) {
  const { source, onSource, samples, accept = '.csv,text/csv', maxBytes, options } = props;
  const { isBusy, problem, onCancel, onPreview } = props;
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const { way, file, text } = source;
  const chosen = way === 'file' ? file : text.trim() === '' ? undefined : new Blob([text]);

  return (
    <>
      <Flex justify="space-between" align="center" gap={token.marginXS} wrap>
        <Segmented<ImportText['way']>
          value={way}
          options={[
            { value: 'file', label: t('import.byFile') },
            { value: 'paste', label: t('import.byPaste') },
          ]}
          onChange={(chosenWay) => onSource({ ...source, way: chosenWay })}
        />
        <Samples samples={samples} />
      </Flex>
      {way === 'file' ? (
        <FileDrop
          accept={accept}
          file={file}
          maxBytes={maxBytes}
          disabled={isBusy}
          onChoose={(one) => onSource({ ...source, file: one })}
        />
      ) : (
        <Input.TextArea
          aria-label={t('import.byPaste')}
          rows={8}
          value={text}
          spellCheck={false}
          placeholder={samples[0]?.text.replace('\uFEFF', '')}
          style={{ fontFamily: token.fontFamilyCode, fontSize: token.fontSizeSM }}
          onChange={(event) => onSource({ ...source, text: event.target.value })}
        />
      )}
      {options}
      <ImportProblem message={problem} />
      {isBusy && <ImportProgress label={t('import.looking')} />}
      <Flex justify="flex-end" gap={token.marginXS}>
        <Button onClick={onCancel}>{t('action.cancel')}</Button>
        <Button
          type="primary"
          loading={isBusy}
          disabled={chosen === undefined}
          onClick={() => chosen && onPreview(chosen)}
        >
          {t('import.look')}
        </Button>
      </Flex>
    </>
  );
}

function Samples({ samples }: { samples: readonly ImportSample[] }) {
  const { t } = useTranslation('parts');
  const save = ({ name, text }: ImportSample) => saveText(name, text);
  const [only] = samples;
  const button = (
    <Button
      type="link"
      icon={<DownloadOutlined aria-hidden />}
      {...(samples.length === 1 && only && { onClick: () => save(only) })}
    >
      {t('import.sample')}
    </Button>
  );
  return samples.length === 1 ? (
    button
  ) : (
    <Dropdown
      trigger={['click']}
      menu={{
        items: samples.map((sample) => ({
          key: sample.name,
          label: sample.label ?? sample.name,
          onClick: () => save(sample),
        })),
      }}
    >
      {button}
    </Dropdown>
  );
}
