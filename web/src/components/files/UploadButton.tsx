import { FolderOpenOutlined, UploadOutlined } from '@ant-design/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { RefusableButton } from '../RefusableButton.tsx';

interface UploadButtonProps {
  isFolder?: boolean;
  refusal: string | undefined;
  onPick: (files: FileList) => void;
}

export function UploadButton({ isFolder = false, refusal, onPick }: UploadButtonProps) {
  const { t } = useTranslation('files');
  const picker = useRef<HTMLInputElement>(null);
  const label = isFolder ? t('action.uploadFolder') : t('action.uploadFiles');
  return (
    <>
      <RefusableButton
        icon={isFolder ? <FolderOpenOutlined aria-hidden /> : <UploadOutlined aria-hidden />}
        refusal={refusal}
        title={label}
        onClick={() => picker.current?.click()}
      >
        {label}
      </RefusableButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={label}
        {...(isFolder && { webkitdirectory: '' })}
        onChange={(event) => {
          if (event.target.files) {
            onPick(event.target.files);
          }
          // The same file may be chosen again.
          event.target.value = '';
        }}
      />
    </>
  );
}
