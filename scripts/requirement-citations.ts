import fs from 'node:fs'
import path from 'node:path'
import { TestFiles, type TestAction } from './test-cases.ts'

const root = path.join(import.meta.dirname, '..')

/** Where a requirement must be tested: on a page, through an API call, or in the shared rules. */
export const layers = ['web', 'api', 'domain'] as const
export type Layer = (typeof layers)[number]

/** The layers that each layer name in a requirement row requires: `all` means a page and an API call. */
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

/** Returns the rows of `docs/audit/requirements.md`. */
export function readRequirements(): Requirement[] {
  const page = fs.readFileSync(path.join(root, 'docs/audit/requirements.md'), 'utf8')
  return [...page.matchAll(/^\| ([A-Z]+)-(\d{3}) \| .* \| *(\w+) *\|([^|]*)\|$/gm)].map(
    ([, area = '', number = '', layer = '', sources = '']) => {
      const named = layers_of[layer]
      if (!named) throw new Error(`${area}-${number} names the layer “${layer}”, which is none.`)
      return { id: `${area}-${number}`, area, layers: named, sources: sourcesIn(sources) }
    },
  )
}

/** Parses source lines such as `001§4 L89,L131; 000§3 L96`. */
function sourcesIn(text: string): SourceLine[] {
  return text.split(';').flatMap((one) => {
    const [, document = '', lines = ''] = /^\s*(\d{3})(?:§\d+| intro) (L[\dL,]+)/.exec(one) ?? []
    return lines
      .split(',')
      .filter((line) => line !== '')
      .map((line) => ({ document, line: Number(line.slice(1)) }))
  })
}

/** A test case, with its file and the requirement ids that its titles cite. */
export interface Citation {
  file: string
  ids: readonly string[]
  /** The layers that the case proves; a page or an API call also proves the domain rules. */
  proves: readonly Layer[]
}

/** Returns every test case with the requirement ids of its own title and the titles of its groups. */
export function citations(): Citation[] {
  const files = new TestFiles(root)
  return ['domain/src', 'server/src', 'server/dev', 'server/tests', 'web/src', 'tests'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .toSorted()
      .flatMap((name) => {
        const file = path.join(folder, name)
        return files.casesOf(file).map(({ titles, does }) => ({
          file,
          ids: titles.flatMap(idsIn),
          proves: provedBy(file, does),
        }))
      }),
  )
}

/** A case proves the web layer when it drives a page or a part of one, and the API layer when it makes an API call. */
function provedBy(file: string, does: ReadonlySet<TestAction>): readonly Layer[] {
  if (does.has('page')) return ['web', 'domain']
  return does.has('call') && !file.startsWith('web') ? ['api', 'domain'] : ['domain']
}

function idsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d{3})\]/g)].map(([, id = '']) => id)
}
