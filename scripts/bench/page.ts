import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const file = path.join(root, 'docs/benchmarks.md')

/** Returns the page with this text between the markers of the section; a page without them gets both at its end. */
export function withSection(page: string, section: string, text: string): string {
  const [first, last] = [`<!-- ${section} -->`, `<!-- end of ${section} -->`]
  const [from, to] = [page.indexOf(first), page.indexOf(last)]
  const written = `${first}\n\n${text.trim()}\n\n${last}`
  if (from < 0 || to < from) return `${page.trimEnd()}\n\n${written}\n`.trimStart()
  return page.slice(0, from) + written + page.slice(to + last.length)
}

/** Writes a section of docs/benchmarks.md, which is named after the script that measures it, and leaves the others. */
export function writeSection(section: string, text: string): void {
  fs.writeFileSync(file, withSection(fs.readFileSync(file, 'utf8'), section, text))
  spawnSync('npm', ['run', 'format', '--silent', '--', file], { cwd: root, stdio: 'inherit' })
}
