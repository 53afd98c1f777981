import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestRunner } from 'vitest'

/** A code read from a page: its kind ('CODE-128', 'QR-Code') and its text. */
export type Scanned = { kind: string; text: string }

/**
 * The printed page in black and white. `width` and `height` are in mm; `isDark` takes a point in mm from the top
 * left.
 */
export type Ink = { width: number; height: number; isDark: (x: number, y: number) => boolean }

/** Runs a command-line tool. When it is not installed, the current test is skipped and `npm test` reports it by name. */
function run(tool: string, args: readonly string[]): string {
  try {
    return execFileSync(tool, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1 << 28,
    })
  } catch (problem) {
    const { code, stdout } = problem as { code?: string; stdout?: string }
    if (code !== 'ENOENT' && code !== 'EACCES') return stdout ?? ''
    const test = TestRunner.getCurrentTest()
    if (!test) throw new Error(`${tool} is not installed.`, { cause: problem })
    return test.context.skip(`needs ${tool}`)
  }
}

function inFolder<T>(pdf: Uint8Array, use: (folder: string, file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'document-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, pdf)
    return use(folder, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns the number of pages, and the size of the first page in mm. */
export function pagesOf(pdf: Uint8Array): { count: number; width_mm: number; height_mm: number } {
  return inFolder(pdf, (_, file) => {
    const info = run('pdfinfo', [file])
    const [, width = 0, height = 0] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(info) ?? []
    const points = (value: string | number) => Math.round((Number(value) * 25.4) / 72)
    return {
      count: Number(/Pages:\s+(\d+)/.exec(info)?.[1]),
      width_mm: points(width),
      height_mm: points(height),
    }
  })
}

/** Returns the text of a document in reading layout, page after page. */
export function textOf(pdf: Uint8Array): string {
  return inFolder(pdf, (_, file) => run('pdftotext', ['-layout', file, '-']))
}

/** Returns the codes read from each page, printed at `dpi`. */
export function scanPages(pdf: Uint8Array, dpi = 300): Scanned[][] {
  return inFolder(pdf, (folder, file) => {
    run('pdftoppm', ['-r', String(dpi), '-gray', file, join(folder, 'page')])
    const pages = readdirSync(folder).filter((name) => name.startsWith('page')).sort() // prettier-ignore
    return pages.map((page) => {
      const read = run('zbarimg', ['-q', join(folder, page)])
      return read
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => ({ kind: line.slice(0, line.indexOf(':')), text: line.slice(line.indexOf(':') + 1) }))
    })
  })
}

/** Renders the first page as a PNG, like a camera or an office scanner would. */
export function pictureOf(pdf: Uint8Array, dpi = 120): Buffer {
  return inFolder(pdf, (folder, file) => {
    const page = join(folder, 'page')
    run('pdftoppm', ['-png', '-r', String(dpi), '-singlefile', file, page])
    return readFileSync(`${page}.png`)
  })
}

/** Renders the first page like a 203 dpi label printer. */
export function inkOf(pdf: Uint8Array): Ink {
  return inFolder(pdf, (folder, file) => {
    const dpi = 203
    run('pdftoppm', [
      '-r',
      String(dpi),
      '-gray',
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      file,
      join(folder, 'ink'),
    ])
    const image = readFileSync(join(folder, 'ink.pgm'))
    const [head = '', width = '0', height = '0'] =
      /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 64)) ?? []
    const dots = (mm: number) => Math.round((mm * dpi) / 25.4)
    const isDark = (x: number, y: number) =>
      (image[head.length + dots(y) * Number(width) + dots(x)] ?? 255) < 128
    return { width: (Number(width) * 25.4) / dpi, height: (Number(height) * 25.4) / dpi, isDark }
  })
}

interface Word {
  left: number
  top: number
  right: number
  foot: number
  word: string
}

/** Returns the words of each page with their boxes in points. */
function wordsOf(pdf: Uint8Array): Word[][] {
  const layout = inFolder(pdf, (_, file) => run('pdftotext', ['-bbox', file, '-']))
  const format = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g
  return layout.split('<page ').map((page) =>
    [...page.matchAll(format)].map(([, left, top, right, foot, word = '']) => ({
      left: Number(left),
      top: Number(top),
      right: Number(right),
      foot: Number(foot),
      word,
    })),
  )
}

/**
 * Returns the height in mm of the capitals of the largest word, as the font Helvetica has them: which font a printer
 * uses in its place depends on the machine. The box of a word is 0.925 of the font size high, a capital 0.718.
 */
export function largestCapitals(pdf: Uint8Array): number {
  const heights = wordsOf(pdf).flatMap((words) => words.map(({ top, foot }) => foot - top))
  return (Math.max(...heights) / 0.925) * 0.718 * (25.4 / 72)
}

/** Returns pairs of overlapping words on all pages. A correct document has none. */
export function overlappingWords(pdf: Uint8Array): string[] {
  return wordsOf(pdf).flatMap((words) => {
    const boxes = words.map(({ left, top, right, foot, word }) => {
      const ascent = (foot - top) * 0.25
      return { left: left + 0.5, top: top + ascent, right: right - 0.5, foot: foot - ascent, word }
    })
    return boxes.flatMap((a, index) =>
      boxes
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.foot && b.top < a.foot)
        .map((b) => `${a.word} / ${b.word}`),
    )
  })
}
