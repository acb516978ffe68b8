/** Folders of the service that every feature may use; all other folders are features. */
const SHARED_FOLDERS =
  '(access|content|events|idempotency|importing|maintenance|notifications|scheduling|uploads)/';

/** Puts the service together: it knows all features, and none of them knows it. */
const ASSEMBLY = 'opening/';

/** Import rules between folders, in this order: shared, renderer, electron and its subfolders. */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'A component that draws itself again inside itself is a tree, not a circle.',
      severity: 'error',
      from: { path: '^(.+)$' },
      to: { circular: true, pathNot: '^$1$', viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-circles-of-types',
      comment: 'A type that two files need from each other belongs in a file that both import.',
      severity: 'error',
      from: { path: '^((electron|renderer|shared)/.+)$' },
      to: { circular: true, pathNot: '^$1$' },
    },
    {
      name: 'shared-imports-only-zod',
      severity: 'error',
      from: { path: '^shared/' },
      to: { pathNot: ['^shared/', 'node_modules/zod/', '^package\\.json$'] },
    },
    {
      name: 'renderer-never-electron',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: ['^electron/', '^test/'] },
    },
    {
      name: 'electron-never-renderer',
      severity: 'error',
      from: { path: '^electron/' },
      to: { path: ['^renderer/', '^test/'] },
    },
    {
      name: 'electron-module-only-on-the-desktop',
      severity: 'error',
      from: {
        path: '^electron/',
        pathNot: [
          '^electron/(main|preload)\\.ts$',
          '^electron/desktop/',
          '^electron/doors/ipc(-channels)?\\.ts$',
        ],
      },
      to: { path: '^(electron|node_modules/electron)($|/)', dependencyTypesNot: ['local'] },
    },
    {
      name: 'doors-see-only-the-service-as-a-whole',
      severity: 'error',
      from: { path: '^electron/doors/' },
      to: {
        path: '^electron/(service|database|content|mail)/',
        pathNot: ['^electron/service/(index|session)\\.ts$'],
      },
    },
    {
      name: 'rare-libraries-load-when-needed',
      comment: 'Imported at the start, they would take a seventh of it, and memory: use `await import`.',
      severity: 'error',
      from: {
        path: '^electron/',
        // These load when the first app asks for access.
        pathNot: ['^electron/demo/', '^electron/service/apps/(authorization|oauth-failure|tokens)\\.ts$'],
      },
      to: {
        path: [
          'node_modules/(@fastify/(busboy|send)|@node-oauth/oauth2-server|altcha-lib|nodemailer|yauzl|yazl)/',
          '^electron/service/apps/(authorization|oauth-failure|tokens)\\.ts$',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'outbox-depends-on-content-alone',
      severity: 'error',
      from: { path: '^electron/outbox/' },
      to: {
        pathNot: [
          '^electron/outbox/',
          // It stores the bytes of uploads as a host does.
          '^electron/content/',
          '^electron/database/(connect|sqlite-errors)\\.ts$',
          '^electron/unix-time\\.ts$',
          '^shared/',
          'node_modules/(@types/)?(better-sqlite3|zod)/',
        ],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'features-meet-only-in-queries',
      severity: 'error',
      from: { path: `^electron/service/(?!${SHARED_FOLDERS}|${ASSEMBLY})([^/]+)/` },
      to: {
        path: `^electron/service/(?!${SHARED_FOLDERS})[^/]+/`,
        pathNot: [
          '^electron/service/$1/',
          'queries\\.ts$',
          'records\\.ts$',
          '^electron/service/(messages/(sending|editing)|dialogs/(joining|leaving)|calendar/(creating|answers|deleting)|people/deleted-person|mail/emails)\\.ts$',
        ],
      },
    },
    {
      name: 'queries-are-sql-only',
      severity: 'error',
      from: { path: '^electron/service/.*queries\\.ts$' },
      to: {
        pathNot: ['^electron/database/', '^shared/', 'queries\\.ts$', 'node_modules/kysely/', '^node:'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'ui-knows-nothing-of-ours',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: { path: ['^renderer/', '^shared/'], pathNot: '^renderer/ui/' },
    },
    {
      name: 'common-parts-know-no-view',
      severity: 'error',
      from: { path: '^renderer/common/' },
      to: { path: '^renderer/[^/]+/', pathNot: '^renderer/(ui|api|i18n|common)/' },
    },
    {
      name: 'media-is-shown-alike-everywhere',
      severity: 'error',
      from: { path: '^renderer/media/' },
      to: { path: '^renderer/[^/]+/', pathNot: '^renderer/(ui|api|i18n|common|media|player)/' },
    },
    {
      name: 'one-player-for-all-places',
      severity: 'error',
      from: { path: '^renderer/player/' },
      to: { path: '^renderer/[^/]+/', pathNot: '^renderer/(ui|api|i18n|player)/' },
    },
    {
      name: 'renderer-features-never-meet',
      severity: 'error',
      from: { path: '^renderer/(?!ui/|api/|i18n/|common/|media/|player/|views/)([^/]+)/' },
      to: {
        path: '^renderer/[^/]+/',
        pathNot: ['^renderer/(ui|api|i18n|common|media|player)/', '^renderer/$1/'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.svelte', '.js', '.json'],
      conditionNames: ['import', 'svelte', 'node', 'default'],
    },
  },
};
