import fs from 'node:fs'
import path from 'node:path'
import postcss, { type Declaration } from 'postcss'
import { parseAst, type ESTree } from 'vite'

/** Reads a table: by name, the first Chrome, Firefox and Safari version that support it; `-` for none yet. */
function readTable(file: string): ReadonlyMap<string, string> {
  const lines = fs
    .readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [, name = '', versions = ''] = /^(.+?) (\S+ \S+ \S+)$/.exec(line) ?? []
      return [name, versions]
    }),
  )
}

/**
 * Script features that at least one of the oldest supported browsers lacks, from MDN's compatibility data (8.1.9).
 * `.name` is a member, `Owner.name` a member of a global, and a bare name a global. Members whose name is one
 * lower-case word are left out, because many objects have properties with such names; those in `called_words` are the
 * exception.
 */
export const newer_scripts = readTable('newer-scripts.txt')
/** The same for style sheets: properties, `property: value`, functions, units, selectors and at-rules. */
export const newer_styles = readTable('newer-styles.txt')

/** One use of a newer feature. */
export interface Use {
  name: string
  /** The text around it, for the message of a failed test. */
  text: string
}

/** Common words, which mean the newer function only when they are called. */
const called_words = new Set(['with', 'union', 'intersection', 'difference'])
/** Attributes that an older browser ignores, in JSX and in `setAttribute`. */
const attributes = new Set(['inert'])
const iterating = /^(values|keys|entries|matchAll)$/
const iterator_helpers = /^(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/

interface Visit {
  node: ESTree.Node
  parent: ESTree.Node | null
  /** The key of the parent under which the node is stored. */
  key: string
}

function* visits(node: ESTree.Node, parent: ESTree.Node | null = null, key = ''): Generator<Visit> {
  yield { node, parent, key }
  for (const [name, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child)
        yield* visits(child as ESTree.Node, node, name)
}

/**
 * Returns the features, including syntax, that a script uses and at least one of the oldest supported browsers lacks.
 * Throws when the script cannot be parsed.
 */
export function newerInScript(source: string): Use[] {
  const uses: Use[] = []
  for (const visit of visits(parseAst(source))) {
    const name = syntaxOf(visit) ?? nameOf(visit)
    const { start, end } = visit.node
    if (name) uses.push({ name, text: source.slice(Math.max(0, start - 60), Math.min(end, start + 60) + 60) })
  }
  return uses
}

function syntaxOf({ node }: Visit): string | null {
  if (node.type === 'StaticBlock') return 'static block'
  if (node.type === 'VariableDeclaration' && /using/.test(node.kind)) return 'using'
  if (node.type === 'ImportDeclaration' && node.attributes.length > 0) return 'import attributes'
  if (node.type === 'Literal' && 'regex' in node) {
    if (node.regex.flags.includes('v')) return 'regular expression with v'
    return expressionSyntax(node.regex.pattern)
  }
  // The build turns syntax that the oldest browsers cannot parse into a string, which fails at runtime.
  if (node.type === 'Literal' && typeof node.value === 'string') return expressionSyntax(node.value)
  return node.type === 'TemplateElement' ? expressionSyntax(node.value.raw) : null
}

function expressionSyntax(pattern: string): string | null {
  if (/\(\?<[!=]/.test(pattern)) return 'regular expression that looks behind'
  return /\(\?[ims]+(-[ims]+)?:/.test(pattern) ? 'regular expression with modifiers' : null
}

/** Returns the table name that a node uses; `null` when the node only tests for the feature or assigns a value to it. */
function nameOf({ node, parent, key }: Visit): string | null {
  const isFeatureTest = parent?.type === 'UnaryExpression' && parent.operator === 'typeof'
  if (isFeatureTest) return null
  if (node.type === 'Identifier') {
    const isName =
      (parent?.type === 'MemberExpression' && key === 'property' && !parent.computed) ||
      (key === 'key' && parent !== null && 'computed' in parent && !parent.computed)
    if (isName) return parent?.type === 'Property' && attributes.has(node.name) ? `${node.name}=` : null
    return newer_scripts.has(node.name) ? node.name : null
  }
  if (node.type === 'CallExpression') return calledName(node)
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return null
  if (parent?.type === 'AssignmentExpression' && key === 'left') return null
  if (parent?.type === 'CallExpression' && key === 'callee' && parent.optional) return null
  const { name } = node.property
  if (node.object.type === 'Identifier') {
    const ofGlobal = `${node.object.name}.${name}`
    if (newer_scripts.has(ofGlobal)) return ofGlobal
    if (/^(window|self|globalThis)$/.test(node.object.name) && newer_scripts.has(name)) return name
  }
  if (called_words.has(name)) return null
  return newer_scripts.has(`.${name}`) ? `.${name}` : null
}

function calledName({ callee, arguments: given, optional }: ESTree.CallExpression): string | null {
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return null
  const { name } = callee.property
  if (called_words.has(name) && !optional) return `.${name}`
  const attribute = name === 'setAttribute' ? textOf(given[0]) : null
  if (attribute !== null && attributes.has(attribute)) return `${attribute}=`
  const { object } = callee
  const isIterator =
    iterator_helpers.test(name) &&
    object.type === 'CallExpression' &&
    object.callee.type === 'MemberExpression' &&
    object.callee.property.type === 'Identifier' &&
    iterating.test(object.callee.property.name) &&
    !(object.callee.object.type === 'Identifier' && object.callee.object.name === 'Object')
  return isIterator ? `Iterator.${name}` : null
}

function textOf(node: ESTree.Node | undefined): string | null {
  if (node?.type === 'Literal') return String(node.value)
  return node?.type === 'TemplateLiteral' ? (node.quasis[0]?.value.raw ?? null) : null
}

const functions = [...newer_styles.keys()].filter((name) => name.endsWith('()'))
const selectors = [...newer_styles.keys()].filter((name) => name.startsWith(':'))
const media = [...newer_styles.keys()].filter((name) => /^@media [a-z]/.test(name))

/**
 * Returns the features that a style sheet uses without a fallback and at least one of the oldest supported browsers
 * lacks.
 */
export function newerInStyles(source: string): Use[] {
  const uses: Use[] = []
  const root = postcss.parse(source)
  const add = (name: string, text: string): number => uses.push({ name, text: text.slice(0, 160) })
  root.walkAtRules((rule) => {
    const text = `@${rule.name} ${rule.params}`
    if (newer_styles.has(`@${rule.name}`)) add(`@${rule.name}`, text)
    if (/^(media|container)$/.test(rule.name) && /[<>]/.test(rule.params)) add('@media <', text)
    for (const name of media) if (text.includes(name.replace('@media ', '('))) add(name, text)
  })
  root.walkRules((rule) => {
    if (isInSupports(rule)) return
    if (rule.parent?.type === 'rule' || /(^|[^\\])&/.test(rule.selector)) add('&', rule.selector)
    if (/:nth-(last-)?child\([^)]* of /.test(rule.selector)) add('of S', rule.selector)
    for (const name of selectors)
      if (new RegExp(`(^|[^:\\\\])${name}(?![\\w-])`).test(rule.selector)) add(name, rule.selector)
  })
  root.walkDecls((declaration) => {
    if (isInSupports(declaration)) return
    const text = declaration.parent?.toString() ?? ''
    for (const name of newerInDeclaration(declaration)) if (!hasFallback(declaration)) add(name, text)
  })
  return uses
}

/** Whether the node is inside `@supports`, for browsers that have the feature. */
function isInSupports(node: postcss.Node): boolean {
  for (let at: postcss.Node | undefined = node; at; at = at.parent)
    if (at.type === 'atrule' && (at as postcss.AtRule).name === 'supports') return true
  return false
}

function newerInDeclaration({ prop, value }: Declaration): string[] {
  const words = new Set(value.match(/(?<![\w.-])[a-z][a-z-]*/g))
  const units = new Set(
    [...value.matchAll(/\d([a-z]+)/g)].map(([, unit = '']) => unit.replace(/^([sld]v|cq)\w+$/, '$1')),
  )
  return [
    ...(newer_styles.has(prop) ? [prop] : []),
    ...[...words].map((word) => `${prop}: ${word}`).filter((name) => newer_styles.has(name)),
    ...[...words].filter((word) => word === 'revert-layer'),
    ...[...units].map((unit) => unit_names[unit] ?? unit).filter((unit) => newer_styles.has(unit)),
    ...functions.filter((name) => new RegExp(`(?<![\\w-])${name.replace('()', '\\(')}`).test(value)),
  ]
}

const unit_names: Readonly<Record<string, string>> = { sv: 'svh', lv: 'lvh', dv: 'dvh', cq: 'cqw' }

/** Whether the rule declares the same property before, with an older value or a vendor prefix. */
function hasFallback(declaration: Declaration): boolean {
  const { prop, parent } = declaration
  const before = parent?.nodes.slice(0, parent.nodes.indexOf(declaration)) ?? []
  return before.some(
    (one) =>
      one.type === 'decl' &&
      one.prop.replace(/^-(webkit|moz)-/, '') === prop &&
      (one.prop !== prop || newerInDeclaration(one).length === 0),
  )
}
