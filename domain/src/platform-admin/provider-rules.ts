import { hostOf } from '../kit/environment.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'

/** Status of a company, which decides whether and how it is served (ADMIN-002, ADMIN-003). */
export const provider_statuses = ['active', 'overdue', 'suspended', 'closed'] as const
export type ProviderStatus = (typeof provider_statuses)[number]

/** What each status means for the company's users. */
export const status_meanings: Readonly<Record<ProviderStatus, string>> = {
  active: 'Everything works.',
  overdue: 'Everything works; its staff see a banner with the overdue invoices.',
  suspended: 'All users of this company see the maintenance page.',
  closed: 'Its host names do not open the company, and nobody can log in.',
}

const max_origins = 10

/** Normalises a typed host name for storage, without `https://`, `www.`, port and path. */
export function plainHost(typed: string): string {
  return hostOf(
    typed
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/.*$/, ''),
  )
}

/** Returns the problems of a company's host names. */
export function checkOrigins(origins: readonly string[], field = 'origins'): FieldProblem[] {
  const problem = (message: string): FieldProblem[] => [{ field, message }]
  if (origins.length === 0)
    return problem('Enter at least one host name. Users need it to reach the company.')
  if (origins.length > max_origins) return problem(`Enter at most ${max_origins} host names.`)
  const wrong = origins.find((host) => !isHost(host))
  if (wrong !== undefined)
    return problem(`${wrong || 'An empty line'} is not a host name. Enter one such as portal.courier.co.za.`)
  if (new Set(origins).size < origins.length) return problem('Enter each host name once.')
  return []
}

function isHost(host: string): boolean {
  const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
  return host.length <= 253 && new RegExp(`^${label}(\\.${label})*$`).test(host)
}

/** Whether `text` is a valid theme colour (`#` and six hexadecimal digits); an empty text means the default colour. */
export function isColour(text: string): boolean {
  return text === '' || /^#[0-9a-f]{6}$/i.test(text)
}

export interface NewProviderFields {
  name: string
  origins: readonly string[]
  provider_title: string
  theme_primary: string
  theme_nav_bg: string
  admin_name: string
  admin_email: string
  branch_name: string
  branch_public_name: string
}

const needed = {
  name: 'Enter the name of the company.',
  provider_title: 'Enter the name people see.',
  admin_name: 'Enter the name of the first administrator.',
  admin_email: 'Enter the e-mail address of the first administrator.',
  branch_name: 'Enter the code of the first branch.',
} as const
const fieldsOf = (of: typeof needed) => Object.keys(of) as (keyof typeof needed)[]

/** Returns the problems of a new company: missing fields first, then host names, colours and the e-mail address. */
export function checkNewProvider(about: NewProviderFields): FieldProblem[] {
  const missing = (field: keyof typeof needed) => about[field].trim() === ''
  return [
    ...fieldsOf(needed)
      .filter(missing)
      .map((field) => ({ field, message: needed[field] })),
    ...checkOrigins(about.origins),
    ...(['theme_primary', 'theme_nav_bg'] as const)
      .filter((field) => !isColour(about[field]))
      .map((field) => ({ field, message: 'Enter a colour such as #157F3B, or nothing.' })),
    ...(!missing('admin_email') && !isOneEmail(about.admin_email)
      ? [{ field: 'admin_email', message: 'Email address is not valid.' }]
      : []),
  ]
}

/**
 * Checks whether a company may get a status. The actor's own company and the default company cannot be suspended or
 * closed, because the installation must stay reachable.
 */
export function mayTakeStatus(
  company: { id: number; name: string; is_default: boolean },
  status: ProviderStatus,
  ownProviderId: number,
): RuleResult {
  if (status !== 'suspended' && status !== 'closed') return true
  if (company.id === ownProviderId)
    return wrongState(`${company.name} is your own company: it cannot be ${status}.`)
  return company.is_default
    ? wrongState(`${company.name} is the default company for all other host names: it cannot be ${status}.`)
    : true
}

/**
 * Returns the problems of the invoices that the overdue banner lists: an overdue company needs at least one
 * (SHELL-035).
 */
export function checkOverdue(status: ProviderStatus, invoices: readonly string[]): FieldProblem[] {
  return status === 'overdue' && invoices.length === 0
    ? [{ field: 'overdue_invoices', message: 'Enter the overdue invoices: the banner lists them.' }]
    : []
}
