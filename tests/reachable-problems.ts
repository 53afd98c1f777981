import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/** A node of a syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** What a file declares, imports and exports under which name. */
interface Module {
  source: string
  declared: Map<string, Node>
  /** The file and the name there, of imports and of names that are exported from another place. */
  elsewhere: Map<string, readonly [file: string, name: string]>
  /** Files whose exports are all exported again. */
  all_of: string[]
}

/** A message with which a function rejects a call. */
export interface ProblemMessage {
  /** `file#function`. */
  place: string
  /** The expression of the message in the source. */
  message: string
}

/** Functions that create the error of a call; the position of the message among their arguments. */
const factories: Readonly<Record<string, number>> = {
  invalid: 0,
  wrongState: 0,
  unauthorised: 0,
  forbidden: 0,
  notFound: 0,
  conflict: 0,
  rateLimited: 0,
  Problem: 1,
}

const problem_file = path.join('domain', 'src', 'kit', 'problem.ts')
const expression_types = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])
const name_types = new Set(['ClassDeclaration', 'FunctionDeclaration'])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const nodesOf = (value: unknown): Node[] =>
  Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []
const textOf = (value: unknown, part: string): string => {
  const found = isNode(value) ? value[part] : ''
  return typeof found === 'string' ? found : ''
}

function targetOf(file: string, specifier: string): string | null {
  const shared = /^@waybill\/domain\/(.+)$/.exec(specifier)
  if (shared) return path.join('domain', 'src', `${shared[1]}.ts`)
  return specifier.startsWith('.') ? path.join(path.dirname(file), specifier) : null
}

function readModule(root: string, file: string): Module {
  const source = fs.readFileSync(path.join(root, file), 'utf8')
  const read: Module = { source, declared: new Map(), elsewhere: new Map(), all_of: [] }
  const declare = (node: Node): void => {
    if (name_types.has(node.type)) read.declared.set(textOf(node.id, 'name'), node)
    for (const one of node.type === 'VariableDeclaration' ? nodesOf(node.declarations) : [])
      read.declared.set(textOf(one.id, 'name'), one)
  }
  for (const node of nodesOf(parseSync(file, source, {}).program.body)) {
    const target = isNode(node.source) ? targetOf(file, textOf(node.source, 'value')) : null
    if (node.type === 'ExportAllDeclaration' && target) read.all_of.push(target)
    else if (nodesOf(node.specifiers).length > 0)
      for (const one of nodesOf(node.specifiers)) {
        const [own, other] = node.type === 'ImportDeclaration' ? ['local', 'imported'] : ['exported', 'local']
        const from = isNode(node.source) ? target : file
        // A name that is exported as it is in this file has no other place.
        const isOwn = from === file && textOf(one.local, 'name') === textOf(one.exported, 'name')
        if (from && !isOwn)
          read.elsewhere.set(textOf(one[own ?? ''], 'name'), [from, textOf(one[other ?? ''], 'name')])
      }
    else if (isNode(node.declaration)) declare(node.declaration)
    else declare(node)
  }
  return read
}

/** The names that a piece of code uses, and the messages of the errors that it creates. */
function usesOf(root: Node): { names: Set<string>; messages: Node[] } {
  const names = new Set<string>()
  const messages: Node[] = []
  const visit = (node: Node): void => {
    if (node.type.startsWith('TS') && !expression_types.has(node.type)) return
    if (node.type === 'Identifier') names.add(textOf(node, 'name'))
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const [message] = nodesOf(node.arguments).slice(factories[textOf(node.callee, 'name')] ?? Infinity)
      if (message) messages.push(message)
    }
    // The name of a member or of a field is no use of a variable of that name.
    const isPlain = (node.type === 'MemberExpression' || node.type === 'Property') && node.computed !== true
    const skipped = isPlain ? (node.type === 'Property' ? 'key' : 'property') : ''
    for (const [part, value] of Object.entries(node)) if (part !== skipped) nodesOf(value).forEach(visit)
  }
  visit(root)
  return { names, messages }
}

/**
 * Returns the messages of all errors that functions create, with the functions that they use, and so on. Calls through
 * ports and events are not followed. `starts` are functions, each with its file.
 */
export function reachableProblems(
  root: string,
  starts: readonly (readonly [file: string, name: string])[],
): ProblemMessage[] {
  const modules = new Map<string, Module>()
  const moduleOf = (file: string): Module => {
    const known = modules.get(file) ?? readModule(root, file)
    modules.set(file, known)
    return known
  }
  const declarationOf = (file: string, name: string): readonly [string, Node] | null => {
    const { declared, elsewhere, all_of } = moduleOf(file)
    const own = declared.get(name)
    if (own) return [file, own]
    const other = elsewhere.get(name)
    if (other) return declarationOf(...other)
    for (const target of all_of) {
      const found = declarationOf(target, name)
      if (found) return found
    }
    return null
  }
  const visited = new Set<Node>()
  const found: ProblemMessage[] = []
  const waiting = [...starts]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [file, declaration] = declarationOf(...next) ?? []
    if (file === undefined || !declaration || file === problem_file || visited.has(declaration)) continue
    visited.add(declaration)
    const { source, declared, elsewhere } = moduleOf(file)
    const { names, messages } = usesOf(declaration)
    for (const { start, end } of messages)
      found.push({ place: `${file}#${textOf(declaration.id, 'name')}`, message: source.slice(start, end) })
    for (const name of names) if (declared.has(name) || elsewhere.has(name)) waiting.push([file, name])
  }
  return found
}
