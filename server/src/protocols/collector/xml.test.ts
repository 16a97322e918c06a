import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { attributeOf, childrenOf, elementAt, readXml, xmlText } from './xml.ts';

describe('a document', () => {
  const root = readXml('<a x="1 &lt; 2"><b> one </b><c><d/></c><b>two<![CDATA[ <&> ]]></b>&#x7389;</a>');

  it('becomes plain parts with their texts and attributes', () => {
    expect(root?.name).toBe('a');
    expect(attributeOf(root, 'x')).toBe('1 < 2');
    expect(childrenOf(root, 'b').map(({ text }) => text)).toEqual(['one', 'two <&>']);
    expect(xmlText(root)).toBe('玉');
  });

  it('has no part where a way of names breaks off', () => {
    expect(elementAt(root, 'c', 'd')?.name).toBe('d');
    expect(elementAt(root, 'x', 'd')).toBeUndefined();
    expect(xmlText(root, 'c', 'e')).toBeUndefined();
    expect(attributeOf(undefined, 'x')).toBeUndefined();
  });

  it('leaves out what nobody wants, with all it holds', () => {
    const left = readXml('<a><s>1<s>2</s><t/></s>text<t>3</t></a>', new Set(['s']));
    expect(left?.children.map(({ name }) => name)).toEqual(['t']);
    expect(left?.text).toBe('text');
  });

  it('may name its type, which is not fetched', () => {
    expect(readXml('<!DOCTYPE log SYSTEM "log.dtd"><log/>')?.name).toBe('log');
  });
});

describe('nothing is read', () => {
  const bomb = `<!DOCTYPE a [${['<!ENTITY a0 "x">', ...Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`)].join('')}]>`;

  it.each([
    ['of what declares entities', `${bomb}<a>&a9;</a>`],
    ['of what declares anything', '<!DOCTYPE a [<!ELEMENT a ANY>]><a/>'],
    ['of what wants a file', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
    ['where an entity is nobody’s', '<a>&nbsp;</a>'],
    ['where an entity is a word of the language', '<a>&constructor;</a>'],
    ['that is cut off', '<a><b>'],
    ['that closes another part', '<a><b></a></b>'],
    ['where an attribute stands twice', '<a x="1" x="2"/>'],
    ['of text', 'error: failed to connect to the hypervisor'],
    ['of nothing', ''],
    ['of a control character', '<a>\u0007</a>'],
    ['behind the end', '<a/><b/>'],
    ['too deep', '<a>'.repeat(65) + '</a>'.repeat(65)],
    ['with too many parts', `<a>${'<b/>'.repeat(20_001)}</a>`],
    ['too long', `<a>${'x'.repeat(1024 * 1024)}</a>`],
  ])('%s', (_, text) => {
    expect(readXml(text)).toBeUndefined();
  });
});

it('a long text is cut', () => {
  expect(readXml(`<a>${'x'.repeat(10_000)}</a>`)?.text).toHaveLength(4096);
  expect(attributeOf(readXml(`<a b="${'x'.repeat(10_000)}"/>`), 'b')).toHaveLength(4096);
});

it('a document cut at any place is none, and never throws', () => {
  const text = readFileSync(new URL('captures/mig.xml', import.meta.url), 'utf8').trimEnd();
  for (let at = 0; at < text.length; at += 97) {
    expect(readXml(text.slice(0, at))).toBeUndefined();
  }
  expect(readXml(text)?.name).toBe('nvidia_smi_log');
});
