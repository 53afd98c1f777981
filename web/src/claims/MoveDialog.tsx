import { claimsApi, type ClaimEvidence } from '@waybill/domain/claims/api'
import { mayApproveAmount } from '@waybill/domain/claims/liability'
import { claim_folder, max_files, pay_labels, type Claim } from '@waybill/domain/claims/model'
import { checkMessage, stateLabel, type ClaimMove } from '@waybill/domain/claims/states'
import { formatRand, type Cents } from '@waybill/domain/kit/money'
import type { FieldProblem } from '@waybill/domain/kit/problem'
import { billingApi } from '@waybill/domain/billing/api'
import { useState } from 'react'
import { stillSending, UploadsField, type Uploaded } from '../files/index.ts'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextArea } from '../kit/form/TextField.tsx'
import { MoneyField } from '../kit/form/TypedField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { useMe } from '../kit/session/me.ts'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Notice } from '../kit/ui/states/Notice.tsx'
import { affected_queries } from './changed.ts'

interface MoveValues {
  message: string
  reason: string
  amount: Cents | null
  files: readonly Uploaded[]
}

/**
 * Changes the state of a claim, with a message to the customer, a reason and an amount, as far as the transition
 * requires them.
 */
export function MoveDialog({
  claim,
  evidence,
  move,
  onClose,
}: {
  claim: Claim
  evidence: ClaimEvidence | null
  move: ClaimMove
  onClose: () => void
}) {
  const me = useMe()
  const byClaimant = me.account_id !== null
  const initial: MoveValues = {
    message: '',
    reason: '',
    amount: move.amount ? Math.min(claim.claimed_amount, evidence?.most ?? 0) : null,
    files: [],
  }
  const [sending, setSending] = useState(0)
  const form = useForm({
    initial,
    check: (values) => (sending > 0 ? stillSending(sending) : problemsOf(values, claim, evidence, move)),
  })
  const send = useEndpointMutation(claimsApi.move, {
    inForm: true,
    refresh: [...affected_queries, billingApi.balance, billingApi.transactions],
    sentForApproval: onClose,
    done: ({ display_id }) => {
      toast.success(`${display_id} is ${stateLabel(move.to).toLowerCase()}`)
      onClose()
    },
  })
  const label = byClaimant ? 'Message' : 'Message to the customer'
  return (
    <Modal title={titleOf(move, claim, byClaimant)} onClose={onClose}>
      <FormPanel
        form={form}
        saving={send.isPending}
        error={send.error}
        submit={byClaimant && move.to === 'in-review' ? 'Send answer' : move.label}
        onCancel={onClose}
        onSubmit={({ message, reason, amount, files }) =>
          send.mutate({
            id: claim.id,
            version: claim.version,
            to: move.to,
            message,
            reason,
            amount: amount ?? undefined,
            files: [...files],
          })
        }
      >
        {move.to === 'paid' && (
          <Notice
            variant="info"
            title={`${formatRand(claim.approved_amount ?? 0)} is posted to ${claim.account_name}.`}
          >
            {claim.pay_by === 'bank'
              ? `Transfer it to: ${claim.bank_details || 'no bank details were given yet.'}`
              : `${pay_labels[claim.pay_by]}; it can pay open invoices.`}
          </Notice>
        )}
        {move.amount && evidence && (
          <>
            <Notice variant="info" title={`At most ${formatRand(evidence.most)} may be approved.`}>
              {`${evidence.reason} The claimed amount is ${formatRand(claim.claimed_amount)}.`}
            </Notice>
            <MoneyField {...form.field('amount')} label="Approved amount" />
          </>
        )}
        <TextArea
          {...form.field('message')}
          label={label}
          optional={move.message === 'may'}
          rows={4}
          maxLength={4000}
        />
        {byClaimant && move.to === 'in-review' && (
          <UploadsField
            {...form.field('files')}
            label="Files"
            optional
            folder={claim_folder}
            max={max_files}
            onSending={setSending}
          />
        )}
        {!byClaimant && (
          <TextArea {...form.field('reason')} label="Internal reason" optional rows={2} maxLength={1000} />
        )}
      </FormPanel>
    </Modal>
  )
}

function titleOf(move: ClaimMove, claim: Claim, byClaimant: boolean): string {
  if (byClaimant)
    return move.to === 'closed' ? `Withdraw ${claim.display_id}?` : `Answer about ${claim.display_id}`
  return `${move.label}: ${claim.display_id}`
}

function problemsOf(
  values: MoveValues,
  claim: Claim,
  evidence: ClaimEvidence | null,
  move: ClaimMove,
): FieldProblem[] {
  const message = checkMessage(claim.state, move.to, values.message)
  const liability = evidence && {
    most: evidence.most,
    is_covered: evidence.is_covered,
    reason: evidence.reason,
  }
  const amount = move.amount && liability ? mayApproveAmount(values.amount, claim, liability) : true
  return [amount, message].flatMap((result) => (result === true ? [] : result.fields))
}
