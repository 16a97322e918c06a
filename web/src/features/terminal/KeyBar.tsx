import { Button, Flex, theme } from 'antd';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { SOFT_KEYS, type SoftKey } from './terminal-view.ts';

import styles from './KeyBar.module.css';

interface KeyBarProps {
  isCtrl: boolean;
  onCtrl: (isCtrl: boolean) => void;
  onPress: (key: SoftKey) => void;
}

const LABELS: Record<SoftKey, string> = {
  Escape: 'Esc',
  Tab: 'Tab',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Home: 'Home',
  End: 'End',
};

/** A touch must not take the focus: the keyboard of the phone would close. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** Keys that the keyboard of a phone does not have. Ctrl holds for the next key. */
export function KeyBar({ isCtrl, onCtrl, onPress }: KeyBarProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const key = (name: SoftKey) => (
    <Button
      key={name}
      size="small"
      aria-label={t(`key.${name}`)}
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(name)}
    >
      {LABELS[name]}
    </Button>
  );
  return (
    <Flex
      className={styles.bar}
      gap={6}
      role="toolbar"
      aria-label={t('key.bar')}
      style={{ background: token.colorBgContainer, borderColor: token.colorBorderSecondary }}
    >
      {key('Escape')}
      {key('Tab')}
      <Button
        size="small"
        type={isCtrl ? 'primary' : 'default'}
        aria-pressed={isCtrl}
        onPointerDown={keepFocus}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onCtrl(!isCtrl)}
      >
        Ctrl
      </Button>
      {SOFT_KEYS.slice(2).map(key)}
    </Flex>
  );
}
