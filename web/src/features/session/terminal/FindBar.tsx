import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Flex, Input, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../../../components/RefusableButton.tsx';
import type { Found, TerminalView } from './terminal-view.ts';

import styles from './TerminalPage.module.css';

interface FindBarProps {
  found: Found;
  onFind: TerminalView['find'];
  onClose: () => void;
}

/** Searches what the terminal still holds. Enter goes up, Shift with Enter down, Escape back to the terminal. */
export function FindBar({ found: { index, count }, onFind, onClose }: FindBarProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const [text, setText] = useState('');
  const none = count === 0 ? t('find.none') : undefined;
  const result = () => {
    if (text === '') {
      return '';
    }
    return index < 0 ? t('find.count', { count }) : t('find.place', { at: index + 1, count });
  };
  return (
    <Flex
      className={styles.find}
      align="center"
      gap={4}
      role="search"
      style={{
        background: token.colorBgElevated,
        border: `1px solid ${token.colorBorder}`,
        boxShadow: token.boxShadowSecondary,
        borderRadius: token.borderRadius,
      }}
    >
      <Input
        autoFocus
        variant="borderless"
        size="small"
        placeholder={t('find.placeholder')}
        aria-label={t('find.placeholder')}
        status={text !== '' && count === 0 ? 'warning' : ''}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onFind(event.target.value, { isTyping: true });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            onClose();
          }
        }}
        onPressEnter={(event) => onFind(text, { backwards: !event.shiftKey })}
      />
      <span className={styles.count} role="status" style={{ color: token.colorTextSecondary }}>
        {result()}
      </span>
      <RefusableButton
        type="text"
        size="small"
        icon={<UpOutlined aria-hidden />}
        aria-label={t('find.previous')}
        title={t('find.previous')}
        refusal={none}
        onClick={() => onFind(text)}
      />
      <RefusableButton
        type="text"
        size="small"
        icon={<DownOutlined aria-hidden />}
        aria-label={t('find.next')}
        title={t('find.next')}
        refusal={none}
        onClick={() => onFind(text, { backwards: false })}
      />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('find.close')}
        title={t('find.close')}
        onClick={onClose}
      />
    </Flex>
  );
}
