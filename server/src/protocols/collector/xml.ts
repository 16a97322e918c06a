import { SaxesParser } from 'saxes';

/** A part of a document that a host sent. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  /** What stands directly in it, without the blanks around. */
  text: string;
  children: readonly XmlElement[];
}

/** What our hosts send stays far below; beyond it nobody reads on. */
const MAX_LENGTH = 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 20_000;
const MAX_TEXT = 4096;

interface Open {
  name: string;
  attributes: Map<string, string>;
  text: string;
  children: XmlElement[];
}

/**
 * Reads a document strictly: undefined when it is not well formed, too large, or declares anything of its own. A document
 * type may be named, as the driver of the cards does, but is never fetched, and there are no entities beyond the five of
 * XML: no text can grow. `skip` names parts that nobody wants, which are left out with all they hold.
 */
export function readXml(text: string, skip: ReadonlySet<string> = new Set()): XmlElement | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined;
  }
  try {
    return parsed(text, skip);
  } catch {
    return undefined;
  }
}

function parsed(text: string, skip: ReadonlySet<string>): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let depth = 0;
  let skippedAt = 0;
  let elements = 0;
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) {
      throw new Error('xml: declares something of its own');
    }
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    elements += 1;
    if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) {
      throw new Error('xml: too much');
    }
    if (skippedAt === 0 && skip.has(name)) {
      skippedAt = depth;
    }
    if (skippedAt === 0) {
      open.push({ name, attributes: plainAttributes(attributes), text: '', children: [] });
    }
  });
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element && skippedAt === 0 && element.text.length < MAX_TEXT) {
      element.text = (element.text + piece).slice(0, MAX_TEXT);
    }
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const isSkipped = skippedAt > 0;
    if (skippedAt === depth) {
      skippedAt = 0;
    }
    depth -= 1;
    const element = isSkipped ? undefined : open.pop();
    if (element) {
      element.text = element.text.trim();
      const parent = open.at(-1);
      if (parent) {
        parent.children.push(element);
      } else {
        root = element;
      }
    }
  });
  parser.write(text).close();
  return root;
}

function plainAttributes(attributes: Readonly<Record<string, string>>): Map<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [name, value.slice(0, MAX_TEXT)]));
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

/** The first part on a way of names; undefined when the way breaks off. */
export function elementAt(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let at = element;
  for (const name of names) {
    at = at?.children.find((child) => child.name === name);
  }
  return at;
}

/** What stands there; undefined when there is no such part. */
export function xmlText(element: XmlElement | undefined, ...names: string[]): string | undefined {
  return elementAt(element, ...names)?.text;
}

export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes.get(name);
}
