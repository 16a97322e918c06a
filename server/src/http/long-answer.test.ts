import { buffer } from 'node:stream/consumers';

import { expect, it } from 'vitest';
import * as z from 'zod';

import { isLong, listShapeOf, longAnswer, type ListShape } from './long-answer.ts';

const Item = z.object({ name: z.string() });
const Page = z.object({ total: z.number(), items: z.array(Item) });
const head = { code: 1, message: 'success' };

const shapeOf = (schema: z.ZodType) => listShapeOf(schema) as ListShape;
async function textOf(schema: z.ZodType, answer: unknown): Promise<string> {
  const { body, bytes } = await longAnswer(shapeOf(schema), answer, head);
  const whole = Buffer.isBuffer(body) ? body : await buffer(body);
  expect(whole.length).toBe(bytes);
  return whole.toString();
}

it('is what the whole would have been, without fields that are not declared', async () => {
  for (const length of [26, 3000]) {
    const items = Array.from({ length }, (_, at) => ({ name: `名 ${at} ${'x'.repeat(400)}`, secret: 'no' }));
    const page = { total: length, items, secret: 'no' };
    expect(await textOf(z.array(Item), items)).toBe(
      JSON.stringify({ ...head, data: z.array(Item).parse(items) }),
    );
    expect(await textOf(Page, page)).toBe(JSON.stringify({ ...head, data: Page.parse(page) }));
  }
  expect([isLong(shapeOf(Page), { items: [1] }), isLong(shapeOf(z.array(Item)), [])]).toEqual([false, false]);
});

it('lets others have their turn while a long list is let out', async () => {
  const turns = new Map<number, number>();
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn++;
    if (!isOver) {
      setImmediate(next);
    }
  };
  setImmediate(next);
  const counted = Item.refine(() => turns.set(turn, (turns.get(turn) ?? 0) + 1));
  await longAnswer(
    shapeOf(z.array(counted)),
    Array.from({ length: 1000 }, () => ({ name: 'x' })),
    head,
  );
  isOver = true;
  expect(Math.max(...turns.values())).toBeLessThanOrEqual(50);
});

it('leaves alone what can only be looked at as a whole', () => {
  expect(listShapeOf(z.array(Item).max(3))).toBeUndefined();
  expect(listShapeOf(Page.refine(() => true))).toBeUndefined();
  expect(listShapeOf(z.object({ items: z.string() }))).toBeUndefined();
});
