import fs from 'node:fs'
import path from 'node:path'
import { createVitest, parseAst, type Vitest } from 'vitest/node'

/**
 * `npm run mutate [-- <module> …] [-- --all]`: changes the rules of the domain one small step at a time and runs the tests
 * of their module. A change that no test notices is listed as a survivor. Without `--all` a fixed sample of each module is
 * tried, the same for the same code. Fails when fewer are noticed than `floor` says.
 */
const modules = ['shipments', 'rates', 'billing', 'payments', 'hub', 'identity', 'settings']
/** Percent of the changes of each module that tests must notice. */
const floor = 85
const sample_size = 60

const root = path.join(import.meta.dirname, '..')
/** Declarations: what they say is asked by the tests of what reads them. */
const declaring = /(^|\/)(api|[a-z-]+-api|settings|live-settings|model|events|catalogue|sections)\.ts$/

interface Mutant {
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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Every change of one file, within its functions. */
function mutantsOf(file: string): Mutant[] {
  const source = fs.readFileSync(file, 'utf8')
  const found: Mutant[] = []
  const say = (start: number, end: number, text: string): void => {
    const line = source.slice(0, start).split('\n').length
    found.push({ file, line, start, end, text, was: source.slice(start, end) })
  }
  const negate = (node: unknown): void => {
    if (isNode(node)) say(node.start, node.end, `!(${source.slice(node.start, node.end)})`)
  }
  const visit = (node: Node, is_inside: boolean): void => {
    if (/^(TS|Import)/.test(node.type) && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
    if (is_inside) mutate(node)
    const inside = is_inside || /Function/.test(node.type)
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, inside)
  }
  const mutate = (node: Node): void => {
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') negate(node.test)
    if (node.type === 'Literal' && typeof node.value === 'boolean')
      say(node.start, node.end, String(!node.value))
    if (node.type === 'Literal' && typeof node.value === 'number')
      say(node.start, node.end, String(node.value + 1))
    if (node.type !== 'BinaryExpression' && node.type !== 'LogicalExpression') return
    const { left, right } = node
    const operator = String(node.operator)
    const other = other_operator[operator]
    if (!other || !isNode(left) || !isNode(right)) return
    // Texts are put together with '+' too: taking them apart is no rule.
    if (operator === '+' && /['"`]/.test(source.slice(node.start, node.end))) return
    const at = source.indexOf(operator, left.end)
    say(at, at + operator.length, other)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node, false)
  return found
}

/** The same part of a list each time: every so many of them. */
function sampled<One>(all: readonly One[], size: number): One[] {
  const step = Math.max(1, all.length / size)
  return Array.from({ length: Math.min(size, all.length) }, (_, at) => all[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  )
}

let changed: Mutant | null = null

async function open(name: string): Promise<Vitest> {
  return createVitest(
    'test',
    {
      config: false,
      root,
      include: [`domain/src/${name}/**/*.test.ts`],
      watch: false,
      pool: 'threads',
      bail: 1,
      reporters: [{}],
      fsModuleCache: false,
      testTimeout: 10_000,
    },
    {
      plugins: [
        {
          name: 'mutate',
          enforce: 'pre',
          transform: (code, id) => {
            if (!changed || id.split('?')[0] !== changed.file) return null
            const source = fs.readFileSync(changed.file, 'utf8')
            return source.slice(0, changed.start) + changed.text + source.slice(changed.end)
          },
        },
      ],
    },
  )
}

async function tryModule(name: string, is_whole: boolean): Promise<{ tried: number; survivors: Mutant[] }> {
  const folder = path.join(root, 'domain/src', name)
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((one) => one.endsWith('.ts') && !one.endsWith('.test.ts') && !declaring.test(one))
    .map((one) => path.join(folder, one))
    .toSorted()
  const all = files.flatMap(mutantsOf)
  const chosen = is_whole ? all : sampled(all, sample_size)
  const vitest = await open(name)
  try {
    const specifications = await vitest.globTestSpecifications()
    const passes = async (): Promise<boolean> => {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications, false)
      return unhandledErrors.length === 0 && testModules.every((one) => one.ok())
    }
    if (!(await passes())) throw new Error(`The tests of ${name} fail without a change.`)
    const survivors: Mutant[] = []
    for (const mutant of chosen) {
      changed = mutant
      vitest.invalidateFile(mutant.file)
      if (await passes()) survivors.push(mutant)
      changed = null
      vitest.invalidateFile(mutant.file)
    }
    return { tried: chosen.length, survivors }
  } finally {
    await vitest.close()
  }
}

const asked = process.argv.slice(2).filter((one) => !one.startsWith('-'))
let is_low = false
for (const name of asked.length > 0 ? asked : modules) {
  const start = performance.now()
  const { tried, survivors } = await tryModule(name, process.argv.includes('--all'))
  const share = tried === 0 ? 100 : Math.floor(((tried - survivors.length) / tried) * 100)
  is_low ||= share < floor
  const seconds = Math.round((performance.now() - start) / 1000)
  console.log(`${name}: ${share} % of ${tried} changes noticed (${seconds} s)`)
  for (const { file, line, was, text } of survivors)
    console.log(`  ${path.relative(root, file)}:${line}  ${was}  →  ${text}`)
}
if (is_low) {
  console.log(`Fewer than ${floor} % were noticed.`)
  process.exitCode = 1
}
