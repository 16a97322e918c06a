import { Input, Modal } from 'antd';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { useAccount } from '../hooks/account.ts';
import { useDebouncedCallback } from '../hooks/useDebouncedCallback.ts';
import { COMMAND_KINDS, matchCommands, type Command } from './palette-commands.ts';
import { noteUse, rankCommands, readUses } from './palette-use.ts';
import { usePaletteCommands } from './usePaletteCommands.ts';
import { usePaletteSearch } from './usePaletteSearch.ts';

import styles from './CommandPalette.module.css';

interface CommandPaletteProps {
  /** What was typed before there was a field for it. */
  takeEarly?: () => string;
  onClose: () => void;
}

const SEARCH_MS = 250;

/** Finds machines, sessions, pages, people, actions and settings by a part of their name, the most used first. */
export function CommandPalette({ takeEarly, onClose }: CommandPaletteProps) {
  const { t } = useTranslation('app');
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const userId = useAccount()?.id ?? '';
  const uses = useMemo(() => readUses(userId), [userId]);
  const [asked, setAsked] = useState('');
  const ask = useDebouncedCallback(setAsked, SEARCH_MS);
  const own = usePaletteCommands();
  const { commands: searched, isFetching } = usePaletteSearch(asked);
  // Settings are many, and only found by name.
  const offered = typed.trim() === '' ? own.filter(({ kind }) => kind !== 'settings') : own;
  const groups = rankCommands([...searched, ...matchCommands(offered, typed)], uses, COMMAND_KINDS);
  const found = groups.flatMap(({ commands }) => commands);
  const headings = new Map(groups.map(({ kind, commands }) => [commands[0], t(`palette.${kind}`)]));
  const isSearching = isFetching || asked !== typed;

  const search = (text: string) => {
    setTyped(text);
    ask.call(text);
    setActive(0);
  };
  const run = (command: Command | undefined) => {
    if (command) {
      noteUse(userId, command.key);
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
        onFocus={() => {
          const early = takeEarly?.() ?? '';
          if (early !== '') {
            search(typed + early);
          }
        }}
        onChange={(event) => search(event.target.value)}
        onKeyDown={handleKey}
      />
      <div id={listId} role="listbox" aria-label={t('palette.title')} className={styles.list}>
        {found.map((command, index) => (
          <CommandItem
            key={command.key}
            id={`${listId}-${index}`}
            command={command}
            heading={headings.get(command)}
            isActive={index === active}
            onHover={() => setActive(index)}
            onRun={() => run(command)}
          />
        ))}
        {found.length === 0 && !isSearching && <p className={styles.empty}>{t('palette.empty')}</p>}
      </div>
      <p className="visually-hidden" role="status">
        {isSearching ? t('palette.searching') : t('palette.count', { count: found.length })}
      </p>
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
        {command.hint !== undefined && <span className={styles.path}>{command.hint}</span>}
      </button>
    </>
  );
}
