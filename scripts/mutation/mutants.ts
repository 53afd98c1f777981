import fs from 'node:fs'
import { parseAst } from 'vitest/node'

/** One small change of a source file: `text` replaces the characters from `start` to `end`. */
export interface Mutant {
  file: string
  line: number
  start: number
  end: number
  text: string
  was: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

const other_operator: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}

/** Guard calls. Without such a call, a handler allows what it should reject. */
const guard = /^(await )?(ensure|require|refuse|check)[A-Z(]/

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Returns every mutant of one file: within functions, another operator, a negated condition, a flipped boolean or
 * another number; with `guards`, a removed guard call; with `lists`, a changed entry in a list of texts, anywhere in
 * the file.
 */
export function mutantsOf(file: string, { guards = false, lists = false } = {}): Mutant[] {
  const source = fs.readFileSync(file, 'utf8')
  const found: Mutant[] = []
  const addMutant = (start: number, end: number, text: string): void => {
    const line = source.slice(0, start).split('\n').length
    found.push({ file, line, start, end, text, was: source.slice(start, end) })
  }
  const negate = (node: unknown): void => {
    if (isNode(node)) addMutant(node.start, node.end, `!(${source.slice(node.start, node.end)})`)
  }
  const visit = (node: Node, isInside: boolean): void => {
    if (/^(TS|Import)/.test(node.type) && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
    if (isInside) mutate(node)
    if (lists && node.type === 'ArrayExpression') shorten(node)
    const inside = isInside || /Function/.test(node.type)
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside)
  }
  const shorten = (node: Node): void => {
    const entries = (node.elements as unknown[]).filter(isNode)
    const texts = entries.filter((one) => one.type === 'Literal' && typeof one.value === 'string')
    if (texts.length < 2 || texts.length < entries.length) return
    const [first, second] = texts.map((one) => source.slice(one.start, one.end))
    // Replace each entry with another one, so that one is listed twice and one is missing.
    for (const one of texts)
      addMutant(one.start, one.end, (source.slice(one.start, one.end) === first ? second : first) ?? '')
  }
  const mutate = (node: Node): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') negate(node.test)
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      addMutant(node.start, node.end, String(!node.value))
    if (node.type === 'Literal' && typeof node.value === 'number')
      addMutant(node.start, node.end, String(node.value + 1))
    if (guards && node.type === 'ExpressionStatement' && guard.test(source.slice(node.start, node.end)))
      addMutant(node.start, node.end, ';')
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return
    const { left, right } = node
    const operator = String(node.operator)
    const other = other_operator[operator]
    if (!other || !isNode(left) || !isNode(right)) return
    // '+' also joins texts; changing that tests no rule.
    if (operator === '+' && /['"`]/.test(source.slice(node.start, node.end))) return
    const at = source.indexOf(operator, left.end)
    addMutant(at, at + operator.length, other)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false)
  return found
}
