import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

const tests = ['domain/src', 'server/src', 'server/dev', 'server/tests', 'web/src', 'tests'].flatMap(
  (folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
)

/** Patterns that make a test depend on the speed of the machine, the time of day or other tests. */
const rules: readonly { never: string; pattern: RegExp; in?: RegExp; except?: RegExp }[] = [
  { never: 'waits until the network is quiet', pattern: /networkidle/ },
  {
    never: 'waits for a length of time',
    pattern: /waitForTimeout|timers\/promises|await new Promise\([^\n]*setTimeout/,
  },
  {
    never: 'asserts how long something took',
    pattern: /expect\([^\n]*performance\.now\(\)/,
    except: /^server\/src\/identity\/sign-in\/timing\.test\.ts$/,
  },
  {
    never: 'reads the clock of the machine beside the clock of the product',
    pattern: /^(?!.*evaluate\().*(new Date\(\)|Date\.now\(\))/,
    in: /^tests\/(e2e|pages)\//,
  },
  {
    never: 'goes another way when something happens to be visible',
    pattern: /(if|while) \([^\n]*isVisible\(\)|isVisible\(\)[^\n]* \? /,
  },
  { never: 'runs beside other cases of its file', pattern: /\.concurrent/, in: /^tests\/|browser\.test/ },
  {
    never: 'listens on a port of its choice',
    pattern: /api_port: [1-9]|PORT: '[1-9]|\.listen\([1-9]|start\w*\([1-9]\d{3}/,
  },
  {
    never: 'leaves out the seed of property tests, which domain and server tests set',
    pattern: /from 'fast-check'/,
    except: /^(domain|server)\/src\//,
  },
]

it.each(rules)('no test $never', ({ pattern, in: within = /./, except = /^$/ }) => {
  const found = tests
    .filter((file) => within.test(file) && !except.test(file) && file !== 'tests/test-rules.test.ts')
    .flatMap((file) => {
      const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
      return lines.flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      )
    })
  expect(found).toEqual([])
})
