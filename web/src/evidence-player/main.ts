// player.html: goes with evidence that leaves the house. It runs from the disk, asks nobody, and plays what it verified.
import { BUNDLE, readFingerprint, type BundleReport } from '@jadegate/contract/session/evidence/bundle';
import { reportLines } from '@jadegate/contract/session/evidence/report-text';
import { openBundle, verifyBundle } from '@jadegate/contract/session/evidence/verify-bundle';
import type { ZipReader } from '@jadegate/contract/session/evidence/zip-reader';
import { EVIDENCE_WORDS, PLAYER_WORDS } from '@jadegate/contract/words/evidence';

import './player.css';
import { browserCrypto, sourceOf } from './browser-crypto.ts';
import { BundledRecording } from './bundled-recording.ts';
import { LANGUAGE, make, said } from './make.ts';
import { play } from './playback.ts';
import { listsOf } from './record-lists.ts';

const place = document.getElementById('player');

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function reportOf(report: BundleReport): HTMLElement {
  const [verdict = '', ...rest] = reportLines(report, LANGUAGE);
  const isGood = report.verdict === 'whole' && report.signer !== 'other';
  const tone = isGood ? (report.signer === 'known' ? 'good' : 'unsure') : 'bad';
  const box = make('section', { className: `report ${tone}`, role: 'status' });
  box.dataset['verdict'] = report.verdict;
  box.dataset['signer'] = report.signer;
  box.dataset['finding'] = report.finding?.code ?? '';
  box.append(make('h2', { textContent: verdict }), ...rest.map((line) => make('p', { textContent: line })));
  return box;
}

/** Compares again with a fingerprint that somebody typed. */
function fingerprintForm(compare: (fingerprint: string) => void): HTMLElement {
  const input = make('input', { type: 'text', autocomplete: 'off', spellcheck: false });
  const wrong = make('p', { className: 'bad', role: 'alert' });
  const form = make(
    'form',
    { className: 'fingerprint' },
    make('label', {}, said(PLAYER_WORDS.fingerprint), input),
    make('button', { type: 'submit', textContent: said(PLAYER_WORDS.compare) }),
    wrong,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fingerprint = readFingerprint(input.value);
    wrong.textContent = fingerprint === undefined ? said(PLAYER_WORDS.bad_fingerprint) : '';
    if (fingerprint !== undefined) {
      compare(fingerprint);
    }
  });
  return form;
}

async function show(root: HTMLElement, zip: ZipReader): Promise<void> {
  const verify = (fingerprint?: string) => verifyBundle(zip, { crypto: browserCrypto, fingerprint });
  const report = await verify();
  if (!root.isConnected) {
    return;
  }
  const verdict = make('div', {}, reportOf(report));
  const form = fingerprintForm((fingerprint) => {
    verify(fingerprint)
      .then((again) => verdict.replaceChildren(reportOf(again)))
      .catch((error: unknown) => fail(root, error));
  });
  const stage = make('section', { className: 'stage' });
  root.replaceChildren(verdict, form, stage);
  if (report.verdict === 'altered') {
    stage.append(make('p', { className: 'bad', textContent: said(PLAYER_WORDS.play_altered) }));
  }
  const kind = report.manifest?.recording.kind ?? report.begin?.kind ?? 'none';
  const recording = kind === 'none' ? undefined : await BundledRecording.open(zip).catch(() => undefined);
  let jump: ((moment: number) => void) | undefined;
  if (recording && kind !== 'none') {
    jump = await play(stage, recording, kind);
  } else {
    stage.append(make('p', { textContent: said(PLAYER_WORDS.no_recording) }));
  }
  root.append(...(await listsOf(zip, jump)));
}

function fail(root: HTMLElement, error: unknown): void {
  const reason = reasonOf(error);
  const text = said(EVIDENCE_WORDS.unreadable, { reason });
  root.replaceChildren(make('section', { className: 'report bad', role: 'alert', textContent: text }));
}

function begin(page: HTMLElement): void {
  document.title = said(PLAYER_WORDS.title);
  document.documentElement.lang = LANGUAGE === 'en' ? 'en' : 'zh-Hant-TW';
  const root = make('div', {});
  const input = make('input', { type: 'file', accept: `.${BUNDLE.extension},.zip` });
  const words = make('span', { textContent: said(PLAYER_WORDS.drop) });
  const drop = make('label', { className: 'drop' }, words, input);
  const take = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    words.textContent = `${file.name} — ${said(PLAYER_WORDS.another)}`;
    // Of its own: what is found out about a large file must not stand below the name of one that was chosen meanwhile.
    const own = make('div', {}, make('p', { role: 'status', textContent: said(PLAYER_WORDS.working) }));
    root.replaceChildren(own);
    await openBundle(sourceOf(file))
      .then((zip) => show(own, zip))
      .catch((error: unknown) => fail(own, error));
  };
  const takeSoon = (file: File | undefined) => {
    take(file).catch((error: unknown) => fail(root, error));
  };
  input.addEventListener('change', () => takeSoon(input.files?.[0]));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    takeSoon(event.dataTransfer?.files[0]);
  });
  page.append(
    make('h1', { textContent: said(PLAYER_WORDS.title) }),
    make('p', { className: 'intro', textContent: said(PLAYER_WORDS.intro) }),
    drop,
    root,
  );
}

if (place) {
  begin(place);
}
