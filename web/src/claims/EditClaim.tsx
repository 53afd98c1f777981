import { claimsApi, type ClaimDetail } from '@waybill/domain/claims/api'
import { claim_kinds } from '@waybill/domain/claims/model'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { useMe } from '../kit/session/me.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { affected_queries } from './changed.ts'
import { problemsOf, sentOf } from './claim-form.ts'
import { PayFields, WhatFields } from './ClaimFields.tsx'

/** Edits the details of a claim before it is decided. */
export function EditClaim({
  detail: { claim, account_type },
  onClose,
}: {
  detail: ClaimDetail
  onClose: () => void
}) {
  const me = useMe()
  const { kind, description, item_value, claimed_amount, pay_by, bank_details, contact_email } = claim
  const form = useForm({
    initial: { kind, description, item_value, claimed_amount, pay_by, bank_details, contact_email },
    check: (values) => problemsOf(values, { account_type, by_claimant: me.account_id !== null }),
  })
  const save = useEndpointMutation(claimsApi.change, {
    inForm: true,
    refresh: affected_queries,
    sentForApproval: onClose,
    done: onClose,
  })
  return (
    <Modal title={`Edit ${claim.display_id}`} onClose={onClose}>
      <FormPanel
        form={form}
        saving={save.isPending}
        error={save.error}
        submit="Save changes"
        onCancel={onClose}
        onSubmit={(values) => {
          const { bank_details: account, ...others } = sentOf(values)
          // Changed bank details require the user to confirm their identity, so they are sent only when they changed.
          const changed = account === bank_details ? {} : { bank_details: account }
          save.mutate({ id: claim.id, version: claim.version, ...others, ...changed })
        }}
      >
        <WhatFields form={form} kinds={claim_kinds.filter((one) => one !== 'late' || kind === 'late')} />
        <PayFields form={form} account_type={account_type} />
      </FormPanel>
    </Modal>
  )
}
