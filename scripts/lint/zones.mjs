// Who may import whom. Each zone is a folder (or one file) with the list of our own folders it may import from;
// its own files are always allowed. `instead` completes the message "X may not import Y: …".
// The first zone that fits a file applies, so put the special before the general. A zone fits when its path is a prefix
// of the file's path, the file ends with `suffix`, and what follows the path matches `only`. With `eachFolderApart`,
// the folders below it may not import each other; the files beside them are common to all, unless `isComposed`: then they
// put the folders together, and no folder knows them.

const CONTRACT = 'contract/src/';
/** What all areas share; `endpoints.ts` joins them. */
const BESIDE_AREAS_OF_CONTRACT = /^contract\/src\/(?!endpoints\.)[^/]+\.ts$/;
const KERNEL = 'server/src/kernel/';
/** config.ts, and the folder beside it that it is made of. */
const CONFIG = 'server/src/config';
const VERSION = 'server/src/version.ts';
const SESSION_FRAME = 'web/src/features/session/session-frame/';
const CONSOLE_PARTS = ['api', 'components', 'format', 'hooks', 'i18n'].map((name) => `web/src/${name}/`);

/** The areas of the product, from the ground up: each may use those before it, and none after. */
export const AREAS = ['platform', 'identity', 'access', 'files', 'session', 'fleet', 'operations'];

/** Of another feature, of the same area or of one below it, these may be used. */
const servicesUpTo = (area) =>
  new RegExp(
    `^server/src/(${AREAS.slice(0, AREAS.indexOf(area) + 1).join('|')})/[^/]+/[^/]+\\.(service|interface)\\.ts$`,
  );

/** What a kind of session is written against. */
const KIND_OF_SESSION = /^server\/src\/session\/session\/session-(kind|stream)\.ts$/;

/** What the composition root of an area may use of the areas below it. */
const modulesBelow = (area) => {
  const below = AREAS.slice(0, AREAS.indexOf(area)).join('|');
  return new RegExp(`^server/src/(?:${below || '-'})/(?:module|[^/]+/[^/]+\\.(?:service|interface))\\.ts$`);
};

/** What is the same wherever files lie: at the target of a session, or in a space. */
const FILE_PLACE = 'server/src/files/file-place/';

function zonesOfArea(area) {
  const path = `server/src/${area}/`;
  const filePlace = AREAS.indexOf(area) >= AREAS.indexOf('files') ? [FILE_PLACE] : [];
  return [
    {
      // module.ts and what it is split into: everything of their area is theirs
      path,
      only: /^[^/]+\.ts$/,
      mayImport: [
        CONTRACT,
        KERNEL,
        VERSION,
        'server/src/data-directory.ts',
        'server/src/db/',
        'server/src/http/',
        'server/src/protocols/',
        'server/src/recorders/',
        'server/src/storage/',
        'server/src/work/',
        modulesBelow(area),
      ],
      instead: `the module of ${area}/ needs only the modules before it (${AREAS.join(', ')}); what it asks of a later one is an interface or a callback among its needs, and services.ts passes it in`,
    },
    {
      // routes are where a feature meets the adapters
      path,
      suffix: '.routes.ts',
      eachFolderApart: true,
      isComposed: true,
      mayImport: [CONTRACT, KERNEL, 'server/src/http/', 'server/src/ws/', servicesUpTo(area), ...filePlace],
      instead: 'a route translates between an endpoint and a service; let the service do the work',
    },
    {
      path,
      eachFolderApart: true,
      isComposed: true,
      mayImport: [
        CONTRACT,
        KERNEL,
        'server/src/db/',
        'server/src/protocols/',
        'server/src/recorders/',
        'server/src/storage/',
        'server/src/work/',
        servicesUpTo(area),
        ...filePlace,
        ...(AREAS.indexOf(area) >= AREAS.indexOf('session') ? [KIND_OF_SESSION] : []),
      ],
      instead: `${area}/ may use the services of ${AREAS.slice(0, AREAS.indexOf(area) + 1).join(', ')}, of a feature nothing but its *.service.ts and *.interface.ts; HTTP belongs into *.routes.ts, settings into the constructor's arguments`,
    },
  ];
}

export const zones = [
  ...AREAS.map((area, place) => ({
    path: `${CONTRACT}${area}/`,
    mayImport: [
      BESIDE_AREAS_OF_CONTRACT,
      `${CONTRACT}words/`,
      ...AREAS.slice(0, place).map((below) => `${CONTRACT}${below}/`),
    ],
    packages: ['zod'],
    instead: `of the areas, ${area} knows ${AREAS.slice(0, place).join(', ') || 'none'}: declare what both need in the lower one, or beside the areas`,
  })),
  {
    path: CONTRACT,
    mayImport: [],
    packages: ['zod'],
    instead: 'the contract runs on both ends and knows only zod; put code for one end into server/ or web/',
  },

  {
    path: KERNEL,
    mayImport: [CONTRACT],
    instead: 'the kernel has no product words; pass in what it needs',
  },
  { path: CONFIG, mayImport: [CONTRACT, KERNEL], instead: 'settings depend on nothing but the environment' },
  { path: VERSION, mayImport: [], instead: 'the version comes from package.json alone' },
  {
    path: 'server/src/db/',
    mayImport: [CONTRACT, KERNEL, CONFIG],
    instead: 'the database layer knows tables, not features; put the query into a *.repository.ts',
  },
  {
    // the way to a host may lead through SSH gateways
    path: 'server/src/protocols/dial/',
    mayImport: [CONTRACT, KERNEL, 'server/src/protocols/ssh/'],
    instead: 'dialling knows sockets and SSH only; take what else is needed as an argument',
  },
  {
    // the door for clients of people's own speaks what our client speaks
    path: 'server/src/protocols/ssh-server/',
    mayImport: [
      CONTRACT,
      KERNEL,
      'server/src/protocols/ssh/',
      'server/src/protocols/files/',
      /^server\/src\/protocols\/[^/]+\.ts$/,
    ],
    instead: 'the SSH door knows bytes only; let session/native-ssh pass in who may do what',
  },
  {
    path: 'server/src/protocols/',
    eachFolderApart: true,
    mayImport: [CONTRACT, KERNEL, 'server/src/protocols/guacd/', 'server/src/protocols/files/'],
    instead:
      'a protocol knows bytes only; let session/session pass in the target, the streams and an AbortSignal',
  },
  {
    path: 'server/src/recorders/',
    mayImport: [CONTRACT, KERNEL, 'server/src/storage/'],
    instead: 'a recorder writes the events it is given; let session/session connect the two',
  },
  {
    path: 'server/src/storage/',
    mayImport: [CONTRACT, KERNEL, CONFIG],
    instead: 'storage knows bytes and names only',
  },
  {
    path: 'server/src/work/',
    mayImport: [CONTRACT, KERNEL, 'server/src/db/'],
    instead:
      'the engine knows no kind of work: let the feature declare its kind, and take what it needs of processes as an interface',
  },
  {
    path: 'server/src/http/',
    mayImport: [CONTRACT, KERNEL, CONFIG],
    instead: 'features register themselves; define an interface here and let services.ts pass the feature in',
  },
  {
    path: 'server/src/ws/',
    mayImport: [CONTRACT, KERNEL, CONFIG, 'server/src/http/'],
    instead: 'features register themselves; define an interface here and let services.ts pass the feature in',
  },
  ...AREAS.flatMap(zonesOfArea),
  {
    // a process of its own, which knows nothing of the product
    path: 'server/src/demo/hosts/',
    mayImport: [],
    instead: 'the hosts of the demo are strangers to the product: Node and ssh2 only',
  },
  {
    path: 'server/src/demo/',
    mayImport: [CONTRACT, KERNEL, CONFIG, 'server/src/data-directory.ts'],
    instead: 'the demo uses the product as people do: through its API',
  },
  {
    // compiled into one file that outsiders run
    path: 'server/src/evidence-verifier/',
    mayImport: [CONTRACT, 'server/src/recorders/evidence/node-crypto.ts'],
    instead: 'the verifier knows evidence and nothing else of the product',
  },
  {
    path: 'server/src/testing/',
    mayImport: ['server/src/', CONTRACT],
    instead: 'test support is for the server only',
  },
  {
    // the files beside the folders (server.ts, app.ts, services.ts …) and the operator's commands put the parts together
    path: 'server/src/',
    only: /^([^/]+\.ts$|cli\/)/,
    mayImport: ['server/src/', CONTRACT],
    instead: 'the server knows the console only as built files',
  },

  {
    path: 'web/src/api/',
    mayImport: [CONTRACT, 'web/src/i18n/'],
    instead: 'calls know the contract, not the screens; return data and let the caller show it',
  },
  { path: 'web/src/i18n/', mayImport: [CONTRACT], instead: 'catalogues hold words, not behaviour' },
  {
    path: 'web/src/format/',
    mayImport: [CONTRACT, 'web/src/i18n/'],
    instead: 'formatters turn values into text',
  },
  {
    path: 'web/src/components/',
    mayImport: [CONTRACT, 'web/src/hooks/', 'web/src/format/', 'web/src/i18n/'],
    instead: 'shared parts know no feature and make no call; take data and callbacks as props',
  },
  {
    path: 'web/src/hooks/',
    mayImport: [CONTRACT, 'web/src/components/', 'web/src/format/', 'web/src/i18n/'],
    instead: 'shared hooks know no feature and make no call; take what they need as arguments',
  },
  {
    // a kind of session: a tenant of the frame
    path: 'web/src/features/session/terminal/',
    mayImport: [CONTRACT, ...CONSOLE_PARTS, SESSION_FRAME],
    instead: 'of the other features, a kind of session knows only the session frame',
  },
  {
    path: 'web/src/features/session/desktop/',
    mayImport: [CONTRACT, ...CONSOLE_PARTS, SESSION_FRAME],
    instead: 'of the other features, a kind of session knows only the session frame',
  },
  ...AREAS.map((area) => ({
    path: `web/src/features/${area}/`,
    eachFolderApart: true,
    mayImport: [CONTRACT, ...CONSOLE_PARTS],
    instead:
      'features do not know each other; link by route, or move the shared part to components/ or hooks/',
  })),
  {
    // a page for outsiders, made of the parts that draw recordings in the console
    path: 'web/src/evidence-player/',
    mayImport: [
      CONTRACT,
      'web/src/components/desktop/',
      'web/src/components/terminal/',
      'web/src/features/session/session/',
    ],
    instead: 'the player of evidence runs without the product: it plays what it is given',
  },
  {
    path: 'web/src/test/',
    mayImport: ['web/src/', CONTRACT],
    instead: 'test support is for the console only',
  },
  {
    path: 'web/src/',
    only: /^([^/]+\.tsx?$|app\/)/,
    mayImport: ['web/src/', CONTRACT],
    instead: 'the console reaches the server through web/src/api',
  },

  {
    path: 'e2e/src/',
    mayImport: [CONTRACT],
    instead:
      'these tests know the running product, not its sources; use it through HTTP, a socket or the browser',
  },
  {
    path: 'bench/src/',
    mayImport: [CONTRACT, 'e2e/src/support/', 'e2e/src/hosts.ts', 'server/src/testing/'],
    instead: 'benchmarks measure the running product, not its sources',
  },
  {
    // made of the settings by a developer, when everything is installed
    path: 'scripts/lib/settings-table.mjs',
    mayImport: ['scripts/lib/', CONFIG],
    packages: [],
    instead: 'the table of settings knows their schema only',
  },
  {
    path: 'scripts/',
    mayImport: [],
    packages: [],
    instead: 'scripts run before anything is installed: Node only',
  },
];

// What a folder must not know, also where its zone would let it. `instead` completes the message "X may not know Y: …".
export const strangers = [
  ...['session', 'session-share', 'session-files', 'host-panel'].map((feature) => ({
    path: `server/src/session/${feature}/`,
    unknown: /\/(terminal|telnet)/,
    instead: 'a session does not know what it carries; let a SessionKind in session/terminal-session do it',
  })),
  {
    path: SESSION_FRAME,
    unknown: /\/(terminal|desktop)/,
    instead:
      'the session frame knows no kind of session; add what is missing to its Tenant and let the kind provide it',
  },
  {
    path: 'web/src/features/session/session/player/',
    unknown: /\/(terminal|desktop)/,
    instead: 'the player knows no kind of recording; let its screen do it (PlaybackScreen)',
  },
];

/** Tests may reach everything on their own side, and any package. */
export const isTest = (file) =>
  /\.(test|spec)\.[cm]?[jt]sx?$/.test(file) || /^(server\/src\/testing|web\/src\/test)\//.test(file);
