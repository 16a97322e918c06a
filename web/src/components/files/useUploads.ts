import { useEffect, useEffectEvent, useState } from 'react';

import type { FileSource } from './file-source.ts';
import { UploadQueue } from './upload-queue.ts';

/** By source: whoever comes back to a page finds the uploads that went on meanwhile. */
const queues = new Map<string, UploadQueue>();

function queueOf({ key, uploads }: FileSource): UploadQueue {
  const queue = queues.get(key) ?? new UploadQueue(uploads);
  queues.set(key, queue);
  return queue;
}

/** The uploads of a source. They go on while nobody sees them, and end with the page, which asks before. */
export function useUploads(source: FileSource, onDone: () => void): UploadQueue {
  const [queue] = useState(() => queueOf(source));
  const handleArrival = useEffectEvent(() => {
    onDone();
    source.onArrival?.();
  });
  useEffect(() => queue.onArrival(() => handleArrival()), [queue]);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.isBusy) {
        event.preventDefault();
      }
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
      if (queue.list().length === 0) {
        queues.delete(source.key);
      }
    };
  }, [queue, source.key]);
  return queue;
}
