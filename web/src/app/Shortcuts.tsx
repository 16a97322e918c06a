import { SearchOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useHotkey } from '../hooks/useHotkey.ts';
import { useIdlePreload } from '../hooks/useIdlePreload.ts';
import { lazyComponent } from './lazy-component.ts';
import { PALETTE_KEYS } from './palette-keys.ts';

const palette = lazyComponent(async () => (await import('./CommandPalette.tsx')).CommandPalette);
const list = lazyComponent(async () => (await import('./ShortcutList.tsx')).ShortcutList);

const OPEN_PALETTE = 'jadegate:open-palette';

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

interface ShortcutsProps {
  /** Around a session Ctrl K is a key of the program on the other side; Alt Shift K and ⌘ K are not. */
  isSession?: boolean;
}

function opensPalette(event: KeyboardEvent, isSession: boolean): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey, code } = event;
  if (isSession && altKey && shiftKey && !ctrlKey && !metaKey) {
    return code === 'KeyK';
  }
  const isHeld = isSession ? metaKey && !ctrlKey : metaKey || ctrlKey;
  return event.key.toLowerCase() === 'k' && isHeld && !altKey && !shiftKey;
}

/** What is typed before the palette has the cursor. It is meant for the palette, not for the page or a shell behind it. */
function earlyKeys() {
  let text: string | undefined;
  return {
    begin: () => {
      text ??= '';
    },
    keep: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (text === undefined || ctrlKey || metaKey || altKey) {
        return;
      }
      if (key.length === 1) {
        text += key;
      } else if (key === 'Backspace') {
        text = text.slice(0, -1);
      }
      event.preventDefault();
      event.stopPropagation();
    },
    take: (): string => {
      const kept = text ?? '';
      text = undefined;
      return kept;
    },
  };
}

/** Ctrl/⌘ K opens the command palette, `?` the list of shortcuts. Both load when they are first asked for. */
export function Shortcuts({ isSession = false }: ShortcutsProps) {
  const [open, setOpen] = useState<'palette' | 'list'>();
  const [early] = useState(earlyKeys);
  useIdlePreload(palette.preload);
  useHotkey('?', () => !isSession && setOpen('list'));
  useEffect(() => {
    const openPalette = () => {
      early.begin();
      setOpen('palette');
    };
    const handleKey = (event: KeyboardEvent) => {
      if (opensPalette(event, isSession)) {
        event.preventDefault();
        event.stopPropagation();
        openPalette();
        return;
      }
      early.keep(event);
    };
    // Before a terminal takes it.
    window.addEventListener('keydown', handleKey, { capture: true });
    window.addEventListener(OPEN_PALETTE, openPalette);
    return () => {
      window.removeEventListener('keydown', handleKey, { capture: true });
      window.removeEventListener(OPEN_PALETTE, openPalette);
    };
  }, [early, isSession]);
  const close = () => {
    early.take();
    setOpen(undefined);
  };
  return (
    <Suspense fallback={null}>
      {open === 'palette' && <palette.Component takeEarly={early.take} onClose={close} />}
      {open === 'list' && <list.Component onClose={close} />}
    </Suspense>
  );
}
