import type { ListedUser } from '@waybill/domain/identity/model'
import { checkUser, type UserDetails } from '@waybill/domain/identity/users-and-roles/user-rules'
import { role_ids } from '@waybill/domain/kit/actor'
import { changedKeys, mergeValues, type KeyOf } from '../../kit/form/merging/merge-edits.ts'

/** Form values for a driver, in addition to those of a user. */
export interface DriverEdit {
  vehicle_registration: string
  vehicle_type: string
  pay_plan: string
  /** The first day of a newly chosen plan; `null`: today. */
  pay_plan_from: string | null
}

const driver_keys = [
  'vehicle_registration',
  'vehicle_type',
  'pay_plan',
  'pay_plan_from',
] as const satisfies (keyof DriverEdit)[]

/** Form values for an existing user. */
export interface UserEdit extends DriverEdit {
  name: string
  email: string
  phone_number: string
  role_id: number | null
  branch_id: number | null
  limit_user_to_branch: boolean
}

/** Display names of the fields. */
export const user_labels: Readonly<Record<KeyOf<UserEdit>, string>> = {
  name: 'Name',
  email: 'Email',
  phone_number: 'Phone number',
  role_id: 'Role',
  branch_id: 'Branch',
  limit_user_to_branch: 'Sees this branch only',
  vehicle_registration: 'Vehicle registration',
  vehicle_type: 'Vehicle type',
  pay_plan: 'Pay plan',
  pay_plan_from: 'Pay plan from',
}

export function editOf(user: ListedUser): UserEdit {
  return {
    name: user.name,
    email: user.email,
    phone_number: user.phone_number ?? '',
    role_id: user.role_id,
    branch_id: user.branch_id ?? null,
    limit_user_to_branch: user.limit_user_to_branch,
    vehicle_registration: user.driver?.vehicle_registration ?? '',
    vehicle_type: user.driver?.vehicle_type ?? '',
    pay_plan: user.driver?.pay_plan ?? '',
    pay_plan_from: null,
  }
}

/** Returns the fields to send: only those that changed, and the version they are based on. */
export function patchOf(user: ListedUser, values: UserEdit) {
  const before = editOf(user)
  const { branch_id, role_id, ...rest } = values
  const sent = {
    ...rest,
    role_id: role_id ?? undefined,
    branch_id: branch_id ?? 0,
  }
  const changed = changedKeys(before, values)
  const choosesPlan = changed.includes('pay_plan')
  const ofDriver = changed.filter((key) => isOfDriver(key) && (key !== 'pay_plan_from' || choosesPlan))
  const pick = (keys: readonly KeyOf<UserEdit>[]) => Object.fromEntries(keys.map((key) => [key, sent[key]]))
  return {
    id: user.id,
    version: user.version,
    ...pick(changed.filter((key) => !isOfDriver(key))),
    ...(values.role_id === role_ids.driver && ofDriver.length > 0 ? { driver: pick(ofDriver) } : {}),
  }
}

function isOfDriver(key: KeyOf<UserEdit>): boolean {
  return driver_keys.some((one) => one === key)
}

export function problemsOf(user: ListedUser, values: UserEdit) {
  const details: UserDetails = { ...values, account_id: user.account_id ?? null }
  return checkUser(details)
}

/** Merges the edits of two users. Returns conflicts with readable values. */
export function mergeUserEdits(
  base: UserEdit,
  mine: UserEdit,
  theirs: UserEdit,
  textOf: (key: KeyOf<UserEdit>, values: UserEdit) => string,
) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: textOf(key, mine), theirs: textOf(key, theirs) })),
  }
}
