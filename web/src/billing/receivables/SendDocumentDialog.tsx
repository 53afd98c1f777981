import { useQuery } from '@tanstack/react-query'
import { deliveriesApi, requireEmails } from '@waybill/domain/billing/deliveries'
import { Problem } from '@waybill/domain/kit/problem'
import { endpointQuery, useEndpointMutation } from '../../kit/api/index.ts'
import { FormPanel } from '../../kit/form/FormPanel.tsx'
import { TextField } from '../../kit/form/TextField.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { toast } from '../../kit/layers/toasts.ts'
import { Modal } from '../../kit/ui/layers/Modal.tsx'
import { Loading, RegionError } from '../../kit/ui/states/States.tsx'

/** A document to send by e-mail. */
export interface SentDocument {
  kind: 'invoice' | 'credit-note'
  id: number
  account_id: number
  doc_display_id: string
}

/** Dialog that sends a document by e-mail to chosen addresses. It starts with the addresses of the account. */
export function SendDocumentDialog({ document, onClose }: { document: SentDocument; onClose: () => void }) {
  const query = useQuery(endpointQuery(deliveriesApi.preference, { account_id: document.account_id }))
  return (
    <Modal title={`Send ${document.doc_display_id}`} onClose={onClose}>
      {query.data ? (
        <SendForm document={document} usual={query.data.invoice_recipients} onClose={onClose} />
      ) : query.error ? (
        <RegionError
          thrown={query.error}
          what="The addresses of the account"
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading lines={3} />
      )}
    </Modal>
  )
}

function SendForm({
  document: { kind, id, doc_display_id },
  usual,
  onClose,
}: {
  document: SentDocument
  usual: readonly string[]
  onClose: () => void
}) {
  const form = useForm({
    initial: { recipients: usual.join(', ') },
    check: ({ recipients }) =>
      recipients.trim() === ''
        ? [{ field: 'recipients', message: 'Enter at least one email address.' }]
        : problemsOf(recipients),
  })
  const send = useEndpointMutation(deliveriesApi.send, {
    inForm: true,
    refresh: [deliveriesApi.list],
    done: ({ queued }) => {
      toast.success(
        `${doc_display_id} is being sent to ${queued === 1 ? 'one address' : `${queued} addresses`}`,
      )
      onClose()
    },
  })
  return (
    <FormPanel
      form={form}
      saving={send.isPending}
      error={send.error}
      submit="Send"
      onCancel={onClose}
      onSubmit={({ recipients }) => send.mutate({ kind, ids: [id], again: true, recipients })}
    >
      <TextField
        {...form.field('recipients')}
        label="To"
        hint="Separate several addresses with commas. The PDF is attached."
        maxLength={1000}
      />
    </FormPanel>
  )
}

function problemsOf(recipients: string) {
  try {
    requireEmails({ recipients })
    return true
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown
    throw thrown
  }
}
