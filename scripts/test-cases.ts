import fs from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/**
 * What a case does, directly or through the functions it calls: it drives a page or a part of one, or makes an API
 * call.
 */
export type TestAction = 'page' | 'call'

interface TestCase {
  /** The title of the case and those of its groups. */
  titles: readonly string[]
  does: ReadonlySet<TestAction>
}

/** A node of the syntax tree, reduced to what is needed here. */
interface Node {
  type: string
  [key: string]: unknown
}

/** Function and method names that occur only with a page or a part of one. */
const pageNames = new Set([
  'goto',
  'locator',
  'getByRole',
  'getByText',
  'getByLabel',
  'getByTitle',
  'getByAltText',
  'getByPlaceholder',
  'waitForURL',
  'createRoot',
  'renderToString',
  'renderToStaticMarkup',
  'show',
])
/** Function names that tests use to call the API. */
const callNames = new Set(['send', 'http', 'ask', 'answerTo', 'download', 'fetch', 'inject', 'dispatch'])
const caseNames = new Set(['it', 'test'])

/** A source file: its declarations by name, and its imports. */
interface Source {
  body: Node
  declared: ReadonlyMap<string, Node>
  /** Values assigned to variables by patterns and assignments, and the hooks that add to a list. */
  given: ReadonlyMap<string, readonly Node[]>
  imported: ReadonlyMap<string, { file: string; name: string }>
}

/** Parses test files and the test helpers that they import. */
export class TestFiles {
  readonly #root: string
  readonly #sources = new Map<string, Source>()
  readonly #names = new Map<Node, Set<string>>()

  constructor(root: string) {
    this.#root = root
  }

  /** Returns the cases of a test file; `file` is the path from the root. */
  casesOf(file: string): TestCase[] {
    const found: TestCase[] = []
    this.#cases(this.#source(file).body, file, [], found)
    return found
  }

  #cases(node: Node, file: string, titles: readonly string[], found: TestCase[]): void {
    const name = node.type === 'CallExpression' ? firstName(node.callee as Node) : null
    const [title, ...rest] = name === null ? [] : (node.arguments as Node[])
    const run = rest.find((one) => /Function/.test(one.type))
    if (name !== null && run && (caseNames.has(name) || name === 'describe')) {
      const all = [...titles, textOf(title)]
      if (name !== 'describe') {
        // The table of `it.each` may also cite requirement ids and make the calls.
        const does = new Set([...this.#deeds(run, file), ...this.#deeds(node.callee as Node, file)])
        found.push({ titles: [...all, ...this.#citing(node.callee as Node, file)], does })
      } else this.#cases(run, file, [...all, ...this.#citing(node.callee as Node, file)], found)
      return
    }
    for (const child of childrenOf(node)) this.#cases(child, file, titles, found)
  }

  /** Returns the texts that cite requirement ids in a table of cases, written inline or as a named constant. */
  #citing(table: Node, file: string): string[] {
    const named = [...this.#namesIn(table)].flatMap((name) => this.#meantBy(name, file))
    return [table, ...named.map(({ node }) => node)].flatMap(citingTexts)
  }

  /** Returns what a node does, including everything that it names. */
  #deeds(node: Node, file: string): Set<TestAction> {
    const does = new Set<TestAction>()
    const seen = new Set<Node>([node])
    const waiting = [{ node, file }]
    for (let next = waiting.pop(); next; next = waiting.pop())
      for (const name of this.#namesIn(next.node)) {
        if (pageNames.has(name)) does.add('page')
        if (callNames.has(name)) does.add('call')
        for (const one of this.#meantBy(name, next.file))
          if (!seen.has(one.node)) {
            seen.add(one.node)
            waiting.push(one)
          }
      }
    return does
  }

  /** Returns the nodes that a name in a file stands for. */
  #meantBy(name: string, file: string): { node: Node; file: string }[] {
    const { declared, given, imported } = this.#source(file)
    const own = [declared.get(name) ?? [], given.get(name) ?? []].flat().map((node) => ({ node, file }))
    const other = imported.get(name)
    const theirs = other && this.#source(other.file).declared.get(other.name)
    return theirs ? [...own, { node: theirs, file: other.file }] : own
  }

  #namesIn(node: Node): ReadonlySet<string> {
    const known = this.#names.get(node)
    if (known) return known
    const names = new Set<string>()
    const visit = (at: Node): void => {
      if (at.type === 'Identifier') names.add(at.name as string)
      for (const child of childrenOf(at)) visit(child)
    }
    visit(node)
    this.#names.set(node, names)
    return names
  }

  #source(file: string): Source {
    const known = this.#sources.get(file)
    if (known) return known
    const text = fs.readFileSync(path.join(this.#root, file), 'utf8')
    const body = parseSync(file, text).program as unknown as Node
    const declared = new Map<string, Node>()
    const imported = new Map<string, { file: string; name: string }>()
    const given = new Map<string, Node[]>()
    const give = (name: string, value: Node) => given.set(name, [...(given.get(name) ?? []), value])
    const visit = (node: Node, hook: Node | null = null): void => {
      if (node.type === 'AssignmentExpression')
        for (const name of namesIn(node.left as Node)) give(name, node.right as Node)
      const added = hook && addedTo(node)
      if (added) give(added, hook)
      if (node.type === 'FunctionDeclaration')
        declared.set((node.id as Node).name as string, node.body as Node)
      if (node.type === 'VariableDeclarator' && node.init) {
        const id = node.id as Node
        if (id.type === 'Identifier') declared.set(id.name as string, node.init as Node)
        else for (const name of namesIn(id)) give(name, node.init as Node)
      }
      if (node.type === 'ImportDeclaration') this.#readImport(node, file, imported)
      const isHook =
        node.type === 'CallExpression' && (firstName(node.callee as Node) ?? '').startsWith('before')
      for (const child of childrenOf(node)) visit(child, isHook ? node : hook)
    }
    visit(body)
    const source = { body, declared, given, imported }
    this.#sources.set(file, source)
    return source
  }

  /** Records imports of test helpers only, not of the product code under test. */
  #readImport(node: Node, from: string, imported: Map<string, { file: string; name: string }>): void {
    const target = (node.source as Node).value as string
    if (!target.startsWith('.')) return
    const file = path.join(path.dirname(from), target)
    if (!/^(tests|server\/dev\/test-kit|web\/src)\//.test(file) || !/\.tsx?$/.test(file)) return
    if (file.startsWith('web/src') && !/sample-page|render/.test(file)) return
    for (const one of node.specifiers as Node[])
      if (one.type === 'ImportSpecifier')
        imported.set((one.local as Node).name as string, {
          file,
          name: (one.imported as Node).name as string,
        })
  }
}

/** Returns the first name of a call: `it` of `it.each(table)('…')`. */
function firstName(node: Node): string | null {
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'MemberExpression') return firstName(node.object as Node)
  return node.type === 'CallExpression' ? firstName(node.callee as Node) : null
}

/** Returns the names in an assignment target, such as `[staff, owner]`. */
function namesIn(target: Node): string[] {
  if (target.type === 'Identifier') return [target.name as string]
  return /Pattern|Property|Rest/.test(target.type) ? childrenOf(target).flatMap(namesIn) : []
}

/** Returns the list that a call adds to: `asked` of `asked.push(…)`. */
function addedTo(node: Node): string | null {
  const callee = node.type === 'CallExpression' ? (node.callee as Node) : null
  if (callee?.type !== 'MemberExpression') return null
  const [list, method] = [callee.object as Node, callee.property as Node]
  return list.type === 'Identifier' && /^(push|set|add)$/.test(String(method.name))
    ? (list.name as string)
    : null
}

/** Returns the text of a title without its inserted values. */
function textOf(node: Node | undefined): string {
  if (node?.type === 'Literal') return String(node.value)
  if (node?.type !== 'TemplateLiteral') return ''
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(' ')
}

/** Returns the texts in a node that cite requirement ids, such as those of a table of cases. */
function citingTexts(node: Node): string[] {
  const own = textOf(node)
  const found = /\[[A-Z]+-\d{3}\]/.test(own) ? [own] : []
  return [...found, ...childrenOf(node).flatMap(citingTexts)]
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
