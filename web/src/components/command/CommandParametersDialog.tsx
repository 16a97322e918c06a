import { fillParameters, listParameters } from '@jadegate/contract/command-parameters';
import { Flex, Form, Input, Modal, theme, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface CommandParametersDialogProps {
  open: boolean;
  /** The saved command; undefined before one was chosen. */
  command: { name: string; content: string } | undefined;
  /** The verb on the button. */
  useLabel: string;
  /** Given the text with every value in its place, exactly as it was shown. */
  onUse: (text: string) => void;
  onClose: () => void;
  /** Where the focus goes then; without it, back to where it was. */
  afterClose?: () => void;
}

const WIDTH = 600;
const PREVIEW_HEIGHT = 240;

/** Asks for the parameters of a saved command and shows what will come out, before anything is done with it. */
export function CommandParametersDialog({
  open,
  command,
  useLabel,
  onUse,
  onClose,
  afterClose,
}: CommandParametersDialogProps) {
  const { t } = useTranslation('parts');
  const form = useId();
  return (
    <Modal
      open={open}
      title={t('parameters.title', { name: command?.name ?? '' })}
      width={WIDTH}
      okText={useLabel}
      okButtonProps={{ htmlType: 'submit', form }}
      cancelText={t('action.cancel')}
      onCancel={onClose}
      {...(afterClose && { afterClose, focusable: { focusTriggerAfterClose: false } })}
      destroyOnHidden
    >
      {command !== undefined && (
        <Parameters
          form={form}
          content={command.content}
          onSubmit={(text) => {
            onUse(text);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

interface ParametersProps {
  form: string;
  content: string;
  onSubmit: (text: string) => void;
}

function Parameters({ form, content, onSubmit }: ParametersProps) {
  const { t } = useTranslation('parts');
  const { token } = theme.useToken();
  const preview = useId();
  const parameters = listParameters(content);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default])),
  );
  const text = fillParameters(content, values);
  return (
    <form
      id={form}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(text);
      }}
    >
      <Flex vertical gap={token.margin}>
        <Typography.Text type="secondary">{t('parameters.help')}</Typography.Text>
        <Form component={false} layout="vertical">
          {parameters.map(({ name }, index) => (
            <Form.Item key={name} label={name} htmlFor={`${form}-${index}`} style={{ marginBottom: 0 }}>
              <Input
                id={`${form}-${index}`}
                autoComplete="off"
                autoFocus={index === 0}
                placeholder={t('parameters.noDefault')}
                value={values[name]}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </Form.Item>
          ))}
        </Form>
        <div>
          <div id={preview} style={{ marginBottom: token.marginXS }}>
            {t('parameters.preview')}
          </div>
          <CommandText text={text} labelledBy={preview} maxHeight={PREVIEW_HEIGHT} />
        </div>
      </Flex>
    </form>
  );
}

interface CommandTextProps {
  text: string;
  labelledBy?: string;
  maxHeight?: number;
}

/** Lines of commands, as they are. */
export function CommandText({ text, labelledBy, maxHeight }: CommandTextProps) {
  const { token } = theme.useToken();
  return (
    <pre
      aria-labelledby={labelledBy}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
      tabIndex={0}
      style={{
        margin: 0,
        maxHeight,
        overflow: 'auto',
        padding: token.paddingSM,
        borderRadius: token.borderRadius,
        background: token.colorFillTertiary,
        fontFamily: token.fontFamilyCode,
        fontSize: token.fontSizeSM,
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {text}
    </pre>
  );
}
