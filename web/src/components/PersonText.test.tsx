import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { setLanguage } from '../i18n/index.ts';
import { renderPart } from '../test/render.tsx';
import { PersonText } from './PersonText.tsx';

describe('PersonText', () => {
  it('names a person by name and account, in the brackets of the language', async () => {
    renderPart(<PersonText name="王小明" account="ming" />);
    expect(screen.getByText('王小明（ming）')).toBeDefined();

    await setLanguage('en');
    expect(await screen.findByText('王小明 (ming)')).toBeDefined();
  });

  it.each([
    ['Ming', 'ming', 'Ming'],
    ['王小明', '', '王小明'],
    ['', 'ming', 'ming'],
    ['', '', '—'],
  ])('names %j with the account %j once, as %j', (name, account, shown) => {
    renderPart(<PersonText name={name} account={account} />);

    expect(screen.getByText(shown)).toBeDefined();
  });
});
