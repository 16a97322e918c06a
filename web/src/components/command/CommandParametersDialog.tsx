import { fillParameters, listParameters } from '@jadegate/contract/access/command-parameters';
import { Flex, Form, Input, Modal, theme, Typography } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CodeBox } from './CodeBox.tsx';

interface CommandParametersDialogProps {
  open: boolean;
  /** The saved command; undefined before one was chosen. */
  command: { name: string; content: string } | undefined;
  /** The verb on the button. */
  useLabel: string;
  /** Given the text with every value in its place, exactly as it was shown, and the values. */
  onUse: (text: string, values: Record<string, string>) => void;
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
          onSubmit={(text, values) => {
            onUse(text, values);
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
  onSubmit: (text: string, values: Record<string, string>) => void;
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
        onSubmit(text, values);
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
          <CodeBox labelledBy={preview} maxHeight={PREVIEW_HEIGHT}>
            {text}
          </CodeBox>
        </div>
      </Flex>
    </form>
  );
}
