import type { ImportPreview } from '@jadegate/contract/import';
import { Button, Flex, Modal, theme } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { readFailure } from '../failure.ts';
import { ImportPreviewTable } from './ImportPreviewTable.tsx';
import { ImportProblem } from './ImportProblem.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { ImportSource, type ImportSample, type ImportText } from './ImportSource.tsx';

interface ImportDialogProps<Result, Preview extends ImportPreview> {
  open: boolean;
  title: string;
  /** Which columns there are and what may stand in them. */
  help: ReactNode;
  /** A file to start from. */
  sample: ImportSample;
  /** More of them, for files of another form. */
  otherSamples?: readonly ImportSample[];
  /** What the picker offers; CSV files unless told. */
  accept?: string;
  /** What a column is called, by its name in the contract. */
  columnLabel: (column: string) => string;
  maxBytes: number;
  /** Choices that go with the file. */
  options?: ReactNode;
  preview: (file: Blob, signal: AbortSignal) => Promise<Preview>;
  /** Choices and remarks above the rows. */
  renderPreview?: (preview: Preview) => ReactNode;
  /** How many rows would be written, where that is not simply the good ones. */
  countOf?: (preview: Preview) => number;
  /** Writes the good rows. */
  run: (file: Blob) => Promise<Result>;
  /** What was done; stays until the person closes the dialog. */
  renderResult: (result: Result) => ReactNode;
  onClose: () => void;
}

type Step<Result, Preview> =
  | { kind: 'source' }
  | { kind: 'preview'; file: Blob; preview: Preview }
  | { kind: 'result'; result: Result };

/** Import of a file: choose or paste, look at every row, then write the good ones. */
export function ImportDialog<Result, Preview extends ImportPreview>({
  open,
  title,
  onClose,
  ...props
}: ImportDialogProps<Result, Preview>) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Modal
      open={open}
      title={title}
      width={960}
      footer={null}
      mask={{ closable: false }}
      onCancel={() => !isBusy && onClose()}
      destroyOnHidden
    >
      <ImportSteps {...props} isBusy={isBusy} onBusy={setIsBusy} onClose={onClose} />
    </Modal>
  );
}

interface ImportStepsProps<Result, Preview extends ImportPreview> extends Omit<
  ImportDialogProps<Result, Preview>,
  'open' | 'title'
> {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

function ImportSteps<Result, Preview extends ImportPreview>(props: ImportStepsProps<Result, Preview>) {
  const { help, columnLabel, preview, run, renderResult, renderPreview, isBusy, onBusy, onClose } = props;
  const { countOf = ({ counts }: Preview) => counts.new } = props;
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const [step, setStep] = useState<Step<Result, Preview>>({ kind: 'source' });
  const [source, setSource] = useState<ImportText>({ way: 'file', file: undefined, text: '' });
  const [stop, setStop] = useState<AbortController>();
  const [problem, setProblem] = useState<string>();

  const advance = async (work: () => Promise<Step<Result, Preview>>) => {
    onBusy(true);
    setProblem(undefined);
    try {
      setStep(await work());
    } catch (failure) {
      if (!(failure instanceof DOMException && failure.name === 'AbortError')) {
        setProblem(readFailure(failure).message);
      }
    } finally {
      onBusy(false);
    }
  };
  const showPreview = (file: Blob) => {
    const controller = new AbortController();
    setStop(controller);
    return advance(async () => ({ kind: 'preview', file, preview: await preview(file, controller.signal) }));
  };

  if (step.kind === 'result') {
    return (
      <Flex vertical gap={token.margin}>
        {renderResult(step.result)}
        <Button type="primary" style={{ alignSelf: 'flex-end' }} onClick={onClose}>
          {t('action.close')}
        </Button>
      </Flex>
    );
  }
  if (step.kind === 'preview') {
    const { file, preview: seen } = step;
    const count = countOf(seen);
    return (
      <Flex vertical gap={token.margin}>
        {renderPreview?.(seen)}
        <ImportPreviewTable preview={seen} columnLabel={columnLabel} />
        <ImportProblem message={problem} />
        {isBusy && <ImportProgress label={t('import.writing', { count })} />}
        <Flex justify="flex-end" gap={token.marginXS}>
          <Button disabled={isBusy} onClick={() => setStep({ kind: 'source' })}>
            {t('import.back')}
          </Button>
          <Button
            type="primary"
            loading={isBusy}
            disabled={count === 0}
            onClick={() => void advance(async () => ({ kind: 'result', result: await run(file) }))}
          >
            {isBusy ? t('import.running') : t('import.run', { count })}
          </Button>
        </Flex>
      </Flex>
    );
  }
  return (
    <Flex vertical gap={token.margin}>
      {help}
      <ImportSource
        source={source}
        onSource={setSource}
        samples={[props.sample, ...(props.otherSamples ?? [])]}
        accept={props.accept}
        maxBytes={props.maxBytes}
        options={props.options}
        isBusy={isBusy}
        problem={problem}
        onCancel={() => (isBusy ? stop?.abort() : onClose())}
        onPreview={(file) => void showPreview(file)}
      />
    </Flex>
  );
}
