import { expect } from 'vitest';

import { PATIENT, type SessionBed } from './session-bed.ts';

/** What must hold after every end of a session: it is recorded up to there, and nothing stays open. */
export async function expectTidy(bed: SessionBed, id: string, marker: string, port: number): Promise<void> {
  expect(await bed.recordedText(id)).toContain(marker);
  const cast = await bed.fetch(`/sessions/${id}/recording`);
  expect(await cast.text()).toContain(marker);
  await expect.poll(() => bed.connectionsTo(port), PATIENT).toBe(0);
}

/** One can be opened, answers and is left. */
export async function expectTerminalWorks(bed: SessionBed, assetId: string, marker: string): Promise<void> {
  const next = await bed.open(assetId);
  await bed.says(next.terminal, marker);
  next.terminal.leave();
  expect(await bed.over(next.id)).toMatchObject({ code: 0, message: '使用者已離開' });
}
