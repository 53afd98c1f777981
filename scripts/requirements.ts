import fs from 'node:fs'
import path from 'node:path'
import { citations, layers, readRequirements, type Layer, type Requirement } from './requirement-citations.ts'

/**
 * `npm run requirements`: prints per area and layer how many requirement rows a test of that layer cites. Fails
 * when a layer has fewer than `scripts/requirements-floor.json` states, when a test cites a row that does not
 * exist, or when a row is not cited and `docs/audit/requirements-open.md` does not explain why.
 * `--missing [PREFIX]` lists the rows that are not cited and their layers; `--raise` writes the current counts as
 * the floor.
 */
const root = path.join(import.meta.dirname, '..')
const floor_file = path.join(root, 'scripts/requirements-floor.json')

const requirements = readRequirements()
const known = new Set(requirements.map(({ id }) => id))
const cited: Readonly<Record<Layer, Set<string>>> = { web: new Set(), api: new Set(), domain: new Set() }
const unknown: string[] = []
for (const { file, ids, proves } of citations())
  for (const id of ids) {
    if (!known.has(id)) unknown.push(`${file} cites ${id}, which is no requirement.`)
    for (const layer of proves) cited[layer].add(id)
  }

const inLayer = (layer: Layer, area?: string): Requirement[] =>
  requirements.filter((one) => one.layers.includes(layer) && (area === undefined || one.area === area))
const citedOf = (layer: Layer, rows: readonly Requirement[]): number =>
  rows.filter(({ id }) => cited[layer].has(id)).length
const cell = (layer: Layer, area?: string): string => {
  const rows = inLayer(layer, area)
  return (rows.length === 0 ? '' : `${citedOf(layer, rows)} / ${rows.length}`).padStart(12)
}

console.log(`Area    ${layers.map((layer) => layer.padStart(12)).join('')}`)
for (const area of new Set(requirements.map((one) => one.area)))
  console.log(`${area.padEnd(8)}${layers.map((layer) => cell(layer, area)).join('')}`)
console.log(`Total   ${layers.map((layer) => cell(layer)).join('')}`)

const at = process.argv.indexOf('--missing')
if (at > 0)
  for (const { id, layers: named } of requirements) {
    const missing = named.filter((layer) => !cited[layer].has(id))
    if (id.startsWith(process.argv[at + 1] ?? '') && missing.length > 0)
      console.log(`  ${id}  ${missing.join(', ')}`)
  }

const now = Object.fromEntries(layers.map((layer) => [layer, citedOf(layer, inLayer(layer))]))
if (process.argv.includes('--raise')) fs.writeFileSync(floor_file, `${JSON.stringify(now, null, 2)}\n`)
const floor = JSON.parse(fs.readFileSync(floor_file, 'utf8')) as Record<Layer, number>
const fallen = layers
  .filter((layer) => (now[layer] ?? 0) < floor[layer])
  .map((layer) => `${layer}: ${now[layer]} rows are cited, ${floor[layer]} were. The floor only rises.`)
const open_page = fs.readFileSync(path.join(root, 'docs/audit/requirements-open.md'), 'utf8')
/** Requirement ids in the first column of the tables. */
const explained = [...open_page.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, first = '']) =>
  [...first.matchAll(/[A-Z]+-\d{3}/g)].map(([id]) => id),
)
const missing = requirements.filter(({ id, layers: named }) => named.some((layer) => !cited[layer].has(id)))
const unexplained = missing
  .filter(({ id }) => !explained.includes(id))
  .map(
    ({ id }) =>
      `${id} has no test of a layer it names, and docs/audit/requirements-open.md does not say why.`,
  )
const explained_in_vain = explained
  .filter((id) => !missing.some((one) => one.id === id))
  .map((id) => `${id} stands in docs/audit/requirements-open.md, though its tests are there. Take it out.`)
const wrong = [...unknown, ...fallen, ...unexplained, ...explained_in_vain]
for (const line of wrong) console.error(line)
process.exit(wrong.length > 0 ? 1 : 0)
