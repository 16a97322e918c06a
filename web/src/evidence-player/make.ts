import { translate, type Language, type Sentence, type SentenceParams } from '@jadegate/contract/language';

/** There is nobody to ask: the browser says it. */
export const LANGUAGE: Language = navigator.language.toLowerCase().startsWith('zh') ? 'zh-TW' : 'en';

export function said(words: Sentence, params: SentenceParams = {}): string {
  return translate(words, LANGUAGE, params);
}

/** An element; what it says is text, whatever stands in it. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}
