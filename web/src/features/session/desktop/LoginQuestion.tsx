import { Button, Flex, Form, Input, theme, Typography } from 'antd';
import { useTranslation } from 'react-i18next';

import styles from './LoginQuestion.module.css';

interface LoginQuestionProps {
  /** What the desktop wants to know, by its own names. */
  names: readonly string[];
  onAnswer: (values: Record<string, string>) => void;
}

/** What guacd calls what it asks for. Whatever else it asks is shown by that name. */
const KNOWN = ['username', 'password', 'domain'] as const;

/** The desktop asks who is there. What is answered goes to it and is kept nowhere. */
export function LoginQuestion({ names, onAnswer }: LoginQuestionProps) {
  const { t } = useTranslation('desktop');
  const { token } = theme.useToken();
  const labelOf = (name: string) => {
    const known = KNOWN.find((one) => one === name);
    return known ? t(`login.${known}`) : name;
  };
  return (
    <Form
      className={styles.form}
      layout="vertical"
      requiredMark={false}
      aria-label={t('login.title')}
      onFinish={(values: Record<string, string | undefined>) =>
        onAnswer(Object.fromEntries(names.map((name) => [name, values[name] ?? ''])))
      }
      style={{
        background: token.colorBgElevated,
        border: `1px solid ${token.colorBorder}`,
        borderRadius: token.borderRadiusLG,
        boxShadow: token.boxShadow,
      }}
    >
      <Flex vertical gap={token.marginSM}>
        <Typography.Text strong style={{ fontSize: token.fontSizeLG }}>
          {t('login.title')}
        </Typography.Text>
        <Typography.Text type="secondary">{t('login.help')}</Typography.Text>
      </Flex>
      {names.map((name, index) => (
        <Form.Item key={name} name={name} label={labelOf(name)} style={{ marginBlock: token.marginSM }}>
          {name === 'password' ? (
            <Input.Password autoFocus={index === 0} autoComplete="off" />
          ) : (
            <Input autoFocus={index === 0} autoComplete="off" />
          )}
        </Form.Item>
      ))}
      <Button block type="primary" htmlType="submit">
        {t('login.send')}
      </Button>
    </Form>
  );
}
