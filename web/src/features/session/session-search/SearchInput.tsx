import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, Space, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useHotkey } from '../../../hooks/useHotkey.ts';

interface SearchInputProps {
  value: string;
  isSearching: boolean;
  onSearch: (text: string) => void;
}

/** Searches when asked to, not while one types: every search is on record. */
export function SearchInput({ value, isSearching, onSearch }: SearchInputProps) {
  const { t } = useTranslation('session-search');
  const input = useRef<InputRef>(null);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  useHotkey('/', () => input.current?.focus({ cursor: 'all' }));
  if (value !== seen) {
    setSeen(value);
    setText(value);
  }
  return (
    <Space.Compact block>
      <Input
        ref={input}
        size="large"
        type="search"
        autoFocus={value === ''}
        value={text}
        placeholder={t('placeholder.text')}
        aria-label={t('placeholder.text')}
        aria-keyshortcuts="/"
        prefix={<SearchOutlined aria-hidden />}
        allowClear
        onChange={(event) => {
          setText(event.target.value);
          // What was found belongs to a text that is not there any more. Nothing is searched for that.
          if (event.target.value === '' && value !== '') {
            onSearch('');
          }
        }}
        onPressEnter={(event) => !event.nativeEvent.isComposing && onSearch(text.trim())}
      />
      <Button size="large" type="primary" loading={isSearching} onClick={() => onSearch(text.trim())}>
        {t('action.search')}
      </Button>
    </Space.Compact>
  );
}
