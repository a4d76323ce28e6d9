import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser'

// The walls between the rooms (docs/decisions/001-rooms-and-walls.md), as dependency-cruiser reads them.

const ours = '^(app|bench|components|contract|e2e|lib|ops|product-api|runtime|scripts|story-html)/'
export const tests = '\\.test\\.tsx?$|/testing/'
const rooms = '^(app|components|contract|lib|product-api|runtime|story-html)/'
const database = 'node_modules/(drizzle-orm|pg|@electric-sql)/'
const hono = 'node_modules/(hono|@hono)/'

/** A room's files of a layer, in any of its folders: `routes.ts`, or `session-routes.ts` if there are several. */
const layer = (names: string) => `[a-z/-]*(?:${names})\\.ts$`

/** The rooms of the product API, and of which other rooms each may import the face. */
export const reachable = {
  platform: [],
  files: ['platform'],
  accounts: ['files', 'platform'],
  stories: ['accounts', 'files', 'platform'],
  subscriptions: ['stories', 'accounts', 'files', 'platform'],
  newsletters: ['subscriptions', 'stories', 'platform'],
  podcasts: ['stories', 'files', 'platform'],
  books: ['stories', 'platform'],
  admin: ['accounts', 'files', 'platform'],
  doctor: ['newsletters', 'files', 'platform'],
  archive: ['newsletters', 'stories', 'podcasts', 'files', 'platform'],
}

/** The types of what every service works with: it names the rooms' types and imports no code that runs. */
export const kernel = '^product-api/platform/(planted-)?context\\.ts$'

/** The parts of the contract that pages may load, beside its types: they need no schema. */
const plainContract =
  '^contract/(planted-)?(accent|calls-in-front|categories|admin-paths|drawn-covers|endpoint|file-paths|frequencies|form-actions|image-address|mailed-pictures|site-limits|text-limits|paths|report-reasons|site-pages|story-fields|uploaded-pictures)\\.ts$'

/**
 * Packages that the product API loads where it first uses them. Those for Redis, Google sign-in, emails, bounces, audio
 * tags and common passwords alone took 24 MB and a tenth of a start.
 */
const loadedLater = [
  ...['@simplewebauthn/server', '@zxcvbn-ts', 'ioredis', 'jose', 'node-id3', 'nodemailer', 'openai', 'postal-mime'],
  ...['sharp', 'smtp-server'],
]

type From = { path: string; pathNot?: string }
type To = Partial<From> & { dependencyTypes?: ['npm-dev']; dependencyTypesNot?: ['type-only']; dynamic?: false }

function wall(name: string, comment: string, from: From, to: To): IForbiddenRuleType {
  return { name, comment, severity: 'error', from: { pathNot: tests, ...from }, to }
}

/** The rooms that each room may import. */
const allowed = {
  // Pages fetch through lib and show components.
  app: 'app/|components/|lib/|contract/|story-html/',
  // Components get data and actions as props.
  components: 'components/|contract/|story-html/|lib/sudoku/|lib/browser/',
  lib: 'lib/|contract/|story-html/|runtime/',
  contract: 'contract/',
  'story-html': 'story-html/|contract/',
  // The product API knows nothing of the web.
  'product-api': 'product-api/|contract/|story-html/|runtime/',
  runtime: 'runtime/',
}

export const walls: IForbiddenRuleType[] = [
  { name: 'no-circular', comment: 'Rooms are entered one way.', severity: 'error', from: {}, to: { circular: true } },
  wall('no-unresolvable', 'An import that leads nowhere hides a wall.', { path: ours }, { path: '^[.#]' }),
  ...Object.entries(allowed).map(([room, others]) =>
    wall(
      `${room}-imports`,
      'A room knows only the rooms below it.',
      { path: `^${room}/` },
      { path: ours, pathNot: `^(${others})` },
    ),
  ),
  wall(
    'kernel-imports',
    'The context names the types of its parts; what it imported to run, every room would import.',
    { path: kernel },
    { path: ours, dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'nothing-needs-tests-or-measurements',
    'What the product runs must run without them and what only they install.',
    {
      path: '^(app|components|contract|lib|product-api|runtime|scripts|story-html)/|^(server|renderer|middleware)\\.ts$',
    },
    { path: '^(bench|e2e|ops)/' },
  ),
  wall(
    'runs-without-dev-dependencies',
    'An operator installs with --omit=dev.',
    {
      path: `${rooms}|^(server|renderer|middleware)\\.ts$|^scripts/(start|seed|admin|backup|restore|archive|doctor)[./]`,
    },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'contract-packages',
    'The contract imports zod only.',
    { path: '^contract/' },
    { path: 'node_modules/', pathNot: 'node_modules/zod/' },
  ),
  wall(
    'browser-has-no-schemas',
    'zod would weigh more than a page: of the contract the browser loads types, and what needs no schema.',
    { path: '^(components|story-html|lib/browser|lib/sudoku)/' },
    { path: '^contract/|node_modules/zod/', pathNot: plainContract, dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'plain-contract-has-no-schemas',
    'Pages load these files.',
    { path: plainContract },
    { path: '^contract/|node_modules/', pathNot: plainContract, dependencyTypesNot: ['type-only'] },
  ),
  wall(
    'story-html-is-pure',
    'No I/O and no React in the transforms of a story’s HTML.',
    { path: '^story-html/' },
    { path: '^(node:)?(fs|net|http|https|child_process|worker_threads|dns|tls)(/|$)|node_modules/(react|next|pg)/' },
  ),
  wall(
    'product-api-starts-light',
    'Packages that only some installations, or some moments, need are loaded there, by `import()`.',
    { path: '^product-api/', pathNot: `${tests}|^product-api/newsletters/listen-for-bounces` },
    {
      path: `node_modules/(${loadedLater.join('|')})/`,
      pathNot: '/nodemailer/.*/mime-funcs/|\\.d\\.m?ts$',
      dependencyTypesNot: ['type-only'],
      dynamic: false,
    },
  ),
  wall(
    'web-has-no-database',
    'Only the product API speaks to the database.',
    { path: '^(app|components|lib)/' },
    { path: database },
  ),
  ...Object.entries(reachable).map(([room, others]) =>
    wall(
      `${room}-reaches`,
      'The rooms of the product API stand above each other.',
      { path: `^product-api/${room}/`, pathNot: `${tests}|${kernel}` },
      { path: '^product-api/', pathNot: `^product-api/(${[room, ...others].join('|')})/` },
    ),
  ),
  wall(
    'rooms-have-faces',
    'Of another room the files at its top are for everyone, its folders for itself.',
    { path: '^(product-api/[^/]+/|scripts/)', pathNot: `${tests}|^product-api/seed/` },
    { path: '^product-api/(?!platform/)[^/]+/[^/]+/', pathNot: '^$1' },
  ),
  wall(
    'page-cache-has-a-face',
    'Of the page cache the files at its top are for everyone, its folders for itself.',
    {
      path: '^(app|components|lib|scripts)/|^(server|renderer|middleware)\\.ts$',
      pathNot: `${tests}|^lib/page-cache/`,
    },
    { path: '^lib/page-cache/[^/]+/' },
  ),
  {
    name: 'front-never-renders',
    comment: 'A process in which Next has rendered answers kept pages more slowly: the renderers are others.',
    severity: 'error',
    from: { path: '^(planted-)?server\\.ts$' },
    to: {
      path: 'node_modules/(next|next-auth|react|react-dom)/|^(app|components|lib/(api|bff|session))/',
      reachable: true,
    },
  },
  wall(
    'routes-imports',
    'Routes translate: contract, http and their own room; no database, no other room.',
    { path: `^product-api/([^/]+)/${layer('routes')}` },
    {
      path: `^product-api/|${database}`,
      pathNot: `^product-api/(platform/(http/|problem\\.ts$|context\\.ts$)|$1/(?!${layer('repository')}))`,
    },
  ),
  wall(
    'services-imports',
    'Services know no HTTP.',
    { path: `^product-api/(?!platform/(http|db)/|start/|seed/)[^/]+/(?!${layer('routes|repository|present')})` },
    { path: `^product-api/(platform/http/|[^/]+/${layer('routes|present')})|${hono}` },
  ),
  wall(
    'repositories-imports',
    'Repositories know the database only.',
    { path: `^product-api/[^/]+/${layer('repository')}` },
    { path: `^product-api/(platform/(http|queue)/|[^/]+/${layer('service|routes')})|${hono}` },
  ),
]

export const cruiseOptions: ICruiseOptions = {
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(\\.next|data)' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
}
