import { useQueryClient } from '@tanstack/react-query'
import { identityApi } from '@waybill/domain/identity/api'
import { checkPassword } from '@waybill/domain/identity/sign-in/passwords'
import { password_min_length, provider_title } from '@waybill/domain/identity/settings'
import type { User } from '@waybill/domain/identity/model'
import { useState } from 'react'
import { call } from '../../kit/api/call.ts'
import { refresh } from '../../kit/api/endpoint-query.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { useSetting } from '../../kit/session/me.ts'
import { Card } from '../../kit/ui/page-layout/Card.tsx'
import { PasswordField } from './PasswordField.tsx'

/** Form to change the user's own password. Ends the user's other sessions (AUTH-040). */
export function PasswordCard({ user }: { user: User }) {
  const client = useQueryClient()
  const shortest = useSetting(password_min_length)
  const provider = useSetting(provider_title)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const form = useForm({
    initial: { current_password: '', password: '' },
    check: ({ current_password, password }) => {
      if (current_password === '')
        return [{ field: 'current_password', message: 'Current password is required.' }]
      return checkPassword(password, shortest, { ...user, provider })
    },
  })
  const save = async (values: { current_password: string; password: string }): Promise<void> => {
    setSaving(true)
    setError(null)
    try {
      // Send no idempotency key, because the password must not be stored with the request.
      const { message } = await call(identityApi.updatePassword, { ...values, username: user.username })
      form.reset({ current_password: '', password: '' })
      toast.success(message)
      await refresh(client, [identityApi.sessions])
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
    setSaving(false)
  }
  return (
    <Card title="Password">
      <FormPanel
        form={form}
        saving={isSaving}
        error={error}
        submit="Change password"
        onSubmit={(values) => save(values)}
      >
        <PasswordField
          {...form.field('current_password')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('password')}
          label="New password"
          hint={`At least ${shortest} characters. Other devices are signed out.`}
          autoComplete="new-password"
        />
      </FormPanel>
    </Card>
  )
}
