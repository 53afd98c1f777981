import fs from 'node:fs'
import path from 'node:path'

/**
 * `npm run requirements`: prints per area and layer how many requirement rows are cited by a test of that layer, and fails
 * when a layer has fewer than `scripts/requirements-floor.json` says, or a test cites a row that does not exist.
 * `--missing [PREFIX]` lists the rows that are not cited and where; `--raise` writes what there is now as the floor.
 */
const root = path.join(import.meta.dirname, '..')
const floor_file = path.join(root, 'scripts/requirements-floor.json')

/** Where a row must be shown to hold: in pages, through a call, in the rules both share. */
const layers = ['web', 'api', 'domain'] as const
type Layer = (typeof layers)[number]

/** Which layers a row names: `all` is met by a person on a page and by a client on the wire. */
const layers_of: Readonly<Record<string, readonly Layer[]>> = {
  all: ['web', 'api'],
  web: ['web'],
  api: ['api'],
  domain: ['domain'],
}

interface Requirement {
  id: string
  area: string
  layers: readonly Layer[]
}

function readRequirements(): Requirement[] {
  const page = fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8')
  return [...page.matchAll(/^\| ([A-Z]+)-(\d{3}) \|.*\| *(\w+) *\|[^|]*\|$/gm)].map(
    ([, area = '', number = '', layer = '']) => {
      const named = layers_of[layer]
      if (!named) throw new Error(`${area}-${number} names the layer “${layer}”, which is none.`)
      return { id: `${area}-${number}`, area, layers: named }
    },
  )
}

interface TestFile {
  name: string
  text: string
  /** Of which layers it is a test. What goes through a page or a call holds in the rules as well. */
  proves: readonly Layer[]
}

function testFiles(): TestFile[] {
  return ['domain/src', 'server/src', 'web/src', 'tests'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => {
        const text = fs.readFileSync(path.join(root, folder, name), 'utf8')
        return { name: path.join(folder, name), text, proves: provedBy(path.join(folder, name), text) }
      }),
  )
}

function provedBy(name: string, text: string): readonly Layer[] {
  if (name.startsWith(path.join('tests', 'e2e'))) return ['web', 'domain']
  // Parts of pages are mounted or rendered; the rest of the web tests tries rules and helpers alone.
  if (name.startsWith('web')) return /\brenderTo|\bcreateRoot\b/.test(text) ? ['web', 'domain'] : ['domain']
  if (name.startsWith('server')) return /test-kit\/provider/.test(text) ? ['api', 'domain'] : ['domain']
  return ['domain']
}

const title_of_test =
  /(?:\b(?:it|test|describe)(?:\.\w+)*(?:\([^)]*\))?|\](?: as const)?\))\(\s*(['"`][^\n]*)/g

function citationsIn(text: string): string[] {
  return [...text.matchAll(title_of_test)].flatMap(([, title = '']) =>
    [...title.matchAll(/\[([A-Z]+-\d{3})\]/g)].map(([, id = '']) => id),
  )
}

const requirements = readRequirements()
const known = new Set(requirements.map(({ id }) => id))
const cited: Readonly<Record<Layer, Set<string>>> = { web: new Set(), api: new Set(), domain: new Set() }
const unknown: string[] = []
for (const { name, text, proves } of testFiles())
  for (const id of citationsIn(text)) {
    if (!known.has(id)) unknown.push(`${name} cites ${id}, which is no requirement.`)
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
for (const line of [...unknown, ...fallen]) console.error(line)
process.exit(unknown.length + fallen.length > 0 ? 1 : 0)
