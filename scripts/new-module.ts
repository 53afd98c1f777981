import fs from 'node:fs'
import path from 'node:path'

/**
 * `npm run new:module NAME`: creates the first files of a module in the domain and the server. Then give the module a
 * layer in tests/architecture.test.ts.
 */
const root = path.join(import.meta.dirname, '..')
const name = process.argv[2] ?? ''
if (!/^[a-z][a-z-]*$/.test(name)) {
  console.error('Name the module in lower case with hyphens: npm run new:module claims')
  process.exit(1)
}
if (fs.existsSync(path.join(root, 'domain/src', name))) {
  console.error(`There is already a module ${name}.`)
  process.exit(1)
}
const camel = name.replace(/-([a-z])/g, (_match, letter: string) => letter.toUpperCase())
const files: Record<string, string> = {
  [`domain/src/${name}/model.ts`]: `import { z } from 'zod'\n\n/** What this module is about. */\nexport const Thing = z.object({ id: z.int() })\nexport type Thing = z.output<typeof Thing>\n`,
  [`domain/src/${name}/api.ts`]: `import { z } from 'zod'\nimport { endpoint } from '../kit/calls/endpoint.ts'\nimport { paging } from '../kit/lists/paging.ts'\nimport { Thing } from './model.ts'\n\n/** The endpoints of ${name}. */\nexport const ${camel}Api = {\n  list: endpoint('GET /${name}', {\n    input: z.object({ ...paging }),\n    output: z.object({ things: z.array(Thing), count: z.int() }),\n    summary: 'What it answers, in a sentence.',\n  }),\n}\n`,
  [`server/src/${name}/store.ts`]: `import type { Context } from '../kit/handler.ts'\n\n/** Every SQL statement of the module stands here. */\nexport async function listThings(ctx: Context): Promise<{ id: number }[]> {\n  return ctx.db.selectFrom('account').select('id').orderBy('id').execute()\n}\n`,
  [`server/src/${name}/index.ts`]: `import { ${camel}Api } from '@waybill/domain/${name}/api'\nimport { serve, type Handler } from '../kit/handler.ts'\nimport { listThings } from './store.ts'\n\nconst list: Handler<typeof ${camel}Api.list> = async (ctx) => {\n  const things = await listThings(ctx)\n  return { things, count: things.length }\n}\n\nexport const ${camel}Routes = [serve(${camel}Api.list, list)]\n`,
}
for (const [file, content] of Object.entries(files)) {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), content)
  console.log(`wrote ${file}`)
}
console.log(
  `Next: give ${name} a layer in tests/architecture.test.ts, a migration in server/migrations, and its routes in server/src/main/routes.ts.`,
)
