import { ArrowUpOutlined, HomeOutlined, ReloadOutlined } from '@ant-design/icons';
import { parentPath, showName } from '@jadegate/contract/files/file-path';
import { Breadcrumb, Button, Input, Tooltip } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { crumbsOf, typedPath } from './file-list.ts';

import styles from './FileBrowser.module.css';

interface PathBarProps {
  path: string;
  home: string;
  isLoading: boolean;
  onGo: (path: string) => void;
  onRefresh: () => void;
  /** Behind the path: what only this source has. */
  extra?: ReactNode;
}

/** Where one is: as a trail to click and as a text to type. */
export function PathBar({ path, home, isLoading, onGo, onRefresh, extra }: PathBarProps) {
  const { t } = useTranslation('files');
  const [typed, setTyped] = useState<string>();
  const target = typed === undefined ? path : typedPath(typed, path);
  const go = () => {
    if (target !== undefined) {
      onGo(target);
      setTyped(undefined);
    }
  };
  return (
    <>
      <div className={styles.path}>
        <IconButton label={t('path.home')} icon={<HomeOutlined />} onClick={() => onGo(home)} />
        <IconButton
          label={t('path.up')}
          icon={<ArrowUpOutlined />}
          disabled={path === '/'}
          onClick={() => onGo(parentPath(path))}
        />
        <IconButton
          label={t('path.refresh')}
          icon={<ReloadOutlined spin={isLoading} />}
          onClick={onRefresh}
        />
        <Input
          className={styles.typed}
          value={typed ?? path}
          aria-label={t('path.label')}
          spellCheck={false}
          autoComplete="off"
          status={target === undefined ? 'error' : ''}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={go}
          onBlur={() => setTyped(undefined)}
        />
        {extra}
      </div>
      {/* At the top there is no way to be shown. */}
      {path !== '/' && (
        <Breadcrumb
          className={styles.crumbs}
          // The first step is called as the usual separator is.
          separator="›"
          items={crumbsOf(path).map((crumb) => ({
            key: crumb.path,
            title:
              crumb.path === path ? (
                showName(crumb.name)
              ) : (
                <Button
                  type="link"
                  size="small"
                  style={{ padding: 0, height: 'auto' }}
                  onClick={() => onGo(crumb.path)}
                >
                  {showName(crumb.name)}
                </Button>
              ),
          }))}
        />
      )}
    </>
  );
}

interface IconButtonProps {
  label: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

function IconButton({ label, ...button }: IconButtonProps) {
  return (
    <Tooltip title={label}>
      <Button type="text" aria-label={label} {...button} />
    </Tooltip>
  );
}
