/** Whoever is asking: a signed-in user, an API key, a guest or the system itself. Rules receive it, never a request. */
export interface Actor {
  kind: 'user' | 'api-key' | 'guest' | 'system'
  provider_id: number
  /** `0` for guests and the system. */
  user_id: number
  username: string
  name: string
  email: string
  role_id: number
  role_name: string
  /** The customer account the actor is bound to; `null` for staff, drivers, guests and the system. */
  account_id: number | null
  branch_id: number | null
  limit_user_to_branch: boolean
  limit_user_to_account: boolean
  permissions: readonly string[]
  permissions_ui: readonly string[]
  /** The person behind an impersonation; `null` normally. */
  impersonated_by: string | null
}

/** The role ids the specification fixes (PERM-003, PERM-006, PERM-016). */
export const role_ids = {
  system_administrator: 1,
  guest: 2,
  administrator: 3,
  finance_manager: 4,
  account_owner: 5,
  account_user: 6,
  driver: 7,
  provider_api_user: 8,
  account_user_no_billing: 9,
} as const

/** Provider staff: no account, and not the guest role. Drivers count as staff for this question. */
export function isStaff(actor: Actor): boolean {
  return actor.account_id === null && actor.role_id !== role_ids.guest
}

/** Who administers the installation and every company on it: a person, never a key. */
export function isPlatformAdministrator(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role_id === role_ids.system_administrator
}

/** Who administers a company: its administrators, and those of the installation. */
export function isAdministrator(actor: Pick<Actor, 'role_id'>): boolean {
  return actor.role_id === role_ids.administrator || actor.role_id === role_ids.system_administrator
}

/** The one branch that staff limited to a branch see; `null` for everybody who is not (PERM-050). */
export function branchLimit(actor: Actor): number | null {
  return isStaff(actor) && actor.limit_user_to_branch ? actor.branch_id : null
}

/** Drivers see only their own stops and count as non-admin for status visibility (STAT-027). */
export function isDriver(actor: Actor): boolean {
  return actor.role_id === role_ids.driver
}

/** Staff who are not drivers: they see internal statuses and every shipment within their branch limit. */
export function isOffice(actor: Actor): boolean {
  return isStaff(actor) && !isDriver(actor)
}

/** The account owner, whom the specification calls the account admin. */
export function isAccountAdmin(actor: Actor): boolean {
  return actor.role_id === role_ids.account_owner
}

/**
 * Whether the actor's role grants a permission (PERM-024…PERM-028): the exact string; `API_/a/b:*` for any
 * method; `API_/a/*` for the path and everything below it; `API_/a/*:POST`; `*`.
 */
export function hasPermission(actor: Pick<Actor, 'permissions'>, needed: string): boolean {
  const { exact, wide } = indexOf(actor.permissions)
  return exact.has(needed) || wide.some((granted) => grants(granted, needed))
}

/** Rights by name and those with a star: one person's list is asked hundreds of times. */
const indexes = new WeakMap<readonly string[], { exact: ReadonlySet<string>; wide: readonly string[] }>()

function indexOf(permissions: readonly string[]) {
  const known = indexes.get(permissions)
  if (known) return known
  const wide = permissions.filter((granted) => granted.includes('*'))
  const index = { exact: new Set(permissions), wide }
  indexes.set(permissions, index)
  return index
}

export function hasAllPermissions(actor: Actor, needed: readonly string[]): boolean {
  return needed.every((one) => hasPermission(actor, one))
}

/** Whether one granted string, a name or a pattern, covers the permission needed. */
export function grants(granted: string, needed: string): boolean {
  if (granted === '*') return true
  const [grantedPath = '', grantedMethod = '*'] = granted.split(':')
  const [neededPath = '', neededMethod = ''] = needed.split(':')
  if (grantedMethod !== '*' && grantedMethod !== neededMethod) return false
  if (!grantedPath.endsWith('/*')) return grantedPath === neededPath
  const stem = grantedPath.slice(0, -2)
  return neededPath === stem || neededPath.startsWith(`${stem}/`)
}

/** A UI permission shows an item; a role without any UI list is not restricted by it (PERM-030). */
export function seesUi(actor: Actor, key: string): boolean {
  return (
    actor.permissions_ui.length === 0 ||
    actor.permissions_ui.includes('*') ||
    actor.permissions_ui.includes(key) ||
    actor.permissions_ui.includes(key.replace(/^UI_(tools_)?/, ''))
  )
}

/** Whose name stands at what the system does by itself. */
export const system_username = 'system'

/** The actor used by jobs and reactions of one provider. */
export function systemActor(providerId: number): Actor {
  return {
    kind: 'system',
    provider_id: providerId,
    user_id: 0,
    username: system_username,
    name: 'System',
    email: '',
    role_id: 0,
    role_name: 'System',
    account_id: null,
    branch_id: null,
    limit_user_to_branch: false,
    limit_user_to_account: false,
    permissions: ['*'],
    permissions_ui: [],
    impersonated_by: null,
  }
}
