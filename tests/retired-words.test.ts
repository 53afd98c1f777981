import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { declaredNames } from './names.ts'

const root = path.join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((file) => fs.existsSync(path.join(root, file)))
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const programs = files.filter((file) => /\.tsx?$/.test(file) && !file.endsWith('retired-words.test.ts'))

/** Words that no name contains, in any case. */
const retired_in_names =
  /^(?:house|desk|doorway|told|tells?|telling|said|kept|refusals?|refuse|demands?|demanded|worry|worries|troubles?|steer|furnish|hears?|heard|barriers?|tidy|readings?|deeds?|deceit|upkeep|begun|whither|reactions?|news|loose)$/

/** Names that contain a retired word and are right. */
const names_with_reason: Readonly<Record<string, string>> = {
  house: 'the number of a house in an address',
  kept_until: 'a stored column',
  PushToldTable: 'the generated type of a stored table',
  refusal: 'why a shipment may not be booked, a field of API responses',
}

/** Words that no comment, test title or page of documentation contains. */
const retired_in_prose =
  /\b(?:whoever|whither|whence|anew|somebody|anybody|stand-ins?|units? of work|furnish\w*|steers?|steered|upkeep|worr(?:y|ies|ied)|barriers?|troubles?|tid(?:y|ies|ied)|reactions?|looked at|under way|begun|doorway|deeds?|without ado|gives? out)\b/i

/** Pages that name retired words on purpose, or describe the past. */
const pages_with_reason: Readonly<Record<string, string>> = {
  'docs/decisions/0093-plain-names-and-layers.md': 'names the words that were replaced',
  'docs/decisions/0103-layout-and-names.md': 'names the words that were replaced',
}

/** Returns the words of a name in lower case: `keptUntil` and `kept_until` both give `kept` and `until`. */
function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
}

/** Returns the comments and test titles of a program. */
function proseOf(source: string): string[] {
  const comments = [...source.matchAll(/\/\*\*?[^]*?\*\/|(?<![:'"`\\])\/\/[^\n]*/g)].map(([text]) => text)
  const titles = [
    ...source.matchAll(/\b(?:it|describe)(?:\.\w+\([^]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g),
  ].map(([, , title = '']) => title)
  return [...comments, ...titles]
}

describe('retired words', () => {
  it('are found in names, comments and titles', () => {
    expect(wordsOf('lastKept_Row')).toEqual(['last', 'kept', 'row'])
    expect(proseOf("/** One. */\nit('two', run) // three\nconst url = 'https://four'")).toEqual([
      '/** One. */',
      '// three',
      'two',
    ])
    expect(retired_in_prose.test('This stays whoever reads it.')).toBe(true)
  })

  it('are in no declared name', () => {
    const found = programs.flatMap((file) =>
      declaredNames(read(file), file.endsWith('x'))
        .filter(({ name }) => wordsOf(name).some((word) => retired_in_names.test(word)))
        .filter(({ name }) => !(name in names_with_reason))
        .map(({ name }) => `${file}: ${name}`),
    )
    expect([...new Set(found)]).toEqual([])
  })

  it('are in no comment, test title or page', () => {
    const pages = files.filter((file) => file.endsWith('.md') && !file.startsWith('docs/audit/'))
    const texts = [
      ...programs.map((file) => ({ file, prose: proseOf(read(file)) })),
      ...pages.filter((page) => !(page in pages_with_reason)).map((file) => ({ file, prose: [read(file)] })),
    ]
    const found = texts.flatMap(({ file, prose }) =>
      prose.flatMap((text) => {
        const [word] = retired_in_prose.exec(text) ?? []
        return word ? [`${file}: ${word}`] : []
      }),
    )
    expect(found).toEqual([])
  })
})
