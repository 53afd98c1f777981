import fs from 'node:fs'
import path from 'node:path'
import { openTestDatabase } from '../server/dev/test-kit/database/database.ts'
import { openApiDocument } from '../server/src/http/docs/openapi.ts'
import { planSource } from '../server/dev/generate/plan-page.ts'
import { iconsSource } from './icons.ts'
import { seedsSource } from './seeds.ts'
import { schemaPageSource } from './schema-page.ts'
import { settingsPageSource } from '../server/dev/generate/settings-page.ts'
import { checksums_file, checksumsSource } from '../server/src/kit/migrate.ts'
import { routes } from '../server/src/main/routes.ts'
import { tablesSource } from '../server/dev/generate/table-types.ts'

/**
 * Writes the files derived from the code. Stored in git: table types, the checksums of migrations, and icons. In
 * `docs/generated`, which git ignores: the API document, the plan of all declarations, the settings page, the
 * schema page, and the tests of each requirement. With `--check`, writes nothing and fails when a file in git is
 * out of date.
 */
const root = path.join(import.meta.dirname, '..')
const check = process.argv.includes('--check')

const database = await openTestDatabase()
const client = await database.pool.connect()
const committed = new Map([
  [path.relative(root, checksums_file), checksumsSource()],
  ['server/src/kit/tables.ts', await tablesSource(client)],
  ['web/src/kit/icons/icons.ts', iconsSource('icons.ts')],
  ['web/src/kit/icons/kit-icons.ts', iconsSource('kit-icons.ts')],
])
const built = new Map([
  ['docs/generated/schema.md', await schemaPageSource(client)],
  ['docs/generated/openapi.json', `${JSON.stringify(openApiDocument(routes), null, 2)}\n`],
  ['docs/generated/plan.md', await planSource()],
  ['docs/generated/settings.md', await settingsPageSource()],
  ['docs/generated/seeds.md', seedsSource()],
])
client.release()
await database.close()

const isCurrent = (name: string, source: string): boolean => {
  const file = path.join(root, name)
  return fs.existsSync(file) && fs.readFileSync(file, 'utf8') === source
}

if (check) {
  const stale = [...committed].filter(([name, source]) => !isCurrent(name, source))
  for (const [name] of stale) console.error(`${name} is not current. Run npm run generate.`)
  process.exit(stale.length > 0 ? 1 : 0)
}
fs.mkdirSync(path.join(root, 'docs/generated'), { recursive: true })
for (const [name, source] of [...committed, ...built]) {
  if (isCurrent(name, source)) continue
  fs.writeFileSync(path.join(root, name), source)
  console.log(`wrote ${name}`)
}
process.exit()
