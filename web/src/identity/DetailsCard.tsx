import { identityApi } from '@waybill/domain/identity/api'
import type { User } from '@waybill/domain/identity/model'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import { isPhone, phoneSentence } from '@waybill/domain/kit/contacts/phone-number'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { useEndpointMutation } from '../kit/api/use-endpoint-mutation.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { PhoneField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { Card } from '../kit/ui/page-layout/Card.tsx'
import { PasswordField } from './passwords/PasswordField.tsx'

/** Form for the user's own name, email and phone number. A new email address requires the password. */
export function DetailsCard({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const form = useForm({
    initial: {
      name: user.name,
      email: user.email,
      phone_number: user.phone_number ?? '',
      current_password: '',
    },
    format: {
      email: (email: string) => (isOneEmail(email) ? null : 'Email is not valid'),
      phone_number: (phone: string) => (isPhone(phone) ? null : phoneSentence()),
    },
    check: ({ name, email, current_password }) => {
      const problems: FieldProblem[] = []
      if (name.trim() === '') problems.push({ field: 'name', message: 'Name is required.' })
      if (email.trim() === '' && user.email !== '')
        problems.push({ field: 'email', message: 'Email is required.' })
      if (isNewEmail(email) && current_password === '')
        problems.push({
          field: 'current_password',
          message: 'Your password is needed to change the email address.',
        })
      return problems
    },
  })
  const isNewEmail = (email: string): boolean => email.trim().toLowerCase() !== user.email.toLowerCase()
  const save = useEndpointMutation(identityApi.changeUser, {
    inForm: true,
    done: (saved) => {
      form.reset({
        name: saved.name,
        email: saved.email,
        phone_number: saved.phone_number ?? '',
        current_password: '',
      })
      onSaved(saved)
      toast.success('Profile saved')
    },
  })
  return (
    <Card title="Your details">
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save changes"
        onSubmit={({ current_password, email, phone_number, ...values }) =>
          save.mutate({
            ...values,
            ...(phone_number ? { phone_number } : {}),
            ...(isNewEmail(email) ? { email, current_password } : {}),
          })
        }
      >
        <TextField {...form.field('name')} label="Name" autoComplete="name" />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        {isNewEmail(form.values.email) && (
          <PasswordField
            {...form.field('current_password')}
            label="Password"
            hint="Needed to change the email address."
            autoComplete="current-password"
          />
        )}
        <PhoneField {...form.field('phone_number')} label="Phone number" optional />
      </FormPanel>
    </Card>
  )
}
