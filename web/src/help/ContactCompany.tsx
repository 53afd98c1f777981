import { helpApi } from '@waybill/domain/help/api'
import { isOneEmail } from '@waybill/domain/kit/contacts/email'
import { useState } from 'react'
import { solvedChallenge } from '../identity/index.ts'
import { useEndpointMutation } from '../kit/api/index.ts'
import { lastErrorId } from '../kit/api/last-error.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea, TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useMe } from '../kit/session/me.ts'
import { Notice } from '../kit/ui/states/Notice.tsx'

/**
 * Contact form for a question to the company. It also sends the page that the user came from (otherwise the current
 * page) and the last displayed error.
 */
export function ContactCompany() {
  const me = useMe()
  const [notice, setNotice] = useState<string | null>(null)
  const isKnown = me.kind === 'user'
  const form = useForm({
    initial: { name: isKnown ? me.name : '', email: isKnown ? me.email : '', message: '' },
    format: { email: (email: string) => (isOneEmail(email) ? null : 'Email is not valid.') },
    check: ({ name, message }) => [
      ...(name.trim() ? [] : [{ field: 'name', message: 'Name is required.' }]),
      ...(message.trim() ? [] : [{ field: 'message', message: 'Message is required.' }]),
    ],
  })
  const [isSolving, setSolving] = useState(false)
  const sending = useEndpointMutation(helpApi.ask, {
    inForm: true,
    done: ({ message }) => {
      setNotice(message)
      form.reset({ ...form.values, message: '' })
    },
  })
  const send = async (values: typeof form.values): Promise<void> => {
    setSolving(true)
    setNotice(null)
    const solved = isKnown ? {} : await solvedChallenge().catch(() => ({}))
    const errorId = lastErrorId()
    sending.mutate({
      ...values,
      ...solved,
      page: document.referrer || window.location.href,
      ...(errorId ? { error_id: errorId } : {}),
    })
    setSolving(false)
  }
  return (
    <FormPanel
      form={form}
      saving={sending.isPending || isSolving}
      error={sending.error}
      onSubmit={(values) => send(values)}
      submit="Send the question"
    >
      {notice && (
        <Notice variant="success" live>
          {notice}
        </Notice>
      )}
      <TextField {...form.field('name')} label="Name" autoComplete="name" />
      <TextField {...form.field('email')} label="Email" autoComplete="email" inputMode="email" />
      <TextArea {...form.field('message')} label="Your question" rows={5} />
    </FormPanel>
  )
}
