import { controlsApi } from '@waybill/domain/controls/api'
import type { Approval } from '@waybill/domain/controls/model'
import type { Decision } from '@waybill/domain/controls/approval'
import { wrongState } from '@waybill/domain/kit/problem'
import type { RuleResult } from '@waybill/domain/kit/rule-result'
import { formatDateTime } from '@waybill/domain/kit/texts/format'
import { useState } from 'react'
import { useEndpointMutation } from '../kit/api/index.ts'
import { FormPanel } from '../kit/form/FormPanel.tsx'
import { TextField } from '../kit/form/TextField.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { toast } from '../kit/layers/toasts.ts'
import { mayCall, useMe } from '../kit/session/me.ts'
import { personName } from '../kit/session/people.ts'
import { DataTable } from '../kit/table/DataTable.tsx'
import { ActionButton } from '../kit/ui/buttons/Button.tsx'
import { Modal } from '../kit/ui/layers/Modal.tsx'
import { Row } from '../kit/ui/page-layout/Layout.tsx'
import { ApprovalBadge, decisionOf, type useApprovals } from './use-approvals.tsx'

const texts: Readonly<Record<Decision, { verb: string; done: string; text: string; hint: string }>> = {
  approve: {
    verb: 'Approve',
    done: 'is approved and carried out',
    text: 'It is carried out at once, in your name and theirs.',
    hint: 'Optional. Kept with the request.',
  },
  reject: {
    verb: 'Reject',
    done: 'is rejected',
    text: 'Nothing is changed. The person who asked gets a message.',
    hint: 'The person who asked reads it.',
  },
  withdraw: { verb: 'Withdraw', done: 'is withdrawn', text: 'Nothing is changed.', hint: '' },
}

/** Lists requests for approval; staff approve or reject those of others and withdraw their own. */
export function Approvals({ of: approvals }: { of: ReturnType<typeof useApprovals> }) {
  const me = useMe()
  const [deciding, setDeciding] = useState<{ approval: Approval; decision: Decision } | null>(null)
  const mayDecide = mayCall(me, controlsApi.decide)
  const actionsOf = (approval: Approval) =>
    actionsFor(approval, mayDecide).map(({ decision, verdict }) => ({
      label: texts[decision].verb,
      verdict,
      onSelect: () => setDeciding({ approval, decision }),
    }))
  return (
    <>
      <DataTable
        {...approvals}
        name="approvals"
        caption="Approvals"
        idOf={({ id }) => id}
        rowMenu={actionsOf}
        card={(approval) => ({
          title: approval.number,
          badge: <ApprovalBadge of={approval} />,
          lines: [
            approval.description,
            `${personName(approval.requested_by)} · ${formatDateTime(approval.time_requested)}`,
            decisionOf(approval),
          ],
          actions: approval.state === 'pending' && (
            <Row>
              {actionsOf(approval).map(({ label, verdict, onSelect }) => (
                <ActionButton key={label} size="sm" verdict={verdict} onClick={onSelect}>
                  {label}
                </ActionButton>
              ))}
            </Row>
          ),
        })}
        empty={{
          title: 'Nothing waits for approval.',
          text: 'Refunds, payouts, credits, claims, driver pay and bank details that need a second person are listed here. Turn approval on under Settings > Rates and billing > Controls.',
        }}
      />
      {deciding && <DecisionDialog {...deciding} onClose={() => setDeciding(null)} />}
    </>
  )
}

/** What the caller can do with a request, with the reason why not. */
function actionsFor(
  { state, is_own, may_approve, why_not }: Approval,
  mayDecide: boolean,
): { decision: Decision; verdict: RuleResult }[] {
  const isOpen = state === 'pending' || wrongState('This was decided already.')
  if (is_own) return [{ decision: 'withdraw', verdict: isOpen }]
  if (!mayDecide) return []
  return [
    { decision: 'approve', verdict: may_approve || wrongState(why_not) },
    { decision: 'reject', verdict: isOpen },
  ]
}

function DecisionDialog({
  approval,
  decision,
  onClose,
}: {
  approval: Approval
  decision: Decision
  onClose: () => void
}) {
  const { verb, done, text, hint } = texts[decision]
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      decision === 'reject' && reason.trim() === ''
        ? [{ field: 'reason', message: 'Say why, so that the person who asked knows.' }]
        : true,
  })
  const ending = {
    inForm: true,
    refresh: [controlsApi.approvals],
    done: () => {
      toast.success(`${approval.number} ${done}`)
      onClose()
    },
  } as const
  const withdraw = useEndpointMutation(controlsApi.withdraw, ending)
  const decide = useEndpointMutation(controlsApi.decide, ending)
  const sent = decision === 'withdraw' ? withdraw : decide
  const send = ({ reason }: { reason: string }): void => {
    const { id } = approval
    if (decision === 'withdraw') withdraw.mutate({ id })
    else decide.mutate({ id, decision, ...(reason ? { reason } : {}) })
  }
  return (
    <Modal title={`${verb} ${approval.number}?`} onClose={onClose} width="narrow">
      <p>
        {personName(approval.requested_by)} asks: {approval.description}
      </p>
      <p>{text}</p>
      <FormPanel
        form={form}
        saving={sent.isPending || sent.isSuccess}
        error={sent.error}
        submit={verb}
        onCancel={onClose}
        onSubmit={send}
      >
        {hint && <TextField {...form.field('reason')} label="Reason" hint={hint} maxLength={500} />}
      </FormPanel>
    </Modal>
  )
}
