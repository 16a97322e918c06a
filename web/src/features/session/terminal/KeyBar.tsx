import { Button, Flex, theme } from 'antd';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { HELD_KEYS, type HeldKey } from './broadcast.ts';
import { SOFT_KEYS, type SoftKey } from './terminal-view.ts';

import styles from './KeyBar.module.css';

interface KeyBarProps {
  held: HeldKey | undefined;
  onHold: (key: HeldKey | undefined) => void;
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
  Pipe: '|',
  Slash: '/',
  Tilde: '~',
  Dash: '-',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
};

/** A touch must not take the focus: the keyboard of the phone would close. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** Keys that the keyboard of a phone does not have. Ctrl and Alt hold for the next key. */
export function KeyBar({ held, onHold, onPress }: KeyBarProps) {
  const { t } = useTranslation('terminal');
  const { token } = theme.useToken();
  const key = (name: SoftKey) => (
    <Button
      key={name}
      aria-label={t(`key.${name}`)}
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPress(name)}
    >
      {LABELS[name]}
    </Button>
  );
  const hold = (name: HeldKey) => (
    <Button
      key={name}
      type={held === name ? 'primary' : 'default'}
      aria-pressed={held === name}
      onPointerDown={keepFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onHold(held === name ? undefined : name)}
    >
      {name}
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
      {HELD_KEYS.map(hold)}
      {SOFT_KEYS.slice(2).map(key)}
    </Flex>
  );
}
