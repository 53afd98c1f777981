import fs from 'node:fs'
import path from 'node:path'

/** Prints which requirement rows are cited by a test, per area; fails on an ID that does not exist. */
const root = path.join(import.meta.dirname, '..')
const rows = [
  ...fs
    .readFileSync(path.join(root, 'docs/requirements.md'), 'utf8')
    .matchAll(/^\| ([A-Z]+-\d{3}) \| (.*)/gm),
]
const known = new Map(rows.map(([, id = '', text = '']) => [id, text.startsWith('**OPEN')]))

function testFiles(): string[] {
  return ['domain/src', 'server/src', 'web/src', 'tests'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => path.join(root, folder, name)),
  )
}

const cited = new Set<string>()
const unknown: string[] = []
for (const file of testFiles()) {
  const text = fs.readFileSync(file, 'utf8')
  for (const [, title = ''] of text.matchAll(
    /(?:\b(?:it|test|describe)(?:\.\w+)*(?:\([^)]*\))?|\](?: as const)?\))\(\s*(['"`][^\n]*)/g,
  ))
    for (const [, id = ''] of title.matchAll(/\[([A-Z]+-\d{3})\]/g)) {
      if (known.has(id)) cited.add(id)
      else unknown.push(`${path.relative(root, file)} cites ${id}, which is no requirement.`)
    }
}

const areas = new Map<string, { total: number; cited: number; open: number }>()
for (const [id, is_open] of known) {
  const area = id.split('-')[0] ?? ''
  const sum = areas.get(area) ?? { total: 0, cited: 0, open: 0 }
  sum.total += 1
  if (is_open) sum.open += 1
  if (cited.has(id)) sum.cited += 1
  areas.set(area, sum)
}
console.log('Area    cited / rows   (open)')
for (const [area, sum] of areas)
  console.log(
    `${area.padEnd(7)} ${String(sum.cited).padStart(5)} / ${String(sum.total).padEnd(4)}   (${sum.open})`,
  )
console.log(`Total   ${String(cited.size).padStart(5)} / ${known.size}`)
if (process.argv.includes('--missing')) {
  const wanted = process.argv[process.argv.indexOf('--missing') + 1] ?? ''
  for (const id of known.keys()) if (id.startsWith(wanted) && !cited.has(id)) console.log(`  ${id}`)
}
for (const line of unknown) console.error(line)
process.exit(unknown.length > 0 ? 1 : 0)
