import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')

/** Where a row must be shown to hold: in pages, through a call, in the rules both share. */
export const layers = ['web', 'api', 'domain'] as const
export type Layer = (typeof layers)[number]

/** Which layers a row names: `all` is met by a person on a page and by a client on the wire. */
const layers_of: Readonly<Record<string, readonly Layer[]>> = {
  all: ['web', 'api'],
  web: ['web'],
  api: ['api'],
  domain: ['domain'],
}

/** A line of a source document: line 53 of `001`. */
interface SourceLine {
  document: string
  line: number
}

export interface Requirement {
  id: string
  area: string
  layers: readonly Layer[]
  sources: readonly SourceLine[]
}

/** The rows of `docs/requirements.md`. */
export function readRequirements(): Requirement[] {
  const page = fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8')
  return [...page.matchAll(/^\| ([A-Z]+)-(\d{3}) \| .* \| *(\w+) *\|([^|]*)\|$/gm)].map(
    ([, area = '', number = '', layer = '', sources = '']) => {
      const named = layers_of[layer]
      if (!named) throw new Error(`${area}-${number} names the layer “${layer}”, which is none.`)
      return { id: `${area}-${number}`, area, layers: named, sources: sourcesIn(sources) }
    },
  )
}

/** Reads `001§4 L89,L131; 000§3 L96`. */
function sourcesIn(text: string): SourceLine[] {
  return text.split(';').flatMap((one) => {
    const [, document = '', lines = ''] = /^\s*(\d{3})(?:§\d+| intro) (L[\dL,]+)/.exec(one) ?? []
    return lines
      .split(',')
      .filter((line) => line !== '')
      .map((line) => ({ document, line: Number(line.slice(1)) }))
  })
}

/** A test and the rows its titles cite; what goes through a page or a call holds in the rules as well. */
export interface CitingTest {
  name: string
  ids: readonly string[]
  proves: readonly Layer[]
}

/** Every test file with the rows it cites. */
export function citingTests(): CitingTest[] {
  return ['domain/src', 'server/src', 'server/dev', 'web/src', 'tests'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .toSorted()
      .map((name) => {
        const text = fs.readFileSync(path.join(root, folder, name), 'utf8')
        const file = path.join(folder, name)
        return { name: file, ids: citationsIn(text), proves: provedBy(file, text) }
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
