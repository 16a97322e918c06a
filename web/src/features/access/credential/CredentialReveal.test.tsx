import { revealCredential } from '@jadegate/contract/access/credential';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { i18n } from '../../../i18n/index.ts';
import { refuse, stubApi } from '../../../test/api-stub.ts';
import { anAccount } from '../../../test/builders.ts';
import { renderPart } from '../../../test/render.tsx';
import { aCredentialRow } from './credential.builders.ts';
import { CredentialRevealModal } from './CredentialRevealModal.tsx';
import { SHOWN_SECONDS } from './RevealedSecrets.tsx';

const t = i18n.getFixedT('zh-TW', 'credential');
const SECRETS = { password: 'top secret', privateKey: '', passphrase: '' };

afterEach(() => {
  vi.useRealTimers();
});

function Host() {
  const [isOpen, setIsOpen] = useState(true);
  return <CredentialRevealModal open={isOpen} target={aCredentialRow()} onClose={() => setIsOpen(false)} />;
}

function open(account = anAccount()) {
  return renderPart(<Host />, { account });
}

describe('revealing a secret', () => {
  it('warns of the audit, asks for the password, and shows the secret', async () => {
    const api = stubApi().on(revealCredential, () => SECRETS);
    const { user } = open();

    expect(await screen.findByText(t('reveal.audited'))).toBeDefined();
    await user.type(screen.getByLabelText(t('proof.password.label')), 'mine{Enter}');

    expect(await screen.findByText('top secret')).toBeDefined();
    expect(api.callsTo(revealCredential)[0]?.body).toEqual({ password: 'mine', totp: '' });
  });

  it('takes a one-time code from those who have one set up, and only from them', async () => {
    const api = stubApi().on(revealCredential, () => SECRETS);
    const { unmount } = open();
    await screen.findByLabelText(t('proof.password.label'));
    expect(screen.queryByText(t('proof.totp.short'))).toBeNull();
    unmount();

    const { user } = open(anAccount({ enableTotp: true }));
    await user.click(await screen.findByText(t('proof.totp.short')));
    await user.type(screen.getByLabelText(t('proof.totp.label')), '123456{Enter}');

    expect(await screen.findByText('top secret')).toBeDefined();
    expect(api.callsTo(revealCredential)[0]?.body).toEqual({ password: '', totp: '123456' });
  });

  it('shows nothing when the proof is refused', async () => {
    stubApi().on(revealCredential, () => refuse('auth.reauthentication_failed', 'not you'));
    const { user } = open();

    await user.type(await screen.findByLabelText(t('proof.password.label')), 'wrong{Enter}');

    expect(await screen.findByText('not you')).toBeDefined();
    expect(screen.queryByRole('timer')).toBeNull();
  });

  it('forgets the secret after sixty seconds, in the cache too', async () => {
    stubApi().on(revealCredential, () => SECRETS);
    const { user, queryClient } = open();
    await user.type(await screen.findByLabelText(t('proof.password.label')), 'mine');
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] });
    await user.keyboard('{Enter}');
    await screen.findByText('top secret');

    await act(() => vi.advanceTimersByTimeAsync((SHOWN_SECONDS - 5) * 1000));
    expect(screen.queryByText('top secret')).not.toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(6000));

    expect(screen.queryByText('top secret')).toBeNull();
    expect(screen.getByText(t('reveal.expired'))).toBeDefined();
    const kept = queryClient.getMutationCache().getAll();
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('top secret');
  });

  it('forgets the secret at once when it is closed', async () => {
    stubApi().on(revealCredential, () => SECRETS);
    const { user } = open();
    await user.type(await screen.findByLabelText(t('proof.password.label')), 'mine{Enter}');
    await screen.findByText('top secret');

    await user.click(screen.getByRole('button', { name: t('action.hide') }));

    await waitFor(() => expect(document.body.innerHTML).not.toContain('top secret'));
  });
});
