import { useQuery } from '@tanstack/react-query'
import { IconDotsVertical, IconTrash } from '../../kit/icons/icons.ts'
import {
  checkRole,
  isBuiltIn,
  mayChangeRole,
  mayRemoveRole,
  type RoleDetails,
} from '@waybill/domain/identity/users-and-roles/role-rules'
import { usersApi, type EditedRole } from '@waybill/domain/identity/users-and-roles/users-api'
import { reasonOf } from '@waybill/domain/kit/rule-result'
import { useEffect, useState } from 'react'
import { AuditTrailButton } from '../../audit/index.ts'
import { call, ApiError, endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, Toggle } from '../../kit/form/choices/Choices.tsx'
import { standaloneField } from '../../kit/form/FieldFrame.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useUnsaved } from '../../kit/form/drafts/use-unsaved.ts'
import { confirmAction, showError } from '../../kit/layers/alerts.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { mayCall, useMe } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { Button, IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { cx } from '../../kit/ui/class-names.ts'
import { Page, Stack } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Notice } from '../../kit/ui/states/Notice.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { EmptyState } from '../../kit/ui/states/States.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import {
  changesOf,
  foundGroups,
  heldBy,
  rebased,
  withRights,
  type PermissionGroup,
} from '../users-and-roles/role-edit.ts'
import styles from './roles.module.css'
import { ScrollRegion } from '../../kit/ui/page-layout/ScrollRegion.tsx'

const back = { to: '/roles', label: 'Roles' }
const empty: RoleDetails = { name: '', label: '', permissions: [], permissions_ui: [], require_2fa: false }

/** Page for one role with its permissions, or for a new role (PERM-018, PERM-030). */
export default function RolePage() {
  const part = usePathPart('id')
  const id = Number(part)
  const query = useQuery({ ...endpointQuery(usersApi.roles, { id }), enabled: Number.isSafeInteger(id) })
  const [role] = query.data?.roles ?? []
  if (part === 'new') return <RoleEditor key="new" role={null} />
  if (role) return <RoleEditor key={role.id} role={role} />
  return <PendingRecord name="role" back={back} query={query} missing="There is no such role." />
}

function detailsOf(role: EditedRole | null): RoleDetails {
  if (!role) return empty
  const { name, label, permissions, permissions_ui, require_2fa } = role
  return { name, label, permissions, permissions_ui, require_2fa }
}

function RoleEditor({ role }: { role: EditedRole | null }) {
  const me = useMe()
  const go = useGo()
  const [base, setBase] = useState(role)
  const [draft, setDraft] = useState(detailsOf(role))
  const [search, setSearch] = useState('')
  const [isReviewing, setReviewing] = useState(false)
  const [isStale, setStale] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [isRemoved, setRemoved] = useState(false)
  const changes = changesOf(detailsOf(base), draft)
  useUnsaved(changes.length > 0 && !isRemoved)
  const saved = (now: EditedRole): void => {
    setReviewing(false)
    setStale(false)
    setBase(now)
    setDraft(detailsOf(now))
    toast.success('Role saved')
  }
  const failed = async (thrown: Error): Promise<void> => {
    const isConflict = thrown instanceof ApiError && thrown.status === 409 && base
    if (!isConflict) return showError(thrown)
    const [theirs] = (await call(usersApi.roles, { id: base.id })).roles
    if (!theirs) return showError(thrown)
    setDraft(rebased(detailsOf(base), draft, detailsOf(theirs)))
    setBase(theirs)
    setStale(true)
  }
  const made = role ? null : base
  useEffect(() => {
    if (made) void go(`/roles/${made.id}`, { replace: true })
  }, [made, go])
  useEffect(() => {
    if (isRemoved) void go('/roles', { replace: true })
  }, [isRemoved, go])
  const refresh = [usersApi.roles]
  const create = useEndpointMutation(usersApi.createRole, {
    refresh,
    done: saved,
    failed: (thrown) => void failed(thrown),
  })
  const change = useEndpointMutation(usersApi.changeRole, {
    refresh,
    done: saved,
    failed: (thrown) => void failed(thrown),
  })
  const drop = useEndpointMutation(usersApi.removeRole, {
    refresh,
    done: () => {
      toast.success('Role removed')
      setRemoved(true)
    },
  })
  const remove = async ({ id, name }: EditedRole): Promise<void> => {
    const isSure = await confirmAction({
      title: `Remove the role ${name}?`,
      body: 'Nobody can be given this role any more, and it cannot be brought back. Its name stays in history.',
      confirm: 'Remove role',
      cancel: 'Cancel',
      danger: true,
    })
    if (isSure) drop.mutate({ id })
  }
  const verdict = mayChangeRole(me, base, draft)
  const mayEdit = base
    ? mayCall(me, usersApi.changeRole) && mayChangeRole(me, base, detailsOf(base)) === true
    : mayCall(me, usersApi.createRole)
  const off = mayEdit ? {} : { off: 'You may look at this role, but not change it.' }
  const review = (): void => {
    const found = checkRole(draft, [...(base?.permissions ?? []), ...(base?.permissions_ui ?? [])])
    setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    if (found.length === 0) setReviewing(true)
  }
  const save = (): void => {
    const sent = {
      ...draft,
      label: draft.label || draft.name,
      permissions: [...draft.permissions],
      permissions_ui: [...draft.permissions_ui],
    }
    if (base) change.mutate({ id: base.id, version: base.version, ...sent })
    else create.mutate(sent)
  }
  const bind = (key: 'name' | 'label') => ({
    ...standaloneField(key, draft[key], (value: string) => setDraft({ ...draft, [key]: value })),
    error: problems[key],
  })
  const groups = foundGroups(search)
  const title = base ? base.label || base.name : 'New role'
  const count = base?.user_count ?? 0
  return (
    <Page width="detail">
      <PageHeader
        title={title}
        back={back}
        note={
          base && <AppLink to={`/users?role=${base.id}`}>{count === 1 ? '1 user' : `${count} users`}</AppLink>
        }
        actions={
          base && (
            <>
              <AuditTrailButton type="role" object_id={String(base.id)} />
              {mayCall(me, usersApi.removeRole) && !isBuiltIn(base.id) && (
                <Menu
                  label={`Actions for ${title}`}
                  entries={[
                    {
                      label: 'Remove role',
                      icon: IconTrash,
                      danger: true,
                      verdict: mayRemoveRole(me, base),
                      onSelect: () => remove(base),
                    },
                  ]}
                >
                  {(trigger) => (
                    <IconButton
                      {...trigger}
                      label="More actions"
                      icon={IconDotsVertical}
                      variant="secondary"
                    />
                  )}
                </Menu>
              )}
            </>
          )
        }
        primary={
          mayEdit && (
            <Button
              variant="primary"
              onClick={review}
              {...(changes.length === 0 && base ? { reason: 'Nothing has been changed.' } : {})}
            >
              Review changes
            </Button>
          )
        }
      />
      <Stack>
        {!mayEdit && (
          <Notice variant="info" title="You may look at this role, but not change it.">
            {reasonOf(verdict) ?? ''}
          </Notice>
        )}
        <Card title="Role">
          <FieldRow>
            <TextField
              {...bind('name')}
              label="Name"
              maxLength={60}
              {...(base && isBuiltIn(base.id) ? { off: 'A built-in role keeps its name.' } : off)}
            />
            <TextField
              {...bind('label')}
              label="Label"
              placeholder="The name"
              maxLength={60}
              optional
              {...off}
            />
          </FieldRow>
          <Toggle
            {...standaloneField('require_2fa', draft.require_2fa, (require2fa: boolean) =>
              setDraft({ ...draft, require_2fa: require2fa }),
            )}
            label="Require two-factor"
            hint="Everyone with this role must set it up before they can continue."
            {...off}
          />
        </Card>
        <Card title="What the role allows">
          <div className={styles.groups}>
            <TextField
              {...standaloneField('search', search, setSearch)}
              label="Find a permission"
              type="search"
              placeholder="Such as ‘cancel’ or ‘invoices’"
            />
            {groups.length === 0 && <EmptyState title={`No permission matches ‘${search}’.`} />}
            {(['rights', 'screens'] as const).map((kind) => {
              const members = groups.filter((group) => group.kind === kind)
              if (members.length === 0) return null
              return (
                <div key={kind} className={styles.groups}>
                  <h3 className={styles.kind}>{kind === 'rights' ? 'Permissions' : 'Screens'}</h3>
                  {kind === 'screens' && (
                    <p className={styles.quiet}>
                      If nothing is ticked, all screens that the permissions allow are shown.
                    </p>
                  )}
                  {members.map((group) => (
                    <Group
                      key={group.section}
                      group={group}
                      draft={draft}
                      onChange={setDraft}
                      mayEdit={mayEdit}
                    />
                  ))}
                </div>
              )
            })}
          </div>
        </Card>
      </Stack>
      {isReviewing && (
        <Modal
          title={base ? `Change ${title}?` : `Create the role ${draft.name}?`}
          onClose={() => setReviewing(false)}
          footer={
            <>
              <Button onClick={() => setReviewing(false)}>Continue editing</Button>
              <Button
                variant="primary"
                onClick={save}
                busy={create.isPending || change.isPending}
                {...(verdict === true ? {} : { reason: verdict.message })}
              >
                Save role
              </Button>
            </>
          }
        >
          <Stack>
            {isStale && (
              <Notice variant="warning" title="Someone else changed this role in the meantime.">
                Their changes are kept. Yours are listed below.
              </Notice>
            )}
            {verdict !== true && <Notice variant="error" title={verdict.message} />}
            {count > 0 && (
              <p>
                {count === 1 ? 'One user has this role.' : `${count} users have this role.`} The change
                applies to their next action.
              </p>
            )}
            <ScrollRegion label="Changes of this role" className={styles.changes}>
              <ul className={styles.changesList}>
                {changes.map(({ what, text }) => (
                  <li
                    key={`${what} ${text}`}
                    className={cx(
                      what === 'given' && styles.given,
                      what === 'taken' && styles.taken,
                      styles.changesItem,
                    )}
                  >
                    {text}
                  </li>
                ))}
              </ul>
            </ScrollRegion>
          </Stack>
        </Modal>
      )}
    </Page>
  )
}

/** The permissions of one section, with a checkbox for all of them. */
function Group({
  group,
  draft,
  onChange,
  mayEdit,
}: {
  group: PermissionGroup
  draft: RoleDetails
  onChange: (draft: RoleDetails) => void
  mayEdit: boolean
}) {
  const held = group.permissions.filter((one) => heldBy(draft, one).isHeld)
  const isAll = held.length === group.permissions.length
  return (
    <fieldset className={styles.group} disabled={!mayEdit}>
      <legend className={styles.groupLegend}>
        {group.section}
        <span className={styles.quiet}>
          {held.length} of {group.permissions.length}
        </span>
        {mayEdit && (
          <Button
            variant="link"
            size="xs"
            aria-label={`${isAll ? 'Clear' : 'Choose all of'} ${group.section}`}
            onClick={() => onChange(withRights(draft, group.permissions, !isAll))}
          >
            {isAll ? 'Clear' : 'Choose all'}
          </Button>
        )}
      </legend>
      <div className={styles.rights}>
        {group.permissions.map((permission) => {
          const { isHeld, through } = heldBy(draft, permission)
          return (
            <Checkbox
              key={permission.name}
              {...standaloneField(permission.name, isHeld, (isOn: boolean) =>
                onChange(withRights(draft, [permission], isOn)),
              )}
              label={permission.title}
              {...(through === '*' ? { off: 'Included in Everything' } : {})}
            />
          )
        })}
      </div>
    </fieldset>
  )
}
