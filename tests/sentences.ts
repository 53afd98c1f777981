import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vitest/node'

/** A text of the product that users can read. */
export interface Sentence {
  /** The path of the file below the repository root, with the line. */
  place: string
  /** The text; run-time values appear as `{expression}`. */
  text: string
}

interface Node {
  type: string
  start: number
  [key: string]: unknown
}

/** Properties and attributes whose strings are always displayed to users. */
const displayed_names = new Set([
  'label',
  'title',
  'hint',
  'placeholder',
  'aria-label',
  'message',
  'text',
  'description',
  'caption',
  'body',
  'headline',
  'subject',
  'reason',
  'submit',
  'note',
  'empty',
  'suggestion',
  'doing',
])

/** Properties whose strings are for programs and developers: API documentation, logs and internal errors. */
const ignored_texts = new Set(['summary', 'described', 'means', 'log', 'describe'])

const sentence_pattern = /^[A-Z“‘{][^\n]*\s[^\n]*[.?!…]$/

/** Returns every text in the source files of the folders, without tests, that users can read. */
export function sentencesIn(root: string, folders: readonly string[]): Sentence[] {
  return folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .flatMap((name) =>
        sentencesOf(path.join(folder, name), fs.readFileSync(path.join(root, folder, name), 'utf8')),
      ),
  )
}

/** Returns the texts of one file. */
export function sentencesOf(file: string, source: string): Sentence[] {
  const found: Sentence[] = []
  const add = (node: Node, text: string): void => {
    const clean = text.replaceAll(/\s+/g, ' ').trim()
    const line = source.slice(0, node.start).split('\n').length
    if (/[A-Za-z]{2}/.test(clean)) found.push({ place: `${file}:${line}`, text: clean })
  }
  const visit = (node: Node, name: string, isHidden: boolean): void => {
    if (node.type.startsWith('TS') && node.type !== 'TSAsExpression' && node.type !== 'TSSatisfiesExpression')
      return
    if (/^(Import|Export(All|Named))/.test(node.type) && 'source' in node && node.source) return
    if (node.type === 'JSXText') return add(node, String(node.value))
    const text = textOf(node, source)
    if (text !== null) {
      if (!isHidden && (displayed_names.has(name) || sentence_pattern.test(text))) add(node, text)
      if (node.type === 'Literal') return
    }
    const own = nameOf(node)
    const hides = isHidden || ignored_texts.has(own) || isProgramError(node)
    for (const [key, value] of Object.entries(node))
      if (key !== 'parent')
        for (const child of Array.isArray(value) ? value : [value])
          if (isNode(child)) visit(child, inherits(node) ? name : own || (keepsName(node) ? name : ''), hides)
  }
  visit(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, '', false)
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Returns the text of a string or template, with run-time values in braces; `null` for other nodes. */
function textOf(node: Node, source: string): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node.quasis as { value: { cooked: string } }[]
  const putIn = node.expressions as { start: number; end: number }[]
  return quasis
    .map(({ value }, at) => {
      const one = putIn[at]
      return value.cooked + (one ? `{${source.slice(one.start, one.end)}}` : '')
    })
    .join('')
}

/** Returns the name of a property or attribute; `''` for other nodes. */
function nameOf(node: Node): string {
  const key = node.type === 'Property' ? node.key : node.type === 'JSXAttribute' ? node.name : null
  if (isNode(key)) return String(key.name ?? key.value ?? '')
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return ''
  const { callee } = node
  return String(isNode(callee.property) ? callee.property.name : callee.name) === 'log' ? 'log' : ''
}

/** Checks whether a node chooses between texts; such texts belong to the name that the choice is assigned to. */
function inherits(node: Node): boolean {
  return [
    'ConditionalExpression',
    'LogicalExpression',
    'JSXExpressionContainer',
    'ParenthesizedExpression',
  ].includes(node.type)
}

function keepsName(node: Node): boolean {
  return node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression'
}

/** Checks for `new Error('…')` and similar: these describe an error of the program, not of the user. */
function isProgramError(node: Node): boolean {
  return (
    node.type === 'NewExpression' &&
    isNode(node.callee) &&
    ['Error', 'RangeError', 'TypeError'].includes(String(node.callee.name))
  )
}
