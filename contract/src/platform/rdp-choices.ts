/** What RDP can be told, by the settings for every host and by an asset for its own. */

/** How a host is spoken to before the login; `any` lets it choose. */
export const RDP_SECURITIES = ['any', 'nla', 'tls', 'rdp', 'vmconnect'] as const;

/** The keyboards that guacd knows. One of Taiwan is `en-us-qwerty`; `failsafe` sends characters instead of keys. */
export const RDP_LAYOUTS = [
  'en-us-qwerty',
  'failsafe',
  'en-gb-qwerty',
  'ja-jp-qwerty',
  'da-dk-qwerty',
  'de-ch-qwertz',
  'de-de-qwertz',
  'es-es-qwerty',
  'es-latam-qwerty',
  'fr-be-azerty',
  'fr-ch-qwertz',
  'fr-fr-azerty',
  'hu-hu-qwertz',
  'it-it-qwerty',
  'pt-br-qwerty',
  'sv-se-qwerty',
  'tr-tr-qwerty',
] as const;
