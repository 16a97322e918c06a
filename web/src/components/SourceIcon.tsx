import type { SourceIcon as Icon } from '@jadegate/contract/identity/identity-source';

/** A letter or two in the colour of the provider: nobody's logo, and nothing that is fetched. */
const MARKS: Record<Icon, { text: string; colour: string }> = {
  key: { text: '', colour: '#5b6b63' },
  keycloak: { text: 'Kc', colour: '#33698f' },
  entra: { text: 'E', colour: '#0067b8' },
  google: { text: 'G', colour: '#b3372b' },
  okta: { text: 'O', colour: '#00297a' },
  authentik: { text: 'a', colour: '#b34224' },
  gitlab: { text: 'GL', colour: '#a83c16' },
  synology: { text: 'S', colour: '#1f5fa8' },
  people: { text: '', colour: '#3d6a8a' },
  'active-directory': { text: 'AD', colour: '#0b5a9d' },
  openldap: { text: 'OL', colour: '#6b4f9a' },
  freeipa: { text: 'IP', colour: '#20707a' },
  'synology-directory': { text: 'S', colour: '#1f5fa8' },
};

export function SourceIcon({ icon, size = 22 }: { icon: Icon; size?: number }) {
  const { text, colour } = MARKS[icon];
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden style={{ flex: 'none' }}>
      <rect width="24" height="24" rx="6" fill={colour} />
      {text === '' ? (
        <g fill="none" stroke="#fff" strokeWidth="2">
          {icon === 'people' ? <People /> : <Key />}
        </g>
      ) : (
        <text x="12" y="16.5" textAnchor="middle" fontSize="12" fontWeight="700" fill="#fff">
          {text}
        </text>
      )}
    </svg>
  );
}

function Key() {
  return (
    <>
      <circle cx="9" cy="12" r="3.5" />
      <path d="M12.5 12H20M17 12v3.5" />
    </>
  );
}

function People() {
  return (
    <>
      <circle cx="12" cy="9" r="3" />
      <path d="M6 18.5c.6-3 3-4.5 6-4.5s5.4 1.5 6 4.5" />
    </>
  );
}
