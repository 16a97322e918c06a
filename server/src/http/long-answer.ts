import { Readable } from 'node:stream';

import * as z from 'zod';

import { yieldToEventLoop, inChunks } from '../kernel/in-chunks.ts';

/** A list that is longer is let out so many items at a time: the others have their turn in between. */
const ITEMS_PER_TURN = 25;
/** What is sent in one piece; more goes out as it is taken. */
const ONE_PIECE_BYTES = 1024 * 1024;

/** A response that is a list, or a page of one: what its items are, and what stands beside them. */
export interface ListShape {
  item: z.ZodType;
  beside: z.ZodObject | undefined;
}

/** Undefined for anything that can only be looked at as a whole. */
export function listShapeOf(response: z.ZodType): ListShape | undefined {
  if (isPlain(response, z.ZodArray)) {
    return { item: response.element as z.ZodType, beside: undefined };
  }
  if (isPlain(response, z.ZodObject) && isPlain(response.shape.items as z.ZodType, z.ZodArray)) {
    const { items, ...others } = response.shape as Record<string, z.ZodType>;
    return { item: (items as z.ZodArray).element as z.ZodType, beside: z.object(others) };
  }
  return undefined;
}

function isPlain<Kind extends z.ZodType>(
  schema: z.ZodType,
  kind: new (...args: never[]) => Kind,
): schema is Kind {
  return schema instanceof kind && (schema.def as { checks?: unknown[] }).checks === undefined;
}

export function isLong({ beside }: ListShape, answer: unknown): boolean {
  const items = beside ? (answer as { items?: unknown }).items : answer;
  return Array.isArray(items) && items.length > ITEMS_PER_TURN;
}

/** The JSON of the envelope around a long list, of declared fields alone. */
export async function longAnswer({ item, beside }: ListShape, answer: unknown, head: object) {
  const { items, ...others } = beside ? (answer as { items: unknown[] }) : { items: answer as unknown[] };
  const before = beside ? `${opened(beside.parse(others))}"items":[` : '[';
  const parts = [Buffer.from(`${opened(head)}"data":${before}`)];
  for (const chunk of inChunks(items, ITEMS_PER_TURN)) {
    const text = chunk.map((one) => JSON.stringify(item.parse(one))).join(',');
    parts.push(Buffer.from(parts.length === 1 ? text : `,${text}`));
    await yieldToEventLoop();
  }
  parts.push(Buffer.from(beside ? ']}}' : ']}'));
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  return { bytes, body: bytes > ONE_PIECE_BYTES ? Readable.from(parts) : Buffer.concat(parts) };
}

/** An object to which more fields are written. */
function opened(value: object): string {
  const text = JSON.stringify(value).slice(0, -1);
  return text === '{' ? text : `${text},`;
}
