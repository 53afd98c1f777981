import fs from 'node:fs'
import path from 'node:path'
import { openTestDatabase } from '../server/dev/test-kit/database/database.ts'
import { openApiDocument } from '../server/src/http/docs/openapi.ts'
import { planSource } from '../server/dev/generate/plan-page.ts'
import { seedsSource } from './seeds.ts'
import { schemaPageSource } from './schema-page.ts'
import { settingsPageSource } from '../server/dev/generate/settings-page.ts'
import { checksums_file, checksumsSource } from '../server/src/kit/migrate.ts'
import { routes } from '../server/src/main/routes.ts'
import { tablesSource } from '../server/dev/generate/table-types.ts'

/**
 * Writes what is derived from the code: table types, the plan, the API document, where each requirement is proved, the
 * page of the schema, and the checksums of new migrations. `--check` fails when they differ.
 */
const root = path.join(import.meta.dirname, '..')
const check = process.argv.includes('--check')

async function derived(): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  files.set(path.relative(root, checksums_file), checksumsSource())
  const database = await openTestDatabase()
  const client = await database.pool.connect()
  files.set('server/src/kit/tables.ts', await tablesSource(client))
  files.set('docs/schema.md', await schemaPageSource(client))
  client.release()
  await database.close()
  files.set('docs/openapi.json', `${JSON.stringify(openApiDocument(routes), null, 2)}\n`)
  files.set('docs/plan.md', await planSource())
  files.set('docs/settings.md', await settingsPageSource())
  files.set('docs/seeds.md', seedsSource())
  return files
}

let stale = 0
for (const [name, source] of await derived()) {
  const file = path.join(root, name)
  const current = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (current === source) continue
  if (check) {
    console.error(`${name} is not current. Run npm run generate.`)
    stale += 1
  } else {
    fs.writeFileSync(file, source)
    console.log(`wrote ${name}`)
  }
}
process.exit(stale ? 1 : 0)
