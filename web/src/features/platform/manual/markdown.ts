/**
 * The part of Markdown that the manual is written in. It becomes data and then elements, never HTML: the manual cannot
 * carry a script, whoever writes it.
 *
 *     # Title            ## Heading {#anchor}        > note
 *     - item             1. item                     | table |
 *     **word of the screen**   `code`   [text](chapter.md#anchor)   and fences of ```
 */
export interface Inline {
  kind: 'text' | 'ui' | 'code' | 'link';
  text: string;
  /** Of a link. */
  to?: string;
}

export type Block =
  | { kind: 'heading'; id: string; content: Inline[] }
  | { kind: 'paragraph' | 'note'; content: Inline[] }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

export interface Chapter {
  title: string;
  blocks: Block[];
}

const INLINE = /\*\*(?<ui>[^*]+)\*\*|`(?<code>[^`]+)`|\[(?<text>[^\]]+)\]\((?<to>[^)\s]+)\)/g;
const HEADING = /^## (?<words>.+?) \{#(?<id>[a-z0-9-]+)\}$/;
const ITEM = /^(?:-|(?<number>\d+)\.) (?<words>.*)$/;

function parseInline(source: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) {
      parts.push({ kind: 'text', text: source.slice(end, until) });
    }
  };
  for (const match of source.matchAll(INLINE)) {
    addText(match.index);
    end = match.index + match[0].length;
    const { ui, code, text = '', to } = match.groups ?? {};
    if (ui !== undefined) {
      parts.push({ kind: 'ui', text: ui });
    } else if (code !== undefined) {
      parts.push({ kind: 'code', text: code });
    } else if (to !== undefined) {
      parts.push({ kind: 'link', text, to });
    }
  }
  addText(source.length);
  return parts;
}

const HAN = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef]';
const BREAK = new RegExp(`(?<=${HAN})\\n(?=${HAN})`, 'gu');

/** Chinese has no space where a line ends. */
function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replace(BREAK, '')
    .replaceAll('\n', ' ');
}

const cells = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => parseInline(cell.trim()));

function parseList(lines: readonly string[]): Block {
  const items: string[][] = [];
  for (const line of lines) {
    const words = ITEM.exec(line)?.groups?.['words'];
    if (words === undefined) {
      items.at(-1)?.push(line);
    } else {
      items.push([words]);
    }
  }
  return {
    kind: 'list',
    isOrdered: ITEM.exec(lines[0] ?? '')?.groups?.['number'] !== undefined,
    items: items.map((item) => parseInline(joinLines(item))),
  };
}

/** Lines between two empty ones. */
function parseGroup(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const heading = HEADING.exec(first)?.groups;
  if (heading) {
    return { kind: 'heading', id: heading['id'] ?? '', content: parseInline(heading['words'] ?? '') };
  }
  if (first.startsWith('|')) {
    const [head = '', , ...rows] = lines;
    return { kind: 'table', head: cells(head), rows: rows.map(cells) };
  }
  if (ITEM.test(first)) {
    return parseList(lines);
  }
  if (first.startsWith('> ')) {
    return { kind: 'note', content: parseInline(joinLines(lines.map((line) => line.replace(/^> ?/, '')))) };
  }
  return { kind: 'paragraph', content: parseInline(joinLines(lines)) };
}

export function parseChapter(source: string): Chapter {
  const blocks: Block[] = [];
  let title = '';
  let group: string[] = [];
  let code: string[] | undefined;
  const endGroup = () => {
    if (group.length > 0) {
      blocks.push(parseGroup(group));
      group = [];
    }
  };
  for (const line of source.split('\n')) {
    if (line.startsWith('```')) {
      endGroup();
      if (code) {
        blocks.push({ kind: 'code', text: code.join('\n') });
      }
      code = code ? undefined : [];
    } else if (code) {
      code.push(line);
    } else if (line.startsWith('# ')) {
      title = line.slice(2).trim();
    } else if (line.trim() === '') {
      endGroup();
    } else {
      group.push(line);
    }
  }
  endGroup();
  return { title, blocks };
}

export const plainText = (content: readonly Inline[]): string => content.map(({ text }) => text).join('');

/** What a block says, without marks. */
export function textOf(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text;
    case 'list':
      return block.items.map(plainText).join(' ');
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join(' ');
    default:
      return plainText(block.content);
  }
}
