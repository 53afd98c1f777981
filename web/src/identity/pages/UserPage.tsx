import { useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDotsVertical } from '../../kit/icons/icons.ts'
import { payApi } from '@waybill/domain/costs/api'
import { identityApi } from '@waybill/domain/identity/api'
import type { ListedUser } from '@waybill/domain/identity/model'
import { require_2fa_for_staff } from '@waybill/domain/identity/settings'
import { hasPermission, role_ids } from '@waybill/domain/kit/actor'
import { mapsApi } from '@waybill/domain/maps/api'
import { AuditTrailButton } from '../../audit/index.ts'
import { call, endpointQuery, refresh } from '../../kit/api/index.ts'
import { Checkbox } from '../../kit/form/choices/Choices.tsx'
import { DateField } from '../../kit/form/dates/DateField.tsx'
import { FieldRow } from '../../kit/form/FormPanel.tsx'
import { MergingFormPanel } from '../../kit/form/merging/MergingFormPanel.tsx'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { PhoneField } from '../../kit/form/TypedField.tsx'
import { useMergingForm } from '../../kit/form/merging/use-merging-form.ts'
import { mayCall, useMe, useSetting } from '../../kit/session/me.ts'
import { AppLink } from '../../kit/ui/buttons/AppLink.tsx'
import { IconButton } from '../../kit/ui/buttons/Button.tsx'
import { Card, Facts } from '../../kit/ui/page-layout/Card.tsx'
import { Columns, Page } from '../../kit/ui/page-layout/Layout.tsx'
import { Menu } from '../../kit/ui/layers/Menu.tsx'
import { PageHeader } from '../../kit/ui/page-layout/PageHeader.tsx'
import { PendingRecord } from '../../kit/ui/states/PendingRecord.tsx'
import { None, Tag, When } from '../../kit/ui/values/Value.tsx'
import { useGo } from '../../kit/url/use-go.ts'
import { usePathPart } from '../../kit/url/use-path-part.ts'
import { isRequiredOf } from '../second-factor/second-factor.ts'
import { roleLabel } from '../users-and-roles/user-columns.tsx'
import {
  editOf,
  mergeUserEdits,
  patchOf,
  problemsOf,
  user_labels,
  type UserEdit,
} from '../users-and-roles/user-edit.ts'
import { useRoleOptions } from '../users-and-roles/use-role-options.ts'
import { useUserActions } from '../users-and-roles/use-user-actions.tsx'
import { UserStateBadge } from '../users-and-roles/UserStateBadge.tsx'

const back = { to: '/users', label: 'Users' }

/** Page for one user: details, permissions of the role, and whether the user may sign in (ACC-022, NAV-012). */
export default function UserPage() {
  const id = Number(usePathPart('id'))
  const query = useQuery({
    ...endpointQuery(identityApi.users, { id, limit: 1 }),
    enabled: Number.isSafeInteger(id),
  })
  const [user] = query.data?.users ?? []
  if (user) return <OneUser user={user} />
  return (
    <PendingRecord
      name="user"
      back={back}
      query={query}
      missing="There is no such user, or it is outside your branch."
    />
  )
}

function OneUser({ user }: { user: ListedUser }) {
  const me = useMe()
  const ensure = useSetting(require_2fa_for_staff)
  const go = useGo()
  const entries = useUserActions(() => go('/users'))(user)
  const first = entries[0]
  return (
    <Page width="detail">
      <PageHeader
        title={user.name}
        badge={user.is_api_user ? <Tag>API key</Tag> : <UserStateBadge user={user} size="large" />}
        note={user.is_internal ? <Tag>Internal</Tag> : null}
        back={back}
        actions={
          <>
            <AuditTrailButton type="user" object_id={String(user.id)} />
            {first && (
              <Menu entries={entries} label={`Actions for ${user.name}`}>
                {(trigger) => (
                  <IconButton {...trigger} label="More actions" icon={IconDotsVertical} variant="secondary" />
                )}
              </Menu>
            )}
          </>
        }
      />
      <Columns
        main={
          <Card title="Details">
            {hasPermission(me, 'API_/users:PATCH') && !user.is_api_user ? (
              <UserForm key={user.id} user={user} />
            ) : (
              <Facts
                of={[
                  ['Email', user.email || <None key="none" />],
                  ['Phone number', user.phone_number ?? <None key="none" />],
                  ['Role', roleLabel(user)],
                ]}
              />
            )}
          </Card>
        }
        side={
          <Card title="Sign-in">
            <Facts
              of={[
                ['Username', user.username],
                ['Last seen', <When key="seen" at={user.time_last_seen} />],
                [
                  'Two-factor',
                  user.two_factor_auth_enabled || user.has_passkey
                    ? 'On'
                    : isRequiredOf(ensure, user)
                      ? 'Required'
                      : 'Off',
                ],
                ['Added', <When key="added" at={user.time_created} />],
                ...(user.account_id === undefined
                  ? []
                  : [
                      [
                        'Account',
                        <AppLink key="account" to={`/accounts/${user.account_id}`}>
                          {user.account_name ?? ''}
                        </AppLink>,
                      ] as const,
                    ]),
              ]}
            />
          </Card>
        }
      />
    </Page>
  )
}

function UserForm({ user }: { user: ListedUser }) {
  const me = useMe()
  const client = useQueryClient()
  const roles = useRoleOptions(user.account_id ?? null, { id: user.role_id, label: roleLabel(user) })
  const branches = useQuery({
    ...endpointQuery(mapsApi.branches, {}),
    enabled: mayCall(me, mapsApi.branches),
  })
  const plans = useQuery({ ...endpointQuery(payApi.plans, {}), enabled: mayCall(me, payApi.plans) })
  const branchOptions = (branches.data?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const textOf = (key: keyof UserEdit & string, values: UserEdit): string => {
    if (key === 'role_id') return roles.find(({ value }) => value === values.role_id)?.label ?? ''
    if (key === 'branch_id')
      return branchOptions.find(({ value }) => value === values.branch_id)?.label ?? 'None'
    if (key === 'limit_user_to_branch') return values[key] ? 'Yes' : 'No'
    return String(values[key] ?? 'None')
  }
  const merging = useMergingForm({
    subject: user,
    valuesOf: editOf,
    patchOf,
    merge: (one: UserEdit, mine: UserEdit, theirs: UserEdit) => mergeUserEdits(one, mine, theirs, textOf),
    readAgain: async (known) => (await call(identityApi.users, { id: known.id, limit: 1 })).users[0] ?? known,
    send: (patch, idempotencyKey) => call(identityApi.changeUser, patch, { idempotency_key: idempotencyKey }),
    refresh: () => refresh(client, [identityApi.users]),
    onSaved: () => form.reset(form.values),
    labelOf: (key) => user_labels[key],
    problemsOf: (values) => problemsOf(user, values),
  })
  const { form, base } = merging
  const isMe = user.id === me.user_id
  const isStaff = user.account_id === undefined
  const mayLimit = hasPermission(me, 'INLINE_limit_user_to_branch')
  return (
    <MergingFormPanel of={merging} title="Someone else changed this user in the meantime.">
      <FieldRow>
        <TextField {...form.field('name')} label={user_labels.name} maxLength={255} />
        <PhoneField {...form.field('phone_number')} label={user_labels.phone_number} optional />
      </FieldRow>
      <TextField
        {...form.field('email')}
        label={user_labels.email}
        inputMode="email"
        maxLength={254}
        {...(isMe ? { off: 'Change your own email address on your profile.' } : {})}
      />
      <SelectField
        {...form.field('role_id')}
        label={user_labels.role_id}
        options={roles}
        {...(isMe ? { off: 'A colleague can give you another role.' } : {})}
      />
      {isStaff && (
        <>
          <SelectField
            {...form.field('branch_id')}
            label={user_labels.branch_id}
            optional
            clearable
            options={branchOptions}
            {...(mayLimit ? {} : { off: 'You may not change branches of users.' })}
          />
          {(form.values.branch_id !== null || base.limit_user_to_branch) && (
            <Checkbox
              {...form.field('limit_user_to_branch')}
              label={user_labels.limit_user_to_branch}
              {...(mayLimit ? {} : { off: 'You may not change the branch limit of users.' })}
            />
          )}
        </>
      )}
      {form.values.role_id === role_ids.driver && (
        <>
          <FieldRow>
            <TextField
              {...form.field('vehicle_registration')}
              label={user_labels.vehicle_registration}
              maxLength={20}
              optional
            />
            <TextField
              {...form.field('vehicle_type')}
              label={user_labels.vehicle_type}
              maxLength={60}
              optional
            />
          </FieldRow>
          {plans.data && (
            <SelectField
              {...form.field('pay_plan')}
              label={user_labels.pay_plan}
              optional
              clearable
              none=""
              options={plans.data.pay_plans.map(({ name }) => ({ value: name, label: name }))}
            />
          )}
          {form.values.pay_plan !== (base.driver?.pay_plan ?? '') && (
            <DateField
              {...form.field('pay_plan_from')}
              label={user_labels.pay_plan_from}
              optional
              hint="Today, unless you choose another day"
            />
          )}
        </>
      )}
    </MergingFormPanel>
  )
}
