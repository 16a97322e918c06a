import { LANGUAGES } from '@jadegate/contract/language';
import { Input, Modal } from 'antd';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { isAdmin, useAccount, useCan } from '../hooks/account.ts';
import { THEME_CHOICES, usePreferences } from '../hooks/preferences.ts';
import { LANGUAGE_NAMES } from '../i18n/language-names.ts';
import { matchCommands, reachablePages, type Command } from './palette-commands.ts';
import { useSignOut } from './useSignOut.ts';

import styles from './CommandPalette.module.css';

interface CommandPaletteProps {
  onClose: () => void;
}

function useCommands(): Command[] {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const account = useAccount();
  const can = useCan();
  const signOut = useSignOut();
  const { language, setLanguage, theme, setTheme } = usePreferences();
  const pages = reachablePages(isAdmin(account), can).map(({ path, label }) => ({
    key: path,
    kind: 'pages' as const,
    label: t(label),
    run: () => void navigate(path),
  }));
  const themes = THEME_CHOICES.filter((choice) => choice !== theme).map((choice) => ({
    key: `theme ${choice}`,
    kind: 'actions' as const,
    label: t(`palette.theme.${choice}`),
    run: () => setTheme(choice),
  }));
  const languages = LANGUAGES.filter((other) => other !== language).map((other) => ({
    key: `language ${other}`,
    kind: 'actions' as const,
    label: t('palette.language', { name: LANGUAGE_NAMES[other] }),
    run: () => setLanguage(other),
  }));
  return [
    ...pages,
    ...themes,
    ...languages,
    { key: 'logout', kind: 'actions', label: t('nav.logout'), run: signOut },
  ];
}

/** Goes to a page or runs an action by typing a part of its name. */
export function CommandPalette({ onClose }: CommandPaletteProps) {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const commands = useCommands();
  const found = useMemo(() => matchCommands(commands, typed), [commands, typed]);

  const run = (command: Command | undefined) => {
    if (command) {
      onClose();
      command.run();
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    }
    // While a Chinese word is being composed, Enter belongs to the input method.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      run(found[active]);
    }
  };
  return (
    <Modal
      open
      title={t('palette.title')}
      classNames={{ header: 'visually-hidden' }}
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={found[active] && `${listId}-${active}`}
        aria-label={t('palette.placeholder')}
        placeholder={t('palette.placeholder')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={handleKey}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {found.map((command, index) => (
          <CommandItem
            key={command.key}
            id={`${listId}-${index}`}
            command={command}
            heading={command.kind === found[index - 1]?.kind ? undefined : t(`palette.${command.kind}`)}
            isActive={index === active}
            onHover={() => setActive(index)}
            onRun={() => run(command)}
          />
        ))}
        {found.length === 0 && <p className={styles.empty}>{t('palette.empty')}</p>}
      </div>
    </Modal>
  );
}

function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

interface CommandItemProps {
  id: string;
  command: Command;
  heading: string | undefined;
  isActive: boolean;
  onHover: () => void;
  onRun: () => void;
}

function CommandItem({ id, command, heading, isActive, onHover, onRun }: CommandItemProps) {
  return (
    <>
      {heading !== undefined && (
        <div role="presentation" className={styles.heading}>
          {heading}
        </div>
      )}
      <button
        id={id}
        type="button"
        role="option"
        tabIndex={-1}
        aria-selected={isActive}
        className={styles.item}
        ref={isActive ? scrollIntoView : undefined}
        onMouseMove={onHover}
        onClick={onRun}
      >
        {command.label}
        {command.kind === 'pages' && <span className={styles.path}>{command.key}</span>}
      </button>
    </>
  );
}
