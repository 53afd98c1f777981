import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isUuid } from '@waybill/domain/kit/uuid'
import { reference_alphabet } from '@waybill/domain/shipments/labels/references'
import { pgProgram } from '../postgres.ts'
import type { Request } from './http-load.ts'

/**
 * Random letters of a new reference. They come from the product's alphabet, because the letters decide which parts of
 * the search index are written; the reference is two letters longer to make duplicates unlikely.
 */
const letters = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7', 'r8']

const drawn = (alphabet: string) =>
  letters.map((letter) => `substr('${alphabet}', :${letter}, 1)`).join(' || ')

interface Recorded {
  text: string
  /** The id in the first result row, for statements whose id later statements use. */
  first: string | null
}

/**
 * Runs the SQL of one HTTP request with pgbench. A server in a separate process records the statements; the account,
 * the reference, the scanned shipment and the new ids become variables. pgbench repeats the statements in simple and
 * prepared mode, with four and eight clients; the best result counts.
 */
export class Recorder {
  readonly #env: NodeJS.ProcessEnv
  readonly #setup: { first_account: number; accounts: number }
  readonly #shipments: number

  constructor(env: NodeJS.ProcessEnv, setup: { first_account: number; accounts: number }, shipments: number) {
    this.#env = env
    this.#setup = setup
    this.#shipments = shipments
  }

  /** Returns the transactions per second of the request's statements; `null` when the request runs none. */
  pgbench(name: string, example: Request, databaseUrl: string, seconds: number): number | null {
    const output = execFileSync(
      process.execPath,
      [path.join(import.meta.dirname, 'record.ts'), JSON.stringify(example)],
      { env: this.#env, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e8 },
    )
    const recorded = JSON.parse(output.toString().trim().split('\n').at(-1) ?? '[]') as Recorded[]
    if (recorded.length === 0) return null
    const file = path.join(os.tmpdir(), `waybill-bench-${name.replace(/\W+/g, '-')}.sql`)
    let best = 0
    const scanned = /L0*(\d+)\/1/.exec(JSON.stringify(example.body ?? null))?.[1]
    for (const [mode, script] of [
      ['simple', this.#script(recorded, ' \\;', scanned)],
      ['prepared', this.#script(recorded, ';', scanned)],
    ] as const)
      for (const clients of [4, 8]) {
        fs.writeFileSync(file, script)
        const result = execFileSync(
          pgProgram('pgbench') ?? 'pgbench',
          [
            '-n',
            '-M',
            mode,
            '-c',
            String(clients),
            '-j',
            '2',
            '-T',
            String(seconds),
            '-f',
            file,
            databaseUrl,
          ],
          { stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 },
        ).toString()
        best = Math.max(best, Number(/tps = ([\d.]+)/.exec(result)?.[1] ?? 0))
      }
    return best
  }

  #script(recorded: readonly Recorded[], joint: string, scanned: string | undefined): string {
    const { first_account, accounts } = this.#setup
    const lines = [
      '\\set acc random(0, ' + (accounts - 1) + ')',
      '\\set acc :acc + ' + first_account,
      '\\set n random(1, ' + Math.floor((this.#shipments - 20) / 10) + ')',
      '\\set n :n * 10 + 3',
      ...letters.map((letter) => `\\set ${letter} random(1, ${reference_alphabet.length})`),
    ]
    const renames: Rename[] = [
      [/NEWREF/g, drawn(reference_alphabet)],
      [/newref/g, drawn(reference_alphabet.toLowerCase())],
      [/L\d{8}/g, "'L' || lpad((:n)::text, 8, '0')"],
      [
        new RegExp(
          `\\b(${Array.from({ length: accounts }, (_, index) => first_account + index).join('|')})\\b`,
          'g',
        ),
        ':acc',
      ],
    ]
    if (scanned) renames.push([new RegExp(`\\b${scanned}\\b`, 'g'), ':n'])
    const named = new Set<string>()
    for (const { text, first } of recorded) {
      const statement = renamed(text.replace(/\s+/g, ' '), renames).replaceAll('; SET', `${joint} SET`)
      const namesId =
        first !== null &&
        Number(first) > this.#shipments &&
        /INTO billing_transaction|select "s"."id" from "s"/.test(text) &&
        !named.has(first)
      if (namesId && first) {
        const name = `id${named.size}`
        named.add(first)
        renames.push([new RegExp(`\\b${first}\\b`, 'g'), `:${name}_id`])
        lines.push(`${statement} \\gset ${name}_`)
      } else lines.push(`${statement};`)
    }
    return lines.join('\n')
  }
}

type Rename = [pattern: RegExp, expression: string]

/** Replaces recorded values with expressions; inside text literals by concatenation. */
function renamed(statement: string, renames: readonly Rename[]): string {
  return statement
    .split(/('(?:[^']|'')*')/)
    .map((text, index) => {
      const inLiteral = index % 2 === 1
      // pgbench would read `:null` inside JSON as one of its variables.
      const part = inLiteral ? text.replace(/:(?=[A-Za-z_])/g, ': ') : text
      // Links and scans contain UUIDs that must be unique per row.
      if (inLiteral && isUuid(part.slice(1, -1))) return 'gen_random_uuid()'
      const whole = inLiteral ? renames.find(([pattern]) => part.replace(pattern, '') === "''") : undefined
      if (whole) return `(${whole[1]})`
      const replaced = renames.reduce(
        (text, [pattern, expression]) =>
          text.replace(pattern, inLiteral ? `' || (${expression}) || '` : `(${expression})`),
        part,
      )
      if (!inLiteral || replaced === part) return replaced
      return /^'\{[\d,]*\}'$/.test(part) ? `(${replaced})::bigint[]` : `(${replaced})`
    })
    .join('')
}
