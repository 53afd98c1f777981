/**
 * The caller of an operation: a signed-in user, an API key, a guest or the system itself. Rules receive an actor,
 * never a request.
 */
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
  /** The customer account of the actor; `null` for staff, drivers, guests and the system. */
  account_id: number | null
  branch_id: number | null
  limit_user_to_branch: boolean
  limit_user_to_account: boolean
  permissions: readonly string[]
  permissions_ui: readonly string[]
  /** The username of the user who impersonates this actor; `null` without impersonation. */
  impersonated_by: string | null
}

/** The role ids that the specification fixes (PERM-003, PERM-006, PERM-016). */
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

/** Whether the actor is provider staff: no account, and not the guest role. Drivers count as staff here. */
export function isStaff(actor: Pick<Actor, 'account_id' | 'role_id'>): boolean {
  return actor.account_id === null && actor.role_id !== role_ids.guest
}

/** Whether the actor administers the installation and every company on it. Only a user can, never an API key. */
export function isPlatformAdministrator(actor: Actor): boolean {
  return actor.kind === 'user' && actor.role_id === role_ids.system_administrator
}

/** Whether the actor administers a company: its administrators and those of the installation. */
export function isAdministrator(actor: Pick<Actor, 'role_id'>): boolean {
  return actor.role_id === role_ids.administrator || actor.role_id === role_ids.system_administrator
}

/** The branch to which staff are limited; `null` for everyone without a branch limit (PERM-050). */
export function branchLimit(
  actor: Pick<Actor, 'account_id' | 'role_id' | 'branch_id' | 'limit_user_to_branch'>,
): number | null {
  return isStaff(actor) && actor.limit_user_to_branch ? actor.branch_id : null
}

/**
 * Whether the actor is a driver. Drivers see only their own stops and count as non-admin for status visibility
 * (STAT-027).
 */
export function isDriver(actor: Pick<Actor, 'role_id'>): boolean {
  return actor.role_id === role_ids.driver
}

/**
 * Whether the actor is staff but not a driver. Such staff see internal statuses and every shipment within their
 * branch limit.
 */
export function isOffice(actor: Pick<Actor, 'account_id' | 'role_id'>): boolean {
  return isStaff(actor) && !isDriver(actor)
}

/** Whether the actor is the account owner, called account admin in the specification. */
export function isAccountAdmin(actor: Actor): boolean {
  return actor.role_id === role_ids.account_owner
}

/**
 * Whether the actor's role grants a permission (PERM-024…PERM-028). A granted permission can be the exact string;
 * `API_/a/b:*` for any method; `API_/a/*` for the path and everything below it; `API_/a/*:POST`; `*`.
 */
export function hasPermission(actor: Pick<Actor, 'permissions'>, needed: string): boolean {
  const { exact, wide } = indexOf(actor.permissions)
  return exact.has(needed) || wide.some((granted) => grants(granted, needed))
}

/** Cached index of exact permissions and those with `*`, because one user's list is checked hundreds of times. */
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

/** Whether one granted permission, exact or a pattern, covers the permission needed. */
export function grants(granted: string, needed: string): boolean {
  if (granted === '*') return true
  const [grantedPath = '', grantedMethod = '*'] = granted.split(':')
  const [neededPath = '', neededMethod = ''] = needed.split(':')
  if (grantedMethod !== '*' && grantedMethod !== neededMethod) return false
  if (!grantedPath.endsWith('/*')) return grantedPath === neededPath
  const stem = grantedPath.slice(0, -2)
  return neededPath === stem || neededPath.startsWith(`${stem}/`)
}

/** Whether the actor sees a UI item. A role without any UI permissions is not restricted (PERM-030). */
export function seesUi(actor: Actor, key: string): boolean {
  return (
    actor.permissions_ui.length === 0 ||
    actor.permissions_ui.includes('*') ||
    actor.permissions_ui.includes(key) ||
    actor.permissions_ui.includes(key.replace(/^UI_(tools_)?/, ''))
  )
}

/** The username recorded for actions of the system itself. */
export const system_username = 'system'

/** Returns the actor for jobs and event subscribers of one provider. */
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
