import { SearchOutlined } from '@ant-design/icons';
import { AutoComplete, theme, type InputRef } from 'antd';
// By its own file: the index brings text areas and more into every list.
import Input from 'antd/es/input/Input';
import { useRef, useState, type ChangeEvent } from 'react';

import { useDebouncedCallback } from '../../hooks/useDebouncedCallback.ts';
import { useHotkey } from '../../hooks/useHotkey.ts';

export const SEARCH_DELAY_MS = 300;

interface SearchBoxProps {
  value: string;
  placeholder: string;
  /** `/` brings the cursor here. A page has one such box. */
  isMain?: boolean;
  /** What may be meant, to choose from; anything else can be typed as well. */
  offered?: readonly string[] | undefined;
  onFocus?: () => void;
  onSearch: (text: string) => void;
}

/** More would be scrolled through instead of typed on. */
const MOST_OFFERED = 50;

/** Searches as one types. */
export function SearchBox({ value, placeholder, isMain = true, offered, onFocus, onSearch }: SearchBoxProps) {
  const { token } = theme.useToken();
  const input = useRef<InputRef>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const search = useDebouncedCallback(onSearch, SEARCH_DELAY_MS);
  useHotkey(isMain ? '/' : undefined, () => input.current?.focus({ cursor: 'all' }));

  // The address changed elsewhere (back, reset). Our own search comes back trimmed and must not eat a space just typed.
  if (value !== seen) {
    setSeen(value);
    if (value !== text.trim()) {
      setText(value);
    }
  }

  const searchNow = (wanted: string) => {
    search.cancel();
    onSearch(wanted.trim());
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: typed } = event.target;
    setText(typed);
    if (typed === '') {
      searchNow('');
    } else if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) {
      search.call(typed.trim());
    }
  };

  const box = (
    <Input
      ref={input}
      type="search"
      value={text}
      placeholder={placeholder}
      aria-label={placeholder}
      aria-keyshortcuts={isMain ? '/' : undefined}
      prefix={<SearchOutlined aria-hidden style={{ color: token.colorTextTertiary }} />}
      allowClear
      onChange={handleChange}
      // Half-composed syllables are no search; the word is there when composing ends.
      onCompositionEnd={(event) => search.call(event.currentTarget.value.trim())}
      onPressEnter={(event) => !event.nativeEvent.isComposing && searchNow(text)}
      onFocus={onFocus}
    />
  );
  if (offered === undefined) {
    return box;
  }
  const wanted = text.trim().toLowerCase();
  const fitting = offered.filter((one) => one.toLowerCase().includes(wanted)).slice(0, MOST_OFFERED);
  return (
    <AutoComplete
      style={{ width: '100%' }}
      value={text}
      // What is there already need not be offered.
      options={fitting.filter((one) => one !== text).map((value) => ({ value }))}
      defaultActiveFirstOption={false}
      popupMatchSelectWidth={false}
      onSelect={(chosen: string) => {
        setText(chosen);
        searchNow(chosen);
      }}
    >
      {box}
    </AutoComplete>
  );
}
