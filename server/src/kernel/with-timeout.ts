/** It may still come; nobody waits for it any more. */
export class TimedOut extends Error {}

/** The answer, or a rejection when it takes longer. Whatever comes later is not looked at. */
export async function withTimeout<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut('no answer in time')), ms);
  });
  try {
    return await Promise.race([answer, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
