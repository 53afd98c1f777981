import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPermission } from '../domain/src/identity/users-and-roles/permissions.ts'
import type { Database } from '../server/src/db/database.ts'
import { readRequirements } from '../scripts/requirement-citations.ts'
import { seedsSource } from '../scripts/seeds.ts'
import { tablesSource } from '../server/dev/generate/table-types.ts'
import { foreign_reads, foreign_writes, owned_tables } from '../server/dev/generate/table-owners.ts'
import { schemaPageSource } from '../scripts/schema-page.ts'
import { planSource } from '../server/dev/generate/plan-page.ts'
import { routes } from '../server/src/main/routes.ts'
import { unreleased_settings } from '../domain/src/settings/unreleased-settings.ts'
import { settingsPageSource, settingUses } from '../server/dev/generate/settings-page.ts'
import { checksums_file, checksumsSource } from '../server/src/kit/migrate.ts'
import { openTestDatabase } from '../server/dev/test-kit/database/database.ts'
import { wrongChecks } from './column-checks.ts'
import { foundJoins, joinsWithoutCompany } from './joins.ts'
import { above_modules, filesWithVariableTables, existingTables, tableUses, usesIn } from './table-uses.ts'

const root = path.join(import.meta.dirname, '..')

const layers: readonly (readonly string[])[] = [
  ['blocked-list', 'jobs', 'short-urls', 'tags'],
  ['accounts', 'files'],
  ['audit'],
  ['identity'],
  ['maps'],
  ['pickup-points'],
  ['rates'],
  ['shipments'],
  ['cash', 'collections', 'hub', 'lockers'],
  ['drivers'],
  ['billing', 'counter'],
  ['claims', 'controls', 'payments'],
  ['costs'],
  [
    'accounting',
    'barcodes',
    'imports',
    'move-in',
    'notifications',
    'integrations',
    'reports',
    'search',
    'shop-plugins',
    'tracking',
  ],
  ['help'],
  ['settings'],
  ['platform-admin'],
  ['startup'],
]
/** It describes the tables of every module, so it may import types of every module of the domain. */
const table_types = path.join('server', 'src', 'kit', 'tables.ts')

const layer_of = new Map(layers.flatMap((names, layer) => names.map((name) => [name, layer] as const)))
const top_layer = layers.length

/** Maximum number of `as unknown as` outside of tests. Each has a comment that says why. */
const max_unchecked_casts = 10

interface Import {
  from: string
  workspace: string
  module: string
  target: string
  to_workspace: string
  to_module: string
  to_file: string
  /** Path from the root of the repository. */
  resolved: string
  is_page: boolean
}

function sources(): string[] {
  return ['domain/src', 'server/src', 'web/src'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => path.join(folder, name)),
  )
}

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const [workspace = '', , module = ''] = file.split(path.sep)
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap(([, target = '']) => {
    const shared = /^@waybill\/(domain|server|web)\/(.+)$/.exec(target)
    const resolved = shared
      ? `${shared[1]}/src/${shared[2]}`
      : target.startsWith('.')
        ? path.join(path.dirname(file), target)
        : null
    if (!resolved) return []
    const [toWorkspace = '', , toModule = '', ...rest] = resolved.split(path.sep)
    return [
      {
        from: file,
        workspace,
        module,
        target,
        to_workspace: toWorkspace,
        to_module: toModule,
        to_file: rest.join('/'),
        resolved,
        is_page: file.includes(`${path.sep}pages${path.sep}`) || file.endsWith('routes.tsx'),
      },
    ]
  })
}

/** The scripts that start the server: the product, and the commands of its operators. */
const programs = [
  'start',
  'admin-link',
  'audit-verify',
  'backup',
  'invariants',
  'maintenance',
  'restore',
  'secret-rotate',
].map((name) => path.join('scripts', `${name}.ts`))

/** Returns the server files that these scripts load, directly or later, in the same or in another thread. */
function loadedByPrograms(): ReadonlySet<string> {
  const loaded = new Set<string>()
  const open = [...programs]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) continue
    loaded.add(file)
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    for (const [, target = ''] of text.matchAll(/(?:from|import|new URL)\s*\(?\s*['"](\.[^'"]+\.ts)['"]/g)) {
      const found = path.join(path.dirname(file), target)
      if (found.startsWith(path.join('server', 'src'))) open.push(found)
    }
  }
  return loaded
}

/** Returns the layer of a module; files directly under src (the entry) are in the top layer. */
function layerOf(workspace: string, module: string, isPage: boolean): number {
  if (/\.tsx?$/.test(module)) return top_layer + above_modules.length
  if (isPage || module === 'shell') return top_layer
  const above = workspace === 'server' ? above_modules.indexOf(module) : -1
  if (above >= 0) return top_layer + above
  return module === 'kit' ? -1 : (layer_of.get(module) ?? Number.NaN)
}

describe('architecture', () => {
  const files = sources()
  const imports = files.flatMap(importsOf)

  it('finds the source files and their imports', () => {
    expect(files.length).toBeGreaterThan(80)
    expect(imports.length).toBeGreaterThan(200)
  })

  it('assigns a layer to every module', () => {
    const unknown = imports.filter((one) => Number.isNaN(layerOf(one.workspace, one.module, false)))
    expect([...new Set(unknown.map((one) => one.module))]).toEqual([])
  })

  it('names a payment gateway only in its folder, in the list of gateways, in settings and in calls of the specification', () => {
    const allowed = [
      // The list, and one folder for each gateway.
      /^domain\/src\/payments\/gateway-list\.ts$/,
      /^server\/src\/payments\/gateways\//,
      // Settings and names of the specification.
      /^domain\/src\/payments\/(settings|method-names|methods|api)\.ts$/,
      /^domain\/src\/settings\/guarded\.ts$/,
      /^domain\/src\/identity\/users-and-roles\/(permissions|roles)\.ts$/,
      /^server\/src\/http\/docs\/office-descriptions\.ts$/,
      /^web\/src\/settings\/CompanySettings\.tsx$/,
      /^web\/src\/payments\/(routes\.tsx|start-payment\.ts|pages\/StitchResultPage\.tsx|ways-to-pay\/PaymentChoices\.tsx)$/,
    ]
    const naming = files.filter((file) => {
      const text = fs
        .readFileSync(path.join(root, file), 'utf8')
        .replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/[^\n]*/g, '')
      const own = text.replaceAll(
        /paymentsApi\.\w+|\/stitch-payment|\/payfast-cancelled|API_\/billing\/\w+\/\w+/g,
        '',
      )
      return /payfast|bob_?pay|stitch(?!ing)/i.test(own) && !allowed.some((one) => one.test(file))
    })
    expect(naming).toEqual([])
  })

  it('lets server and web import domain, but not each other', () => {
    const wrong = imports.filter((one) => one.to_workspace !== one.workspace && one.to_workspace !== 'domain')
    expect(wrong.map((one) => `${one.from} → ${one.target}`)).toEqual([])
  })

  it('lets modules import only lower layers', () => {
    const wrong = imports.filter((one) => {
      const here = layerOf(one.workspace, one.module, one.is_page)
      const there = layerOf(one.to_workspace, one.to_module, false)
      return one.from !== table_types && one.module !== one.to_module && there >= here
    })
    expect(
      wrong.map(
        (one) => `${one.from} → ${one.to_module}/${one.to_file}: ${one.to_module} is not below ${one.module}`,
      ),
    ).toEqual([])
  })

  it('imports nothing but types into the table types', () => {
    const source = fs.readFileSync(path.join(root, table_types), 'utf8')
    expect(source.match(/^import (?!type ).*/gm)).toBeNull()
  })

  it('has few casts that the compiler cannot check', () => {
    const casts = files.flatMap((file) =>
      [...fs.readFileSync(path.join(root, file), 'utf8').matchAll(/^.*\bas unknown as\b.*$/gm)].map(
        ([line]) => `${file}: ${line.trim()}`,
      ),
    )
    expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(max_unchecked_casts)
  })

  it('imports other modules of server and web only through their index', () => {
    const wrong = imports.filter(
      (one) =>
        one.workspace !== 'domain' &&
        one.to_workspace === one.workspace &&
        one.to_module !== one.module &&
        one.to_module !== 'kit' &&
        !['shell', ...above_modules].includes(one.to_module) &&
        !['shell', ...above_modules].includes(one.module) &&
        !/^index\.tsx?$/.test(one.to_file),
    )
    expect(wrong.map((one) => `${one.from} → ${one.target}`)).toEqual([])
  })

  it('limits transactions over all companies to the listed files', () => {
    const allowed = [
      'db/platform-transaction.ts',
      'db/settings-cache.ts',
      'http/authentication.ts',
      'ops/metrics.ts',
      'main/platform.ts',
      'db/providers.ts',
      'jobs/outbox.ts',
      'jobs/schedule.ts',
      'main/install.ts',
      'ops/verify-audit.ts',
      'main/commands/invariants.ts',
      'ops/alarms.ts',
    ]
    const users = files.filter(
      (file) =>
        file.startsWith('server') &&
        /(?:inPlatformTransaction|platformStatement)[<(]/.test(
          fs.readFileSync(path.join(root, file), 'utf8'),
        ),
    )
    expect(users.filter((file) => !allowed.some((name) => file.endsWith(name)))).toEqual([])
  })

  it('imports nothing from server/dev into the server', () => {
    const wrong = imports.filter(
      (one) => one.workspace === 'server' && one.resolved.startsWith(path.join('server', 'dev', path.sep)),
    )
    expect(wrong.map((one) => `${one.from} → ${one.target}`)).toEqual([])
  })

  it('has fakes of external services that share nothing with the clients that they imitate', () => {
    const found: string[] = []
    const seen = new Set<string>()
    const fakes = path.join('server', 'dev', 'fakes')
    const open = fs
      .readdirSync(path.join(root, fakes), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => path.join(fakes, name))
    expect(open.length).toBeGreaterThan(20)
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (seen.has(file)) continue
      seen.add(file)
      for (const { from, resolved } of importsOf(file)) {
        if (resolved.startsWith(path.join('server', 'dev', path.sep))) open.push(resolved)
        else if (
          resolved.startsWith(path.join('server', 'src', path.sep)) &&
          !resolved.startsWith(path.join('server', 'src', 'kit', path.sep))
        )
          found.push(`${from} → ${resolved}`)
      }
    }
    expect(found).toEqual([])
  })

  it('has no server file that neither the product nor an operator command loads', () => {
    const loaded = loadedByPrograms()
    const idle = files.filter((file) => file.startsWith(path.join('server', 'src')) && !loaded.has(file))
    expect(idle).toEqual([])
  })

  it('reads the environment in one server file only', () => {
    const readers = files.filter(
      (file) =>
        file.startsWith('server') && fs.readFileSync(path.join(root, file), 'utf8').includes('process.env'),
    )
    expect(readers).toEqual([path.join('server', 'src', 'kit', 'config.ts')])
  })

  it('[PERM-031] uses only permissions of the catalogue', () => {
    const requested = new Map(
      files.flatMap((file) =>
        [
          ...fs
            .readFileSync(path.join(root, file), 'utf8')
            .replaceAll(/\/\*\*[^]*?\*\//g, '')
            .matchAll(/['"`]((?:API_\/|INLINE_|UI_)[^'"`$\s]*[^'"`$\s_])['"`]/g),
        ].map(([, name = '']) => [name, file] as const),
      ),
    )
    expect(requested.size).toBeGreaterThan(100)
    expect([...requested].filter(([name]) => !isPermission(name))).toEqual([])
  })

  it('locks one row by its key, or several in a fixed order', () => {
    const lock =
      /\.(forUpdate|forShare|forNoKeyUpdate|forKeyShare)\(\)|\bFOR (NO KEY )?UPDATE\b|\bFOR SHARE\b/g
    const oneRow =
      /where\('[a-z._]*(id|key|slug)', '=', |WHERE (account_)?(id|shipment_id) = \$|WHERE id = \$/
    const inOrder = /orderBy\(|ORDER BY|SKIP LOCKED/
    const found = sources()
      .filter((file) => file.startsWith('server/src'))
      .flatMap((file) => {
        const source = fs.readFileSync(path.join(root, file), 'utf8')
        return [...source.matchAll(lock)].map((match) => {
          const begin = Math.max(
            ...['selectFrom(', 'SELECT', 'function '].map((word) => source.lastIndexOf(word, match.index)),
          )
          const statement = source.slice(begin, match.index + 40)
          return { file, statement, isSafe: oneRow.test(statement) || inOrder.test(statement) }
        })
      })
    expect(found.length).toBeGreaterThan(30)
    expect(found.filter(({ isSafe }) => !isSafe)).toEqual([])
  })

  it('keeps SQL in store files', () => {
    const verbs = files.filter(
      (file) =>
        file.startsWith('server/src/') &&
        !above_modules.some((folder) => file.startsWith(`server/src/${folder}/`)) &&
        !file.includes('/kit/') &&
        !/(store|who)[^/]*\.ts$/.test(file) &&
        /\bctx\.db\b|\bsql`/.test(fs.readFileSync(path.join(root, file), 'utf8')),
    )
    expect(verbs).toEqual([])
  })
})

describe('database tables', () => {
  const owners = new Map<string, string>(
    Object.entries(owned_tables).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
  )
  const uses = tableUses()
  const foreign = (writes: boolean) =>
    new Map(
      uses
        .filter((use) => use.writes === writes && owners.get(use.table) !== use.by.split('/')[0])
        .map((use) => [
          `${use.by} ${use.table}`,
          `${use.file} names ${use.table} of ${owners.get(use.table)}`,
        ]),
    )

  it('belong to one module each', () => {
    expect([...owners.keys()].toSorted()).toEqual([...existingTables()].toSorted())
    expect(Object.values(owned_tables).flat()).toHaveLength(owners.size)
    expect(Object.keys(owned_tables).filter((name) => Number.isNaN(layerOf('server', name, false)))).toEqual(
      [],
    )
  })

  it('are found in every form of statement', () => {
    const tables = new Set(['account', 'parcel', 'shipment'])
    const usesOf = (text: string) =>
      usesIn(text, tables).map(({ table, writes }) => `${writes ? 'writes' : 'reads'} ${table}`)
    expect(usesOf(".selectFrom(['account as a', 'parcel'])")).toEqual(['reads account', 'reads parcel'])
    expect(usesOf(".leftJoin('account as a', (join) => join)")).toEqual(['reads account'])
    expect(usesOf("eb.selectFrom('parcel')")).toEqual(['reads parcel'])
    expect(usesOf(".insertInto('account')")).toEqual(['writes account'])
    expect(usesOf("\n  .updateTable('parcel')")).toEqual(['writes parcel'])
    expect(usesOf(".deleteFrom('parcel').using('shipment')")).toEqual(['writes parcel', 'reads shipment'])
    expect(usesOf('SELECT FROM account a, parcel AS p JOIN LATERAL (SELECT FROM shipment)')).toEqual([
      'reads account',
      'reads parcel',
      'reads shipment',
    ])
    expect(usesOf('WITH t AS (UPDATE parcel p SET x = 1 FROM shipment s)\nINSERT INTO\n account')).toEqual([
      'writes parcel',
      'writes account',
      'reads shipment',
    ])
    expect(usesOf('DELETE FROM account WHERE a IS DISTINCT FROM parcel')).toEqual(['writes account'])
    expect(usesOf("sql`DELETE FROM ${sql.table(name)}`; remove('parcel')")).toEqual(['writes parcel'])
    expect(uses.length).toBeGreaterThan(500)
  })

  it.each([
    ['written', true, foreign_writes],
    ['read', false, foreign_reads],
  ])('are %s only by their owner and by the listed other files', (_verb, writes, listed) => {
    const found = foreign(writes)
    const allowed = listed.flatMap(({ by, tables }) => tables.map((table) => `${by} ${table}`))
    expect([...found].filter(([use]) => !allowed.includes(use)).map(([, text]) => text)).toEqual([])
    expect(allowed.filter((use, place) => !found.has(use) || allowed.indexOf(use) !== place)).toEqual([])
    expect(listed.filter(({ why }) => why.length < 10)).toEqual([])
  })

  it('are joined by the company too, so that a company’s rows can be on one of several servers', () => {
    expect(joinsWithoutCompany('FROM shipment s JOIN account a ON a.id = s.account_id WHERE')).toEqual([
      'JOIN account a ON a.id = s.account_id ',
    ])
    expect(joinsWithoutCompany(".leftJoin('account as a', 'a.id', 's.account_id')")).toHaveLength(1)
    expect(joinsWithoutCompany('FROM shipment s, account a WHERE a.id = s.account_id')).toHaveLength(1)
    expect(joinsWithoutCompany('UPDATE shipment s SET x = 1 FROM account a WHERE a.id = 1')).toHaveLength(1)
    expect(joinsWithoutCompany('FROM shipment s JOIN account a USING (provider_id, id)')).toEqual([])
    expect(foundJoins()).toEqual([])
  })

  it('have literal names in every statement, except in the listed files', () => {
    expect(filesWithVariableTables()).toEqual([
      'db/sealed-values.ts',
      'dev/bench/bulk-load.ts',
      'jobs/purge.ts',
      'kit/read-page.ts',
    ])
  })
})

describe('generated files', () => {
  it('include the checksums of the committed migrations; npm run generate adds new ones', () => {
    expect(fs.readFileSync(checksums_file, 'utf8')).toBe(checksumsSource())
  })

  it('list every endpoint in the plan', async () => {
    const plan = await planSource()
    const missing = routes.filter(
      ({ endpoint: { method, path: address } }) => !plan.includes(`| ${method} | \`${address}\` |`),
    )
    expect(missing.map(({ endpoint }) => endpoint.path)).toEqual([])
  })

  it('list every requirement with a line in the sources', () => {
    const page = seedsSource()
    const missing = readRequirements().filter(
      ({ id, sources }) => sources.length > 0 && !page.includes(`| ${id} |`),
    )
    expect(missing.map(({ id }) => id)).toEqual([])
  })

  it('list every setting, and every setting is read or listed as unreleased', async () => {
    const page = await settingsPageSource()
    const uses = await settingUses()
    expect(uses.map(({ setting }) => setting.key).filter((key) => !page.includes(`\`${key}\``))).toEqual([])
    const idle = uses.filter(({ read_by }) => read_by.length === 0)
    expect(idle.map(({ setting }) => setting.key).toSorted()).toEqual(
      Object.keys(unreleased_settings).toSorted(),
    )
  })
})

describe('status colours', () => {
  const read = (file: string) => fs.readFileSync(path.join(root, 'web/src/kit', file), 'utf8')
  /** Returns the value of a property in a rule of a stylesheet. */
  const given = (text: string, rule: string, property: string) =>
    new RegExp(`${property}: ([^;]+);`).exec(text.slice(text.indexOf(rule)))?.[1]

  it.each([
    ['info', '#1d4ed8', '#e8f0fe', '#9ec1ff', '#15294d'],
    ['success', '#166534', '#e7f6ec', '#86e0a6', '#0f3320'],
    ['warning', '#854d0e', '#fef6d8', '#f5d37a', '#3d2e07'],
    ['danger', '#b42318', '#fdecea', '#ffb0a8', '#4a1512'],
    ['neutral', '#475467', '#eef0f3', '#c5ccd6', '#2b313b'],
  ])('[STAT-065] %s has its exact colours in the light and the dark theme', (family, ...wanted) => {
    const tokens = read('theme/tokens.css')
    const found = [':root,', "[data-theme-sample='dark'] {"].flatMap((rule) => [
      given(tokens, rule, `--${family}`),
      given(tokens, rule, `--${family}-soft`),
    ])
    expect(found).toEqual(wanted)
  })

  it.each([
    ['badge', 'neutral'],
    ['blue', 'info'],
    ['green', 'success'],
    ['yellow', 'warning'],
    ['red', 'danger'],
  ])('[STAT-065] the badge class .%s uses the tokens of %s', (name, token) => {
    const rule = [read('ui/values/status-badge.module.css'), `.${name} {`] as const
    expect([given(...rule, 'background'), given(...rule, '\\n  color')]).toEqual([
      `var(--${token}-soft)`,
      `var(--${token})`,
    ])
  })
})

describe('database schema', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  it('has forced row security and an audit decision for every table of a company', async () => {
    const { rows } = await database.pool.query<{
      table_name: string
      secured: boolean
      forced: boolean
      decided: boolean
    }>(
      `SELECT c.relname AS table_name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced, d.table_name IS NOT NULL AS decided
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN tenant_table_decision d ON d.table_name = c.relname
       WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p')`,
    )
    const ofTheInstallation = [
      'provider',
      'schema_migration',
      'tenant_table_decision',
      'schedule_lease',
      'backup_run',
      'maintenance',
      'installation',
    ]
    const unsecured = rows.filter(
      (row) => !ofTheInstallation.includes(row.table_name) && !(row.secured && row.forced && row.decided),
    )
    expect(unsecured.map((row) => row.table_name)).toEqual([])
    expect(rows.length).toBeGreaterThan(30)
  })

  it('starts every index with the provider, except the listed ones', async () => {
    const { rows } = await database.pool.query<{ index_name: string; definition: string }>(
      `SELECT indexname AS index_name, indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'`,
    )
    const beforeTheProviderIsKnown = [
      'session_token',
      'api_key_digest',
      'api_key_previous_digest',
      'provider_pkey',
      'provider_default',
      'outbox_due',
      'schema_migration_pkey',
      'tenant_table_decision_pkey',
      'schedule_lease_pkey',
      'backup_run_pkey',
      'maintenance_pkey',
      'installation_pkey',
      'shipment_search_text',
    ]
    const unscoped = rows.filter(
      (row) => !beforeTheProviderIsKnown.includes(row.index_name) && !/\(provider_id/.test(row.definition),
    )
    expect(unscoped.map((row) => row.index_name)).toEqual([])
  })

  it('refers to another table of a company only together with the company', async () => {
    const { rows } = await database.pool.query<{ reference: string; columns: string[] }>(
      `SELECT c.conrelid::regclass || ' → ' || c.confrelid::regclass AS reference,
         (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(c.conkey) WITH ORDINALITY k (number, place)
          JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number) AS columns
       FROM pg_constraint c WHERE c.contype = 'f' AND c.confrelid <> 'provider'::regclass`,
    )
    expect(rows.filter(({ columns }) => !columns.includes('provider_id'))).toEqual([])
    expect(rows.length).toBeGreaterThan(100)
  })

  it('rejects a query without a provider', async () => {
    const client = await database.pool.connect()
    try {
      await client.query('BEGIN; SET LOCAL ROLE courier_app')
      await expect(client.query('SELECT * FROM account')).rejects.toThrow()
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })

  it('has only the listed functions with the rights of their owner', async () => {
    const { rows } = await database.pool.query<{ proname: string }>(
      `SELECT proname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = 'public' AND p.prosecdef ORDER BY 1`,
    )
    expect(rows.map((row) => row.proname)).toEqual([
      'audit_row',
      'drop_archived_audit_month',
      'find_newest_shipments',
      'find_shipments',
      'make_audit_months',
    ])
  })

  it('restricts columns with a list of values to these values', async () => {
    const client = await database.pool.connect()
    try {
      expect(await wrongChecks(client)).toEqual([])
    } finally {
      client.release()
    }
  })

  it('matches the generated table types', async () => {
    const client = await database.pool.connect()
    const source = await tablesSource(client)
    client.release()
    expect(source === fs.readFileSync(path.join(root, table_types), 'utf8')).toBe(true)
  })

  it('has an owner and a comment for every table on the generated page', async () => {
    const client = await database.pool.connect()
    const page = await schemaPageSource(client)
    client.release()
    expect(Object.keys(owned_tables).length).toBeGreaterThan(20)
    expect(
      Object.values(owned_tables)
        .flat()
        .filter((table) => !page.includes(`\n### ${table}\n`)),
    ).toEqual([])
  })
})
