import { AddressInput, addressLine, empty_address, type AddressParts } from '@waybill/domain/accounts/address'
import { week_days, type WeekHours } from '@waybill/domain/kit/dates/week-hours'
import { checkBranch, type BranchDetails } from '@waybill/domain/maps/branch-rules'
import type { Branch } from '@waybill/domain/maps/model'
import { changedKeys, mergeValues, type KeyOf } from '../../kit/form/merging/merge-edits.ts'

/** The form values of a branch; bays are one comma-separated text. */
export interface BranchEdit extends Omit<BranchDetails, 'address' | 'bays'> {
  address: AddressParts
  bays: string
}

/** Display names of the form fields. */
export const branch_labels: Readonly<Record<KeyOf<BranchEdit>, string>> = {
  name: 'Code',
  public_name: 'Name for customers',
  address: 'Address',
  contact_name: 'Contact',
  phone: 'Phone number',
  email: 'Email',
  bays: 'Bays',
  working_hours: 'Hours',
  is_active: 'Takes new shipments',
}

export const new_branch: BranchEdit = {
  name: '',
  public_name: '',
  address: { ...empty_address, type: 'business' },
  contact_name: '',
  phone: '',
  email: '',
  bays: '',
  working_hours: null,
  is_active: true,
}

/** Initial hours when a branch gets its own. */
export const default_hours: WeekHours = (() => {
  const open = { open: '08:00', close: '17:00' }
  return { mon: open, tue: open, wed: open, thu: open, fri: open, sat: null, sun: null }
})()

export function editOf(branch: Branch): BranchEdit {
  const { name, public_name, contact_name, phone, email, working_hours, is_active } = branch
  return {
    name,
    public_name,
    contact_name,
    phone,
    email,
    working_hours,
    is_active,
    address: branch.address ? AddressInput.decode({ ...branch.address }) : new_branch.address,
    bays: branch.bays.join(', '),
  }
}

/** Splits the typed list of bays. */
export function baysOf(typed: string): string[] {
  return typed
    .split(/[,;\n]/)
    .map((bay) => bay.trim())
    .filter(Boolean)
}

/** Converts form values to the fields of a request. */
export function sentOf(values: BranchEdit) {
  return { ...values, bays: baysOf(values.bays) }
}

/** Returns the body of a change request: only the changed fields, and the version that the change is based on. */
export function patchOf(branch: Branch, values: BranchEdit) {
  const sent = sentOf(values)
  return {
    id: branch.id,
    version: branch.version,
    ...Object.fromEntries(changedKeys(editOf(branch), values).map((key) => [key, sent[key]])),
  }
}

export function problemsOf(values: BranchEdit) {
  return checkBranch(sentOf(values))
}

/** Formats opening hours for display: `Mon 08:00 – 17:00` for each open day. */
export function hoursText(hours: WeekHours | null): string {
  if (hours === null) return 'Same as the company'
  const days = week_days.flatMap(([day, name]) => {
    const open = hours[day]
    return open ? [`${name.slice(0, 3)} ${open.open} – ${open.close}`] : []
  })
  return days.length > 0 ? days.join(', ') : 'Closed'
}

/** Formats a field value for display. */
export function textOf(key: KeyOf<BranchEdit>, values: BranchEdit): string {
  if (key === 'address') return addressLine(values.address)
  if (key === 'working_hours') return hoursText(values.working_hours)
  if (key === 'is_active') return values.is_active ? 'Yes' : 'No'
  return values[key] || 'Empty'
}

/** Merges the edits of two users. Conflicting values are returned as display text. */
export function mergeBranchEdits(base: BranchEdit, mine: BranchEdit, theirs: BranchEdit) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
