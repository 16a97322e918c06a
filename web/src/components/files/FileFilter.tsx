import { EyeOutlined, SearchOutlined } from '@ant-design/icons';
import { LIMITS } from '@jadegate/contract/limits';
import { Button, Checkbox, Flex, Input, theme } from 'antd';
import { useTranslation } from 'react-i18next';

import styles from './FileBrowser.module.css';

interface FileFilterProps {
  text: string;
  /** Half-composed syllables are no name yet. */
  onText: (text: string, isComposing: boolean) => void;
  showsHidden: boolean;
  onShowHidden: (shows: boolean) => void;
  /** Looks below this folder too, where the source can. */
  onSearch: (() => void) | undefined;
  isSearch: boolean;
  onLeaveSearch: () => void;
}

/** Which entries of the folder are shown; and the way to look for a name below it. */
export function FileFilter(props: FileFilterProps) {
  const { text, onText, showsHidden, onShowHidden, onSearch, isSearch, onLeaveSearch } = props;
  const { t } = useTranslation('files');
  const { token } = theme.useToken();
  return (
    <Flex className={styles.filter} gap={8} wrap align="center">
      <Input
        type="search"
        value={text}
        allowClear
        placeholder={t('filter.label')}
        aria-label={t('filter.label')}
        prefix={<SearchOutlined aria-hidden style={{ color: token.colorTextTertiary }} />}
        style={{ flex: '1 1 96px', maxWidth: 280 }}
        maxLength={LIMITS.searchText.max}
        onChange={({ target, nativeEvent }) =>
          onText(target.value, nativeEvent instanceof InputEvent && nativeEvent.isComposing)
        }
        onCompositionEnd={(event) => onText(event.currentTarget.value, false)}
        onPressEnter={(event) => !event.nativeEvent.isComposing && text.trim() !== '' && onSearch?.()}
      />
      {isSearch ? (
        <Button onClick={onLeaveSearch}>{t('search.leave')}</Button>
      ) : (
        onSearch && text.trim() !== '' && <Button onClick={onSearch}>{t('search.below')}</Button>
      )}
      <Checkbox
        checked={showsHidden}
        title={t('filter.hidden')}
        onChange={(event) => onShowHidden(event.target.checked)}
      >
        <EyeOutlined aria-hidden /> <span className={styles.label}>{t('filter.hidden')}</span>
      </Checkbox>
    </Flex>
  );
}
