import { identityApi } from '@waybill/domain/identity/api'
import { checkUser } from '@waybill/domain/identity/users-and-roles/user-rules'
import { usersApi } from '@waybill/domain/identity/users-and-roles/users-api'
import { AccountPicker, useAccount } from '../../accounts/index.ts'
import { useEndpointMutation } from '../../kit/api/index.ts'
import { Checkbox, RadioGroup } from '../../kit/form/choices/Choices.tsx'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import type { Option } from '../../kit/form/choices/options.ts'
import { SelectField } from '../../kit/form/choices/SelectField.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { PhoneField } from '../../kit/form/TypedField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import type { DriverEdit, UserEdit } from './user-edit.ts'
import { useRoleOptions } from './use-role-options.ts'

interface Values extends Omit<UserEdit, keyof DriverEdit> {
  whose: 'company' | 'account'
  account_id: number | null
}

/** Dialog to invite a user. Staff invite to the company or any account; with `account_id`, to that account only. */
export function NewUser({
  account_id: fixed,
  branches = [],
  onClose,
}: {
  account_id?: number
  /** The branches that staff can choose from. */
  branches?: readonly Option<number>[]
  onClose: () => void
}) {
  const accountOf = (values: Values): number | null =>
    fixed ?? (values.whose === 'account' ? values.account_id : null)
  const form = useForm<Values>({
    initial: {
      name: '',
      email: '',
      phone_number: '',
      whose: 'company',
      account_id: null,
      role_id: null,
      branch_id: null,
      limit_user_to_branch: false,
    },
    check: (values) => [
      ...checkUser({ ...values, account_id: accountOf(values) }),
      ...(fixed === undefined && values.whose === 'account' && values.account_id === null
        ? [{ field: 'account_id', message: 'Choose the account.' }]
        : []),
    ],
  })
  const send = useEndpointMutation(usersApi.create, {
    inForm: true,
    refresh: [identityApi.users],
    done: ({ email }) => {
      toast.success(`Invitation sent to ${email}`)
      onClose()
    },
  })
  const { values } = form
  const isOfAccount = fixed !== undefined || values.whose === 'account'
  const account = useAccount(fixed === undefined ? values.account_id : null)
  // Until an account is chosen, use the roles for any account, because they are the same three.
  const roles = useRoleOptions(isOfAccount ? (accountOf(values) ?? -1) : null)
  const whose = form.field('whose')
  return (
    <Modal title="Invite user" onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit="Send invitation"
        onCancel={onClose}
        onSubmit={({ whose: _whose, ...user }) =>
          send.mutate({
            ...user,
            phone_number: user.phone_number || undefined,
            role_id: user.role_id ?? 0,
            account_id: accountOf(values) ?? undefined,
            branch_id: isOfAccount ? undefined : (user.branch_id ?? undefined),
            limit_user_to_branch: !isOfAccount && user.limit_user_to_branch,
          })
        }
      >
        <TextField {...form.field('name')} label="Name" autoComplete="off" maxLength={255} />
        <TextField
          {...form.field('email')}
          label="Email"
          hint="The link to choose a password is sent here."
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <PhoneField {...form.field('phone_number')} label="Phone number" optional />
        {fixed === undefined && (
          <RadioGroup
            {...whose}
            label="Belongs to"
            onChange={(next) => {
              whose.onChange(next)
              form.set('role_id', null)
            }}
            choices={[
              { value: 'company', label: 'The company' },
              { value: 'account', label: 'A customer account' },
            ]}
          />
        )}
        {fixed === undefined && isOfAccount && (
          <AccountPicker binding={form.field('account_id')} chosen={account} />
        )}
        <SelectField {...form.field('role_id')} label="Role" options={roles} />
        {!isOfAccount && (
          <>
            <SelectField {...form.field('branch_id')} label="Branch" optional clearable options={branches} />
            {values.branch_id !== null && (
              <Checkbox {...form.field('limit_user_to_branch')} label="Sees this branch only" />
            )}
          </>
        )}
      </FormPanel>
    </Modal>
  )
}
