import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** Checks that citations in comments, tests and pages refer to existing pages and headings of this repository. */

const root = path.join(import.meta.dirname, '..')
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
const files = listed
  .toString()
  .split('\n')
  .filter((file) => /\.(?:ts|tsx|css|sql|md)$/.test(file) && fs.existsSync(path.join(root, file)))
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

/** Returns the anchor of a heading as code hosts generate it. */
function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

/** Pages that `npm run generate` writes; a fresh clone does not have them. */
const generated = /^docs\/generated\/(?:plan|settings|seeds|schema)\.md$/

const anchors = new Map<string, ReadonlySet<string>>()
function anchorsOf(page: string): ReadonlySet<string> {
  const known = anchors.get(page)
  if (known) return known
  const text = read(page)
  const made = new Set([
    ...[...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
    ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
  ])
  anchors.set(page, made)
  return made
}

/** Returns the missing target of a citation or link; `null` when the target exists. */
function missing(page: string, anchor: string | undefined): string | null {
  if (generated.test(page)) return null
  if (!fs.existsSync(path.join(root, page))) return page
  return anchor === undefined || anchorsOf(page).has(anchor) ? null : `${page}#${anchor}`
}

describe('citations', () => {
  it('of pages under docs refer to an existing page and heading', () => {
    const lost = files.flatMap((file) =>
      [...read(file).matchAll(/\bdocs\/([\w/-]+\.md)(?:#([\w-]+))?/g)].flatMap(([, page = '', anchor]) => {
        const wrong = missing(`docs/${page}`, anchor)
        return wrong ? [`${file}: ${wrong}`] : []
      }),
    )
    expect(lost).toEqual([])
  })

  it('between pages refer to an existing page and heading', () => {
    // Help articles link to pages of the product.
    const pages = files.filter(
      (file) => file.endsWith('.md') && !file.startsWith('server/src/help/articles/'),
    )
    const lost = pages.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
        ([, page = '', anchor]) => {
          const to = page === '' ? file : path.posix.join(path.posix.dirname(file), page)
          const wrong = to.endsWith('.md')
            ? missing(to, anchor)
            : fs.existsSync(path.join(root, to))
              ? null
              : to
          return wrong ? [`${file}: ${wrong}`] : []
        },
      ),
    )
    expect(pages.length).toBeGreaterThan(80)
    expect(lost).toEqual([])
  })

  it('of tests in the findings are in every row, and refer to an existing file that has the title', () => {
    const lost: string[] = []
    let cited = 0
    let hasTests = false
    for (const row of read('docs/audit/findings.md')
      .split('\n')
      .filter((line) => line.startsWith('|'))) {
      const [what = '', ...cells] = row.split(/(?<!\\)\|/).slice(1, -1)
      const tests = cells.at(-1)?.trim() ?? ''
      if (what.trim() === 'Finding') hasTests = tests === 'Test'
      if (!hasTests || ['Test', '–', 'none'].includes(tests) || /^-+$/.test(tests)) continue
      let file: string | null = null
      let found = 0
      for (const [, name, title] of tests.matchAll(/`([\w./-]+\.test\.tsx?)`|› (.+?)(?=;|$)/g)) {
        if (name !== undefined) {
          file = fs.existsSync(path.join(root, name)) ? name : null
          if (file) found += 1
          else lost.push(name)
        } else if (title !== undefined && file && !read(file).includes(title.trim())) {
          lost.push(`${file} › ${title.trim()}`)
        }
      }
      cited += found
      if (found === 0) lost.push(`${what.trim()}: ${tests}`)
    }
    expect(cited).toBeGreaterThan(200)
    expect(lost).toEqual([])
  })

  it('name no page outside the repository', () => {
    const elsewhere =
      /\b(?:domain notes|partner API \d|reliability \d|rulings? \d|interface design|findings\/)|\bspecification \d/i
    const lost = files
      .filter((file) => !/^docs\/audit\/requirements|^server\/migrations\/|citations\.test\.ts$/.test(file))
      .flatMap((file) => {
        const [found] = elsewhere.exec(read(file).replaceAll(/\n\s*(?:\*|--|\/\/)\s?/g, ' ')) ?? []
        return found === undefined ? [] : [`${file}: ${found}`]
      })
    expect(lost).toEqual([])
  })
})
