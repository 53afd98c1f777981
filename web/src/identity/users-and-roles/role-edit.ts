import {
  isPermission,
  permission_catalogue,
  type Permission,
} from '@waybill/domain/identity/users-and-roles/permissions'
import { patternOf, spelledOut, type RoleDetails } from '@waybill/domain/identity/users-and-roles/role-rules'

/** A section of the role editor with its permissions. */
export interface PermissionGroup {
  section: string
  /** API and inline permissions of an area, or the screen permissions of a section. */
  kind: 'rights' | 'screens'
  permissions: readonly Permission[]
}

/** The catalogue by section, in its order: areas first, then the three sections of screens (PERM-032). */
export const permission_groups: readonly PermissionGroup[] = (['rights', 'screens'] as const).flatMap(
  (kind) => {
    const members = permission_catalogue.filter((one) => (one.kind === 'ui') === (kind === 'screens'))
    return [...new Set(members.map(({ section }) => section))].map((section) => ({
      section,
      kind,
      permissions: members.filter((one) => one.section === section),
    }))
  },
)

/** Returns the groups with only the permissions whose title, name or section contains every search word. */
export function foundGroups(search: string): readonly PermissionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return permission_groups.flatMap((group) => {
    const permissions = group.permissions.filter((one) => {
      const text = `${one.title} ${one.name} ${group.section}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return permissions.length > 0 ? [{ ...group, permissions }] : []
  })
}

/** Returns whether a role has a permission, and through which pattern when not by name. */
export function heldBy(
  role: RoleDetails,
  { name, kind }: Permission,
): { isHeld: boolean; through: string | null } {
  if (kind === 'ui') return { isHeld: role.permissions_ui.includes(name), through: null }
  const through = patternOf(role.permissions, name)
  return { isHeld: role.permissions.includes(name) || through !== null, through }
}

/**
 * Returns the role with permissions added or removed. To remove a permission that a pattern grants, the pattern is
 * replaced by its other permissions, so that nothing else changes. `*` itself stays.
 */
export function withRights(role: RoleDetails, wanted: readonly Permission[], isOn: boolean): RoleDetails {
  let { permissions, permissions_ui } = role
  for (const { name, kind } of wanted)
    if (kind === 'ui') permissions_ui = toggled(permissions_ui, name, isOn)
    else if (isOn) permissions = patternOf(permissions, name) ? permissions : toggled(permissions, name, true)
    else {
      for (let through = patternOf(permissions, name); through && through !== '*';)
        [permissions, through] = [spelledOut(permissions, through), null]
      permissions = toggled(permissions, name, false)
    }
  return { ...role, permissions, permissions_ui }
}

function toggled(list: readonly string[], name: string, isOn: boolean): readonly string[] {
  const others = list.filter((one) => one !== name)
  return isOn ? [...others, name] : others
}

/**
 * Merges my changes of a role with those that another user saved in the meantime. When both changed the name, the
 * label or the two-factor switch, mine are used.
 */
export function rebased(base: RoleDetails, mine: RoleDetails, theirs: RoleDetails): RoleDetails {
  const lists = (key: 'permissions' | 'permissions_ui') => [
    ...theirs[key].filter((one) => mine[key].includes(one) || !base[key].includes(one)),
    ...mine[key].filter((one) => !base[key].includes(one) && !theirs[key].includes(one)),
  ]
  const pick = <Key extends 'name' | 'label' | 'require_2fa'>(key: Key): RoleDetails[Key] =>
    mine[key] === base[key] ? theirs[key] : mine[key]
  return {
    name: pick('name'),
    label: pick('label'),
    require_2fa: pick('require_2fa'),
    permissions: lists('permissions'),
    permissions_ui: lists('permissions_ui'),
  }
}

/** One line in the list of changes that saving would make. */
export interface RoleChange {
  what: 'given' | 'taken' | 'changed'
  text: string
}

/** Returns the changes that saving would make, as text. */
export function changesOf(before: RoleDetails, after: RoleDetails): RoleChange[] {
  const changes: RoleChange[] = []
  for (const [key, label] of [
    ['name', 'Name'],
    ['label', 'Label'],
  ] as const)
    if (before[key] !== after[key])
      changes.push({ what: 'changed', text: `${label}: ${before[key] || '–'} → ${after[key] || '–'}` })
  if (before.require_2fa !== after.require_2fa)
    changes.push({
      what: 'changed',
      text: `Two-factor is ${after.require_2fa ? 'required' : 'no longer required'}`,
    })
  for (const permission of permission_catalogue) {
    const had = heldBy(before, permission).isHeld
    const has = heldBy(after, permission).isHeld
    const where = permission.kind === 'ui' ? `Screen: ${permission.title}` : permission.title
    if (had !== has) changes.push({ what: has ? 'given' : 'taken', text: where })
  }
  for (const name of before.permissions)
    if (!isPermission(name) && !after.permissions.includes(name)) changes.push({ what: 'taken', text: name })
  return changes
}
