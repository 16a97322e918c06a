import type { CreatedSession } from '@jadegate/contract/session/session';
import { expect } from 'vitest';

import { FamilyDesktop, instructionsOf } from './family-desktop.ts';
import { PATIENT, type SessionBed } from './session-bed.ts';

/** A desktop that is seen. */
export async function openedDesktop(
  bed: SessionBed,
  assetId: string,
): Promise<{ id: string; desktop: FamilyDesktop }> {
  const path = `/sessions?assetId=${assetId}&mode=guacd`;
  const { id } = (await bed.admin.call<CreatedSession>('POST', path)).data;
  const query = { width: '800', height: '600', dpi: '96', 'X-Auth-Token': bed.token };
  const desktop = new FamilyDesktop(bed.product.url, `/sessions/${id}/tunnel`, query);
  await expect.poll(() => desktop.hasPicture || desktop.error, PATIENT).toBe(true);
  return { id, desktop };
}

/** Every frame that was seen is in the recording, which can be played. */
export async function expectPlayable(bed: SessionBed, id: string, framesSeen: number): Promise<void> {
  const text = await (await bed.fetch(`/sessions/${id}/recording`)).text();
  const recorded = instructionsOf(text).map(([opcode]) => opcode);
  expect(recorded).toEqual(expect.arrayContaining(['size', 'img', 'blob', 'sync']));
  const frames = recorded.filter((opcode) => opcode === 'sync').length;
  expect(frames).toBeGreaterThanOrEqual(framesSeen);
  expect(await bed.admin.call('GET', `/sessions/${id}/recording/segments`)).toMatchObject({ code: 1 });
}

/** One can be opened and left. */
export async function expectDesktopWorks(bed: SessionBed, assetId: string): Promise<void> {
  const { id, desktop } = await openedDesktop(bed, assetId);
  desktop.leave();
  expect(await bed.over(id)).toMatchObject({ code: 0, message: '使用者已離開' });
}
