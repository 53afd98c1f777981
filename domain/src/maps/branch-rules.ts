import type { AddressParts } from '../accounts/address.ts'
import { branchLimit, isOffice, type Actor } from '../kit/actor.ts'
import { isOneEmail } from '../kit/contacts/email.ts'
import { isPhone, phoneSentence } from '../kit/contacts/phone-number.ts'
import { forbidden, invalid, wrongState, type FieldProblem } from '../kit/problem.ts'
import type { RuleResult } from '../kit/rule-result.ts'
import { week_days, type WeekHours } from '../kit/dates/week-hours.ts'

/** The editable fields of a branch (ACC-024). */
export interface BranchDetails {
  /** The short code that staff see and labels print. */
  name: string
  /** The name that customers see. */
  public_name: string
  /** `null` when no address has been entered. */
  address: AddressParts | null
  contact_name: string
  phone: string
  email: string
  bays: readonly string[]
  working_hours: WeekHours | null
  is_active: boolean
}

/** Up to 10 characters, so that the code fits on a label and on a scanner's screen. */
const code_form = /^[\p{L}\d][\p{L}\d-]{0,9}$/u
const max_bay_length = 20
const max_bays = 200

/** Returns the validation problems of a branch, in the order of the form fields. */
export function checkBranch(branch: BranchDetails): FieldProblem[] {
  const problems: FieldProblem[] = []
  const wrong = (field: keyof BranchDetails, message: string) => problems.push({ field, message })
  if (!code_form.test(branch.name))
    wrong('name', 'Enter a branch code of up to 10 letters, digits and hyphens, such as JHB.')
  if (branch.public_name.trim() === '') wrong('public_name', 'Enter the name that customers see.')
  if (branch.address?.local_area === '' && branch.address.city === '')
    wrong('address', 'The address needs at least a suburb or a city.')
  if (branch.phone !== '' && !isPhone(branch.phone)) wrong('phone', phoneSentence())
  if (branch.email !== '' && !isOneEmail(branch.email))
    wrong('email', `${branch.email} is not an email address.`)
  const bay = wrongBay(branch.bays)
  if (bay !== null) wrong('bays', bay)
  const late = week_days.find(([day]) => {
    const hours = branch.working_hours?.[day]
    return hours && hours.open >= hours.close
  })
  if (late) wrong('working_hours', `${late[1]} closes before it opens.`)
  return problems
}

function wrongBay(bays: readonly string[]): string | null {
  if (bays.length > max_bays) return `A branch has at most ${max_bays} bays.`
  const long = bays.find((bay) => bay.length > max_bay_length)
  if (long !== undefined) return `The name of a bay has at most ${max_bay_length} characters: ${long}.`
  const known = new Set<string>()
  for (const bay of bays) {
    if (known.has(bay.toLowerCase())) return `The bay ${bay} is listed twice.`
    known.add(bay.toLowerCase())
  }
  return null
}

/** Throws one error that lists all validation problems of a branch. */
export function requireBranch(branch: BranchDetails): void {
  const problems = checkBranch(branch)
  const [first] = problems
  if (first) throw invalid(first.message, problems)
}

/**
 * Checks whether the actor may change the branch `id`, or add and remove branches when `id` is `null`. The endpoint's
 * permission is checked separately. Staff limited to a branch may change only that branch (PERM-050).
 */
export function mayEditBranch(actor: Actor, id: number | null): RuleResult {
  if (!isOffice(actor)) return forbidden('Only company staff can change branches. Ask them.')
  const own = branchLimit(actor)
  if (own === null || own === id) return true
  return forbidden(
    id === null
      ? 'You are limited to one branch. Ask someone without this limit to add or remove branches.'
      : 'You may change only your own branch.',
  )
}

/** How many users, accounts and map areas belong to a branch. */
export interface BranchUse {
  users: number
  accounts: number
  areas: number
}

const counted = (number: number, one: string, many: string): string[] =>
  number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]

/**
 * Checks whether a branch can be removed: no users, accounts or map areas may belong to it. Shipments and manifests
 * are checked by the subscribers of `branchRemoved`.
 */
export function mayRemoveBranch(name: string, { users, accounts, areas }: BranchUse): RuleResult {
  const parts = [
    ...counted(users, 'user', 'users'),
    ...counted(accounts, 'account', 'accounts'),
    ...counted(areas, 'map area', 'map areas'),
  ]
  if (parts.length === 0) return true
  const last = parts.pop() ?? ''
  const all = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last
  return wrongState(
    `${name} still has ${all}. Move them to another branch first, or switch ${name} off so that it gets no new shipments.`,
  )
}
