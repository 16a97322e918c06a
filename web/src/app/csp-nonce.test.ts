import { afterEach, expect, it } from 'vitest';

import { cspNonce, stampStyleElements } from './csp-nonce.ts';

const createElement = Reflect.get(document, 'createElement');
const createElementNS = Reflect.get(document, 'createElementNS');

afterEach(() => {
  Reflect.set(document, 'createElement', createElement);
  Reflect.set(document, 'createElementNS', createElementNS);
  document.head.replaceChildren();
});

function metaNonce(content: string): void {
  const meta = document.createElement('meta');
  meta.name = 'csp-nonce';
  meta.content = content;
  document.head.append(meta);
}

it('reads the nonce the server put into the page', () => {
  metaNonce('r4nd0m');
  expect(cspNonce()).toBe('r4nd0m');
});

it('has none when the server did not replace the placeholder', () => {
  metaNonce('__CSP_NONCE__');
  expect(cspNonce()).toBeUndefined();
});

it('gives the nonce to style elements that scripts make, and to nothing else', () => {
  stampStyleElements('r4nd0m');
  expect(document.createElement('style').nonce).toBe('r4nd0m');
  const inDrawing = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  expect(inDrawing.nonce).toBe('r4nd0m');
  expect(document.createElement('script').nonce).not.toBe('r4nd0m');
});
