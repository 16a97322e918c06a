import { SearchOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useHotkey } from '../hooks/useHotkey.ts';
import { lazyComponent } from './lazy-component.ts';

const palette = lazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const list = lazyComponent(async () => (await import('./ShortcutList.tsx')).ShortcutList);

const OPEN_PALETTE = 'jadegate:open-palette';
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent);
export const PALETTE_KEYS = IS_APPLE ? '⌘ K' : 'Ctrl K';

export function PaletteButton() {
  const { t } = useTranslation('app');
  const label = t('palette.open', { keys: PALETTE_KEYS });
  return (
    <Tooltip title={label}>
      <Button
        type="text"
        icon={<SearchOutlined />}
        aria-label={label}
        onClick={() => window.dispatchEvent(new Event(OPEN_PALETTE))}
        onMouseEnter={palette.preload}
      />
    </Tooltip>
  );
}

/** Ctrl/⌘ K opens the command palette, `?` the list of shortcuts. Both load when they are first asked for. */
export function Shortcuts() {
  const [open, setOpen] = useState<'palette' | 'list'>();
  useHotkey('?', () => setOpen('list'));
  useEffect(() => {
    const openPalette = () => setOpen('palette');
    const handleKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() === 'k' &&
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey
      ) {
        event.preventDefault();
        openPalette();
      }
    };
    window.addEventListener('keydown', handleKey);
    window.addEventListener(OPEN_PALETTE, openPalette);
    return () => {
      window.removeEventListener('keydown', handleKey);
      window.removeEventListener(OPEN_PALETTE, openPalette);
    };
  }, []);
  const close = () => setOpen(undefined);
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <palette.Component onClose={close} />}
      {open === 'list' && <list.Component onClose={close} />}
    </Suspense>
  );
}
