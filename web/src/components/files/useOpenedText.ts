import type { FileEntry } from '@jadegate/contract/files/files';
import { LIMITS } from '@jadegate/contract/limits';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatSize } from '../../format/size.ts';
import { readFailure } from '../failure.ts';
import type { FileSource } from './file-source.ts';
import { sha256 } from './sha256.ts';
import type { Encoding } from './text-encoding.ts';
import { openText, openTextAs, type TextFile } from './text-file.ts';

type Opened =
  | { state: 'loading' }
  | { state: 'refused'; reason: string }
  | {
      state: 'open';
      bytes: Uint8Array;
      /** Of the bytes: what the server must find to be overwritten. */
      hash: string;
      file: TextFile;
      /** What the file is taken for when nobody says otherwise. */
      detected: Encoding;
    };

/** A file that is being edited: as it was read, or as it was saved last. */
export function useOpenedText(entry: FileEntry, source: FileSource, isOpen: boolean) {
  const { t } = useTranslation('files');
  const [opened, setOpened] = useState<Opened>({ state: 'loading' });

  useEffect(() => {
    if (!isOpen) {
      return undefined;
    }
    let isGone = false;
    const tooLarge = {
      state: 'refused',
      reason: t('editor.tooLarge', { limit: formatSize(LIMITS.editBytes) }),
    } as const;
    const load = async (): Promise<Opened> => {
      if (entry.size > LIMITS.editBytes) {
        return tooLarge;
      }
      const bytes = new Uint8Array(await (await source.read(entry.path)).arrayBuffer());
      if (bytes.length > LIMITS.editBytes) {
        return tooLarge;
      }
      const file = openText(bytes);
      return file
        ? { state: 'open', bytes, file, detected: file.encoding, hash: await sha256(bytes) }
        : { state: 'refused', reason: t('editor.binary') };
    };
    load()
      .catch((error: unknown): Opened => ({ state: 'refused', reason: readFailure(error).message }))
      .then((result) => {
        if (!isGone) {
          setOpened(result);
        }
      })
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [isOpen, entry, source, t]);

  /** The same bytes in another encoding. Undefined when they are not written in it. */
  const readAs = (encoding: Encoding): TextFile | undefined => {
    const file = opened.state === 'open' ? openTextAs(opened.bytes, encoding) : undefined;
    if (file && opened.state === 'open') {
      setOpened({ ...opened, file });
    }
    return file;
  };
  const keepSaved = async (bytes: Uint8Array, file: TextFile) => {
    setOpened({ state: 'open', bytes, file, detected: file.encoding, hash: await sha256(bytes) });
  };
  return { opened, readAs, keepSaved };
}
