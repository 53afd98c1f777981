import type { ListedUser } from '@waybill/domain/identity/model'
import { checkUser, type UserDetails } from '@waybill/domain/identity/user-rules'
import { changedKeys, mergeValues, type KeyOf } from '../kit/form/merge-edits.ts'

/** What is typed about a user that exists. */
export interface UserEdit {
  name: string
  email: string
  phone_number: string
  role_id: number | null
  branch_id: number | null
  limit_user_to_branch: boolean
}

/** What people call the fields. */
export const user_labels: Readonly<Record<KeyOf<UserEdit>, string>> = {
  name: 'Name',
  email: 'Email',
  phone_number: 'Phone number',
  role_id: 'Role',
  branch_id: 'Branch',
  limit_user_to_branch: 'Sees this branch only',
}

export function editOf(user: ListedUser): UserEdit {
  return {
    name: user.name,
    email: user.email,
    phone_number: user.phone_number ?? '',
    role_id: user.role_id,
    branch_id: user.branch_id ?? null,
    limit_user_to_branch: user.limit_user_to_branch,
  }
}

/** What is sent: only what differs, and the version it is based on. */
export function patchOf(user: ListedUser, values: UserEdit) {
  const before = editOf(user)
  const { branch_id, role_id, ...rest } = values
  const sent = { ...rest, role_id: role_id ?? undefined, branch_id: branch_id ?? 0 }
  const changed = changedKeys(before, values)
  return {
    id: user.id,
    version: user.version,
    ...Object.fromEntries(changed.map((key) => [key, sent[key]])),
  }
}

export function problemsOf(user: ListedUser, values: UserEdit) {
  const details: UserDetails = { ...values, account_id: user.account_id ?? null }
  return checkUser(details)
}

/** Edits of two people put together; conflicts as people read them. */
export function mergeUserEdits(
  base: UserEdit,
  mine: UserEdit,
  theirs: UserEdit,
  said: (key: KeyOf<UserEdit>, values: UserEdit) => string,
) {
  const { merged, conflicts } = mergeValues(base, mine, theirs)
  return {
    merged,
    conflicts: conflicts.map((key) => ({ key, mine: said(key, mine), theirs: said(key, theirs) })),
  }
}
