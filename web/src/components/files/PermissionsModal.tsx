import { showName } from '@jadegate/contract/files/file-path';
import type { FileEntry } from '@jadegate/contract/files/files';
import { Alert, Checkbox, Flex, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSubmission } from '../useSubmission.ts';

const WHO = ['owner', 'group', 'others'] as const;
const WHAT = ['read', 'write', 'execute'] as const;
const OCTAL = /^[0-7]{3,4}$/;

interface PermissionsModalProps {
  open: boolean;
  entry: FileEntry;
  onSubmit: (permissions: number) => Promise<unknown>;
  onClose: () => void;
}

/** Permissions as boxes and as the number that administrators know. */
export function PermissionsModal({ open, entry, onSubmit, onClose }: PermissionsModalProps) {
  const { t } = useTranslation('files');
  const [text, setText] = useState(entry.permissions.toString(8).padStart(4, '0'));
  const { isRunning, failure, submit } = useSubmission(onClose);
  const id = useId();
  const isValid = OCTAL.test(text);
  const mode = isValid ? Number.parseInt(text, 8) : 0;

  return (
    <Modal
      open={open}
      title={t('permissions.title', { name: showName(entry.name) })}
      okText={t('permissions.ok')}
      cancelText={t('action.cancel')}
      okButtonProps={{ disabled: !isValid || mode === entry.permissions }}
      confirmLoading={isRunning}
      onOk={() => void submit(() => onSubmit(mode))}
      onCancel={onClose}
      width={480}
      destroyOnHidden
    >
      <Flex vertical gap={12}>
        {WHO.map((who, row) => (
          <Flex key={who} gap={16} align="center" role="group" aria-label={t(`permissions.${who}`)}>
            <span style={{ width: 96 }}>{t(`permissions.${who}`)}</span>
            {WHAT.map((what, column) => {
              const bit = 1 << (8 - row * 3 - column);
              return (
                <Checkbox
                  key={what}
                  checked={(mode & bit) !== 0}
                  disabled={!isValid}
                  onChange={() => setText((mode ^ bit).toString(8).padStart(4, '0'))}
                >
                  {t(`permissions.${what}`)}
                </Checkbox>
              );
            })}
          </Flex>
        ))}
        <Flex gap={16} align="center">
          <label htmlFor={id} style={{ width: 96 }}>
            {t('permissions.octal')}
          </label>
          <Input
            id={id}
            style={{ width: 96 }}
            maxLength={4}
            value={text}
            status={isValid ? '' : 'error'}
            onChange={(event) => setText(event.target.value)}
          />
        </Flex>
        {failure !== undefined && <Alert type="error" showIcon title={failure} />}
      </Flex>
    </Modal>
  );
}
