import { getDrawing } from '@jadegate/contract/session/session-screen';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import { callForFile } from '../../../api/call.ts';
import { RecordedPicture } from '../../../components/desktop/recorded-picture.ts';

import styles from './SessionWall.module.css';

interface DesktopThumbnailProps {
  sessionId: string;
  /** Another one when the desktop has changed. */
  version: string;
}

/** A desktop in small. It is drawn here, from the instructions that draw the whole of it, each time it has changed. */
export function DesktopThumbnail({ sessionId, version }: DesktopThumbnailProps) {
  const shown = useRef<HTMLCanvasElement>(null);
  const picture = useRef<RecordedPicture>(undefined);
  const { data } = useQuery({
    queryKey: ['session', 'drawing', sessionId, version],
    queryFn: async ({ signal }) => {
      const { content } = await callForFile(getDrawing, { params: { id: sessionId }, signal });
      return new Uint8Array(await content.arrayBuffer());
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    // The next version comes in a few seconds; until then the last picture stays.
    meta: { errors: 'caller' },
  });

  useEffect(() => {
    const made = new RecordedPicture();
    picture.current = made;
    return () => {
      picture.current = undefined;
      made.dispose();
    };
  }, []);

  useEffect(() => {
    const drawn = picture.current;
    if (!drawn || !data) {
      return;
    }
    drawn.reset();
    drawn.draw([data]);
    void drawn.still().then((whole) => whole && copySmall(whole, shown.current));
  }, [data]);

  return <canvas ref={shown} className={styles.desktop} aria-hidden data-testid="desktop-thumbnail" />;
}

/** As large as it is shown, and not as large as the desktop: a wall of them stays cheap. */
function copySmall(whole: HTMLCanvasElement, target: HTMLCanvasElement | null): void {
  const context = target?.getContext('2d');
  if (!target || !context) {
    return;
  }
  const ratio = window.devicePixelRatio || 1;
  const scale = Math.min(1, (target.clientHeight * ratio) / whole.height);
  target.width = Math.max(1, Math.round(whole.width * scale));
  target.height = Math.max(1, Math.round(whole.height * scale));
  context.imageSmoothingQuality = 'high';
  context.drawImage(whole, 0, 0, target.width, target.height);
}
