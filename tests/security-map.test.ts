import fs from 'node:fs'
import path from 'node:path'
import { folder_rules, file_kinds, max_pixels } from '../domain/src/files/kinds.ts'
import {
  attempts_reset_ms,
  free_attempts,
  max_wait_s,
  tries_per_address,
} from '../domain/src/identity/sign-in/guess-limits.ts'
import { identityApi } from '../domain/src/identity/api.ts'
import { checkPassword, max_password_length } from '../domain/src/identity/sign-in/passwords.ts'
import {
  absoluteMs,
  idle_ms,
  session_kinds,
  token_lifetimes,
} from '../domain/src/identity/sign-in/sessions.ts'
import { password_min_length } from '../domain/src/identity/settings.ts'
import { challenge, recovery } from '../domain/src/identity/sign-in/two-factor.ts'
import { describe, expect, it } from 'vitest'
import levels from './security-levels.json' with { type: 'json' }

const root = path.join(import.meta.dirname, '..')
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const page = read('docs/audit/security.md')
/** The page as one line, so that sentences are found across line breaks, and table cells without padding. */
const flowing = page.replaceAll(/\s+/g, ' ')

const states = ['held', 'held, no test of its own', 'not applicable', 'open'] as const
type State = (typeof states)[number]

const issues = [
  'What is shown works',
  'A house a stranger can move into',
  'Close to the limit',
  'The operations day',
  'Month-end closes itself',
]

interface Row {
  id: string
  level: number
  gist: string
  state: string
  why: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

const rows: readonly Row[] = page
  .split('\n')
  .filter((line) => /^\| V\d+\.\d/.test(line))
  .map((line) => {
    const [id = '', level = '', gist = '', state = '', why = ''] = cellsOf(line)
    return { id, level: Number(level), gist, state, why }
  })

const citations = (why: string): { file: string; title: string }[] =>
  [...why.matchAll(/`([^`]+\.test\.ts)` › “([^”]+)”/g)].map(([, file = '', title = '']) => ({ file, title }))

const sourcesUnder = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name).split(path.sep).join('/')),
  )
const all_files = sourcesUnder('domain/src', 'server/src', 'server/tests', 'web/src', 'tests')
/** The source files of the product, without tests. */
const program = all_files.filter(
  (file) => /^(domain|server|web)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)
/** Returns the source files that match a pattern. */
const filesWith = (pattern: RegExp, files: readonly string[] = program): string[] =>
  files.filter((file) => pattern.test(read(file)))

describe('map of security requirements', () => {
  it('lists each requirement of levels 1 and 2 once, in order, with its level', () => {
    expect(rows.map(({ id, level }) => [id, level])).toEqual(Object.entries(levels))
    expect(rows).toHaveLength(253)
  })

  it('gives each requirement a summary, a valid state and a reason', () => {
    const wrong = rows.filter(
      ({ gist, state, why }) => !states.includes(state as State) || gist === '' || why === '',
    )
    expect(wrong).toEqual([])
  })

  it('cites for every held requirement a test title that exists in its file', () => {
    const wrong = rows.flatMap(({ id, state, why }) => {
      const cited = citations(why)
      if (state === 'held' && cited.length === 0) return [`${id} cites no test`]
      return cited.flatMap(({ file, title }) => {
        if (!fs.existsSync(path.join(root, file))) return [`${id}: ${file} is not there`]
        const inSource = [title, title.replaceAll("'", String.raw`\'`)]
        return inSource.some((one) => read(file).includes(one)) ? [] : [`${id}: ${file} has no “${title}”`]
      })
    })
    expect(wrong).toEqual([])
  })

  it('mentions only existing test files', () => {
    const mentioned = [...page.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)
    expect(mentioned.length).toBeGreaterThan(100)
    expect(mentioned.filter((file) => !all_files.some((one) => one.endsWith(file)))).toEqual([])
  })

  it('names for every open requirement the issue that will cover it', () => {
    const vague = rows.filter(
      ({ state, why }) =>
        state === 'open' &&
        !why.includes('not planned yet') &&
        !issues.some((issue) => why.includes(`“${issue}”`)),
    )
    expect(vague.map(({ id }) => id)).toEqual([])
  })

  it('has correct totals by chapter and overall, and lists the requirements without a test of their own', () => {
    const summed = (of: readonly Row[]) => {
      const count = (...wanted: State[]) => of.filter(({ state }) => wanted.includes(state as State)).length
      return [
        count('held', 'held, no test of its own'),
        count('held, no test of its own'),
        count('not applicable'),
        count('open'),
        of.length,
      ]
    }
    const chapters = [...new Set(rows.map(({ id }) => id.split('.')[0] ?? ''))]
    const expected = [
      ...chapters.map((chapter) => [
        chapter,
        ...summed(rows.filter(({ id }) => id.startsWith(`${chapter}.`))),
      ]),
      ['Total', ...summed(rows)],
    ]
    const written = page
      .split('\n')
      .filter((line) => /^\| (V\d+ |Total )/.test(line))
      .map(cellsOf)
      .map(([name = '', ...numbers]) => [name.split(' ')[0], ...numbers.map(Number)])
    expect(written).toEqual(expected)
    const bare = rows.filter(({ state }) => state === 'held, no test of its own').map(({ id }) => id)
    const listed = /## Held without a test of its own\n\n([^#]*)/.exec(page)?.[1] ?? ''
    expect([...listed.matchAll(/V[\d.]+\d/g)].map(([id]) => id)).toEqual(bare)
  })
})

describe('facts on the security page', () => {
  it('match the sign-in limits in the code', () => {
    const { min: shortest = 0 } = password_min_length.control as { min?: number }
    for (const fact of [
      `${free_attempts} tries cost no waiting; then 1, 2, 4 … up to ${max_wait_s} seconds`,
      `An address has ${tries_per_address} tries that fail in an hour`,
      `${challenge.tries} tries at a sign-in, ${challenge.tries_per_hour} an hour, within ${challenge.minutes} minutes`,
      `${recovery.codes} recovery codes of ${recovery.length} characters`,
      `have ${shortest} to ${max_password_length} characters`,
    ])
      expect(flowing).toContain(fact)
    expect(attempts_reset_ms).toBe(3_600_000)
    expect(max_password_length).toBeGreaterThanOrEqual(64)
  })

  it('name the words that passwords may not be', () => {
    expect(flowing).toContain(
      'may not be the name, the e-mail address, the part of it before the @, or the username of their owner, nor the name of the company',
    )
    const owner = {
      name: 'Naledi Dlamini',
      email: 'n.dlamini@example.com',
      username: 'naledi.dlamini',
      provider: 'Fynbos Couriers',
    }
    const words = [...Object.values(owner), 'n.dlamini']
    expect(words.filter((word) => checkPassword(word, 8, owner) === true)).toEqual([])
    expect(checkPassword('something else', 8, owner)).toBe(true)
  })

  it('name every way to sign in', () => {
    expect(filesWith(/\bopenSession\(/).toSorted()).toEqual([
      'server/src/identity/registration/register.ts',
      'server/src/identity/sessions-and-keys/sessions.ts',
      'server/src/identity/sign-in/sign-in.ts',
    ])
    const methods = {
      email: 'e-mail address or username and password',
      password: 'e-mail address or username and password',
      passkey: 'passkey',
      two_factor_auth_passcode: 'passcode of an app, recovery code, passkey beside it',
      social_credentials: 'Google, where a company switches it on',
      registration: 'code of a registration',
      verification_code: 'link of a reset (30 minutes) or of an invitation (7 days)',
    }
    const taken = Object.keys(identityApi.login.input.shape).filter((name) => name !== 'known_device')
    expect(taken.toSorted()).toEqual(Object.keys(methods).toSorted())
    for (const method of Object.values(methods)) expect(flowing).toContain(`| ${method} |`)
  })

  it('match the session lifetimes in the code', () => {
    const hourMs = 3_600_000
    const words = (ms: number): string =>
      ms < 48 * hourMs ? `${ms / hourMs} hours` : `${ms / (24 * hourMs)} days`
    const either = (first: string, second = ''): string =>
      second === '' ? first : `${first.split(' ')[0]} or ${second}`
    for (const kind of session_kinds) {
      const longest = [...new Set(token_lifetimes.map((life) => words(absoluteMs(kind, life))))]
      expect(flowing).toContain(`| ${kind} | ${words(idle_ms[kind])} | ${either(...(longest as [string]))} |`)
    }
  })

  it('match the accepted file kinds in the code', () => {
    for (const [kind, { type, max_mb }] of Object.entries(file_kinds))
      expect(flowing).toContain(`| ${kind} | ${type} | ${max_mb} MB |`)
    for (const [folder, { takes }] of Object.entries(folder_rules))
      expect(flowing).toContain(`| ${folder} | ${takes.join(', ')} |`.replace('|  |', '| |'))
    expect(flowing).toContain(`${max_pixels.toLocaleString('en-US')} pixels`)
  })

  it('list every encrypted or hashed column', () => {
    const columns = [
      ...read('server/src/kit/tables.ts').matchAll(/export interface (\w+)Table \{([^}]*)\}/g),
    ].flatMap(([, table = '', body = '']) => {
      const name = table.replaceAll(/\B[A-Z]/g, '_$&').toLowerCase()
      return [...body.matchAll(/^ {2}(\w*(?:_sealed|_hashed|_hash|digest)):/gm)].map(
        ([, column = '']) => `${name}.${column}`,
      )
    })
    expect(columns.length).toBeGreaterThan(25)
    expect(columns.filter((column) => !page.includes(`\`${column}\``))).toEqual([])
  })
})

describe('source code', () => {
  it('uses no eval, and writes markup as text in the listed file only', () => {
    expect(filesWith(/\beval\(|\bnew Function\b/)).toEqual([])
    // The preview of the widget, in a sandbox whose policy runs nothing in the markup.
    expect(
      filesWith(/innerHTML|dangerouslySetInnerHTML|insertAdjacentHTML|document\.write|srcdoc=/i),
    ).toEqual(['server/src/tracking/widget.ts'])
  })

  it('starts programs in two listed files only', () => {
    expect(filesWith(/child_process/).toSorted()).toEqual([
      'server/src/main/run.ts',
      'server/src/ops/backup/programs.ts',
    ])
    expect(filesWith(/shell: true|\bexecSync\b/)).toEqual([])
  })

  it('creates patterns with new RegExp in the listed files only', () => {
    expect(filesWith(/new RegExp\(/).toSorted()).toEqual([
      'domain/src/drivers/hidden-numbers.ts',
      'domain/src/kit/uuid.ts',
      'domain/src/payments/imported-payment.ts',
      'domain/src/platform-admin/provider-rules.ts',
      'domain/src/rates/formulas/build-expression.ts',
      'domain/src/shipments/self-service.ts',
      'server/src/integrations/mask.ts',
      'server/src/kit/sealer.ts',
    ])
  })

  it('uses Math.random outside the web app in the listed file only', () => {
    // Spreads waiting times.
    expect(
      filesWith(
        /Math\.random/,
        program.filter((file) => !file.startsWith('web/')),
      ),
    ).toEqual(['server/src/jobs/outbox.ts'])
  })

  it('uses one cipher, and weak digests in the listed files only', () => {
    const ciphers = program.flatMap((file) =>
      [...read(file).matchAll(/create(?:C|Dec)ipheriv\(\s*'([^']+)'/g)].map(([, name]) => name),
    )
    expect(new Set(ciphers)).toEqual(new Set(['aes-256-gcm']))
    expect(filesWith(/createHash\('(?!sha256')|createHmac\('(?!sha256')/).toSorted()).toEqual([
      // A published fingerprint of an address.
      'server/src/accounts/address-store.ts',
      // RFC 6238.
      'server/src/identity/second-factor/totp.ts',
      // Required by the protocols of these services.
      'server/src/integrations/adapters/parcel-perfect.ts',
      // Names of prepared statements.
      'server/src/kit/db.ts',
      'server/src/payments/gateways/digests.ts',
    ])
  })

  it('disables neither certificate checks nor strict HTTP parsing', () => {
    expect(
      filesWith(/rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity|insecureHTTPParser/),
    ).toEqual([])
  })
})
