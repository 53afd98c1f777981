import path from 'node:path'
import {
  citations,
  readRequirements,
  type Citation,
  type Layer,
  type Requirement,
} from './requirement-citations.ts'

const documents: Readonly<Record<string, string>> = {
  '000': 'The application shell (000)',
  '001': 'Shipments and everything around them (001)',
}

const columns = ['web', 'api', 'domain'] as const satisfies readonly Layer[]

const head = `# The source documents, line by line

Written by \`npm run generate\`. For each line of the two source documents: the requirements it led to
([requirements.md](../audit/requirements.md) says what each asks), and the tests that show it on a page, through a call and in the
rules. A row needs the places it names only; “no test yet” is a row nobody has proved there. What is left out on purpose is
in [requirements-open.md](../audit/requirements-open.md).
`

/** Returns the page that links each line of the source documents to the tests that prove it. */
export function seedsSource(): string {
  const requirements = readRequirements()
  const tests = citations()
  const parts = Object.entries(documents).map(([document, title]) => {
    const rows = requirements
      .flatMap((one) => one.sources.map((source) => ({ ...source, requirement: one })))
      .filter((one) => one.document === document)
      .toSorted((one, other) => one.line - other.line)
      .map(({ line, requirement }) => rowOf(line, requirement, tests))
    return `\n## ${title}\n\n| Line | Requirement | On a page | Through a call | In the rules |\n| ---: | --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return head + parts.join('')
}

function rowOf(line: number, requirement: Requirement, tests: readonly Citation[]): string {
  const cells = columns.map((layer) => {
    if (!requirement.layers.includes(layer)) return ''
    // A page or a call also proves the domain rules, so prefer a test of the same layer.
    const own = tests.filter(({ ids, proves }) => ids.includes(requirement.id) && proves[0] === layer)
    const any = tests.filter(({ ids, proves }) => ids.includes(requirement.id) && proves.includes(layer))
    const [first] = own.length > 0 ? own : any
    return first
      ? `[${path.basename(first.file).replace('.test.ts', '')}](../../${first.file})`
      : 'no test yet'
  })
  return `| ${line} | ${requirement.id} | ${cells.join(' | ')} |`
}
